# The table of the selftest, as Markdown, from its results: puzzle, planted bug, engines, seed, seconds or "-", what it was found as. Of several
# seeds the middle one is shown, and beside it the worst. What is found as something else (a time-out on a busy machine) is missed.
BEGIN {
    MISSED = 1e9
    count_of_engines = split("libfuzzer afl pair", engines, " ")
    kinds["magic"] = "abort"
    kinds["leak"] = "leak"
    kinds["overflow"] = "undefined"
    kinds["hang"] = "hang"
}
function order(list, n, i, j, t) {
    for (i = 2; i <= n; i++)
        for (j = i; j > 1 && list[j - 1] > list[j]; j--) { t = list[j]; list[j] = list[j - 1]; list[j - 1] = t }
}
function show(seconds) { return seconds >= MISSED ? "missed" : sprintf("%.1f", seconds) }
function right(name, kind) { return name in kinds ? kind == kinds[name] : kind != "hang" && kind != "memory" }
function complain(what) { complaints = complaints what "\n" }
{
    bug = $1 " " $2
    if (!(bug in known)) { known[bug] = 1; bugs[++count] = bug }
    seconds = $5
    if ($5 == "-") seconds = MISSED
    else if (!right($2, $6)) { seconds = MISSED; complain(bug ": " $3 " took it for: " $6) }
    times[bug, $3] = times[bug, $3] " " seconds
    all[$3] = all[$3] " " seconds
}
END {
    print "| seconds: middle, worst | libFuzzer | AFL++ | pair |\n|---|---|---|---|"
    for (b = 1; b <= count; b++) {
        line = "| " bugs[b] " |"
        for (e = 1; e <= count_of_engines; e++) {
            n = split(times[bugs[b], engines[e]], list, " ")
            for (i = 1; i <= n; i++) list[i] += 0
            order(list, n)
            middle = list[int((n + 1) / 2)]
            line = line (n ? " " show(middle) ", " show(list[n]) " |" : " |")
            if (engines[e] == "pair" && n && list[n] > 60) complain(bugs[b] ": the pair missed it, or took more than 60 s")
            if (engines[e] == "afl" && n && bugs[b] ~ / magic$/ && list[n] > 15) complain(bugs[b] ": CMPLOG took more than 15 s")
        }
        print line
    }
    for (e = 1; e <= count_of_engines; e++) {
        n = split(all[engines[e]], list, " ")
        found = 0
        for (i = 1; i <= n; i++) found += (list[i] += 0) < MISSED
        order(list, n)
        if (!n) continue
        middle = list[int((n + 1) / 2)]
        summary = summary sprintf("%s: %d of %d found, median %s s, 9 of 10 within %s s\n", engines[e], found, n, show(middle), show(list[int(n * 0.9 + 0.999)]))
        if (engines[e] == "pair" && middle >= 10) complain("the pair's median is 10 s or more")
    }
    printf "\n%s", summary
    if (complaints) printf "\n%s", complaints
    exit complaints != ""
}
