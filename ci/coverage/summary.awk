# summary.awk: lcov's records (SF, DA, BRDA, FN, FNDA and, made from clang's export, MCDC:line,covered,total) become a table, coverage.json
# and Cobertura's XML. Variables: exclusions, floors, json, xml, environment (a JSON object), command, date, kinds (a list of words).
# An exclusion `FILE | TEXT | REASON` takes the lines of FILE that hold TEXT out of every count, `FILE | TEXT | REASON | mcdc` out of that one; it must
# hold at least one that was missed.
# A floor `WHAT KIND PERCENT` holds for a file, or for all files below a folder.
function percent(hit, all) { return all ? 100 * hit / all : 100 }
function fail(message) { print message; failed = 1 }
function excluded(line) { return (file SUBSEP line) in out }
function add(kind, hit, all,   folder) {
    covered[file, kind] += hit; total[file, kind] += all
    for (folder = file; sub(/\/[^\/]*$/, "", folder);) { covered[folder, kind] += hit; total[folder, kind] += all; folders[folder] = 1 }
}
function open_file(   line, text, number, e) {
    files[++file_count] = file
    number = 0
    while ((getline text < file) > 0) {
        number++
        for (e = 1; e <= exclusion_count; e++)
            if (where[e] == file && index(text, what[e])) { out[file, number] = e; lines_out++ }
    }
    close(file)
}
function figures(name,   i, kind, text) {
    text = ""
    for (i = 1; i <= kind_count; i++) {
        kind = kind_name[i]
        text = text sprintf("%s\"%s\": {\"covered\": %d, \"total\": %d, \"percent\": %.2f}", i > 1 ? ", " : "", kind, covered[name, kind], total[name, kind], percent(covered[name, kind], total[name, kind]))
    }
    return text
}
function row(name,   i, text) {
    text = sprintf("%-36s", name)
    for (i = 1; i <= kind_count; i++)
        text = text sprintf("  %6.2f%% %6d", percent(covered[name, kind_name[i]], total[name, kind_name[i]]), total[name, kind_name[i]])
    return text
}
BEGIN {
    FS = ","
    kind_count = split(kinds, kind_name, " ")
    while ((getline line < exclusions) > 0) {
        if (line ~ /^(#|$)/) continue
        fields = split(line, part, / *\| */)
        if (fields < 3 || (fields > 3 && part[4] != "mcdc")) fail(exclusions ": not FILE | TEXT | REASON: " line)
        if (fields > 3 && kinds != "mcdc") continue
        where[++exclusion_count] = part[1]; what[exclusion_count] = part[2]; strict[exclusion_count] = fields > 3 || kinds != "mcdc"
    }
}
/^SF:/ { file = substr($0, 4); sub("^" root "/", "", file); skip = (file !~ /^(core|bench|verify|reports|fuzz|ci)\// || file ~ /^verify\/unit\// || file ~ /^ci\/coverage\//); if (!skip) open_file() }
skip { next }
/^DA:/ { split(substr($1, 4), word, ","); line = word[1]; if (excluded(line)) { if ($2 == 0) used[out[file, line]] = 1 } else { add("lines", $2 > 0, 1); hits[file] = hits[file] sprintf("<line number=\"%d\" hits=\"%d\"/>", line, $2); if ($2 == 0) missed[file] = missed[file] " " line } }
/^BRDA:/ { line = substr($1, 6); if (excluded(line)) { if ($4 == "-" || $4 == 0) used[out[file, line]] = 1 } else { add("branches", $4 != "-" && $4 > 0, 1); if ($4 == "-" || $4 == 0) missed_branch[file] = missed_branch[file] (missed_branch[file] ~ (" " line "$") ? "" : " " line) } }
/^FN:/ { place[file, $2] = substr($1, 4) }
/^FNDA:/ { if (!excluded(place[file, $2])) add("functions", substr($1, 6) > 0, 1) }
/^MCDC:/ { line = substr($1, 6); if (excluded(line)) { if ($2 < $3) used[out[file, line]] = 1 } else { add("mcdc", $2, $3); if ($2 < $3) missed_branch[file] = missed_branch[file] " " line } }
END {
    sort = "sort"
    printf "%-36s", ""
    for (i = 1; i <= kind_count; i++) printf "  %14s", kind_name[i]
    print ""
    for (name in folders) print row(name) | sort
    close(sort)
    if (verbose) for (f = 1; f <= file_count; f++) print row(files[f]) "  lines:" missed[files[f]] "  branches:" missed_branch[files[f]] | sort
    close(sort)
    while ((getline line < floors) > 0) {
        if (line ~ /^(#|$)/) continue
        split(line, part, " ")
        if (index(" " kinds " ", " " part[2] " ") == 0) continue
        checked++
        if (!total[part[1], part[2]]) fail(floors ": nothing was measured: " line)
        else if (percent(covered[part[1], part[2]], total[part[1], part[2]]) + 0.005 < part[3])
            fail(sprintf("%s: %.2f%% of the %s are covered, expected at least %s%%", part[1], percent(covered[part[1], part[2]], total[part[1], part[2]]), part[2], part[3]))
    }
    for (e = 1; e <= exclusion_count; e++)
        if (strict[e] && !used[e]) fail(exclusions ": excludes nothing that was missed: " where[e] " | " what[e])
    if (!checked) fail(floors ": holds nothing here")
    statement = ""
    for (i = 1; i <= kind_count; i++) statement = statement sprintf("%s%.2f%% of %d %s of core", i > 1 ? ", " : "", percent(covered["core", kind_name[i]], total["core", kind_name[i]]), total["core", kind_name[i]], kind_name[i] == "mcdc" ? "conditions" : kind_name[i])
    printf "{\n  \"command\": \"%s\",\n  \"environment\": %s,\n  \"runs\": [{\"mode\": \"core\", \"statement\": \"%s; %d lines excluded with their reason\"}],\n  \"excluded_lines\": %d,\n  \"exclusions\": %d,\n  \"folders\": {", command, environment, statement, lines_out, lines_out, exclusion_count > json
    separator = ""
    for (name in folders) { printf "%s\n    \"%s\": {%s}", separator, name, figures(name) > json; separator = "," }
    printf "\n  },\n  \"files\": {" > json
    separator = ""
    for (f = 1; f <= file_count; f++) { printf "%s\n    \"%s\": {%s}", separator, files[f], figures(files[f]) > json; separator = "," }
    printf "\n  }\n}\n" > json
    if (xml != "") {
        printf "<?xml version=\"1.0\"?>\n<!DOCTYPE coverage SYSTEM \"http://cobertura.sourceforge.net/xml/coverage-04.dtd\">\n<coverage line-rate=\"%.4f\" branch-rate=\"%.4f\" lines-covered=\"%d\" lines-valid=\"%d\" branches-covered=\"%d\" branches-valid=\"%d\" complexity=\"0\" version=\"1\" timestamp=\"%d\">\n<sources><source>.</source></sources>\n<packages>\n", percent(covered["core", "lines"], total["core", "lines"]) / 100, percent(covered["core", "branches"], total["core", "branches"]) / 100, covered["core", "lines"], total["core", "lines"], covered["core", "branches"], total["core", "branches"], seconds > xml
        for (name in folders) {
            inside = ""
            for (f = 1; f <= file_count; f++) {
                folder = files[f]; sub(/\/[^\/]*$/, "", folder)
                if (folder == name) inside = inside sprintf("<class name=\"%s\" filename=\"%s\" line-rate=\"%.4f\" branch-rate=\"%.4f\" complexity=\"0\"><methods/><lines>", files[f], files[f], percent(covered[files[f], "lines"], total[files[f], "lines"]) / 100, percent(covered[files[f], "branches"], total[files[f], "branches"]) / 100) hits[files[f]] "</lines></class>\n"
            }
            if (inside != "") printf "<package name=\"%s\" line-rate=\"%.4f\" branch-rate=\"%.4f\" complexity=\"0\"><classes>\n", name, percent(covered[name, "lines"], total[name, "lines"]) / 100, percent(covered[name, "branches"], total[name, "branches"]) / 100 > xml
            if (inside != "") print inside "</classes></package>" > xml
        }
        print "</packages>\n</coverage>" > xml
    }
    print statement (failed ? "" : "; every floor holds")
    exit failed
}
