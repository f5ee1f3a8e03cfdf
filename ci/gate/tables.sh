#!/bin/sh
# tables.sh [SVG]: the tables of ci/README.md from the raw data in ci/gate/data/; with SVG also the curve of power, by gnuplot.
set -eu
data=ci/gate/data

[ ! -s "$data/aa.tsv" ] || awk -F'\t' '
    function other(name, fires) { fired[$6 " " name] += fires }
    {
        n[$6]++
        verdict[$6 " " $8]++
        other("compare.py: U test, p < 0.05", $14 < 0.05 && $15 > 1)
        other("ratio of means > 5%", $15 > 1.05)
        other("minimum of N > 5%", $16 > 1.05)
    }
    $6 == "head" {
        band = $2 < 4 ? 1 : $2 < 8 ? 2 : 3
        runs[band] += !(($1 $2) in seen)
        seen[$1 $2]
        if ($8 == "inconclusive") { spoilt[band] += !(($1 $2) in spoiled); spoiled[$1 $2] }
        banded[band]++
        red[band] += $8 == "red"
        open[band] += $8 == "inconclusive"
        width[band] += $12 - $11
        least = least && least <= $2 ? least : $2
        most = $2 > most ? $2 : most
    }
    END {
        printf "identical code (head: the same program; twin: relinked, before any retry); load %.1f to %.1f\n\n", least, most
        print "| | head | twin |\n|---|---|---|"
        printf "| decisions | %d | %d |\n", n["head"], n["twin"]
        split("red better unconfirmed inconclusive green", words, " ")
        for (i = 1; i <= 5; i++) printf "| gate: %s | %d | %d |\n", words[i], verdict["head " words[i]], verdict["twin " words[i]]
        split("compare.py: U test, p < 0.05;ratio of means > 5%;minimum of N > 5%", others, ";")
        for (i = 1; i <= 3; i++) {
            printf "| %s, slower |", others[i]
            for (k = 1; k <= 2; k++) { kind = k == 1 ? "head" : "twin"; printf " %d (%.1f%%) |", fired[kind " " others[i]], n[kind] ? 100 * fired[kind " " others[i]] / n[kind] : 0 }
            print ""
        }
        print "\n| load | runs | of them inconclusive | decisions | red | inconclusive | mean width of the 99% bounds |\n|---|---|---|---|---|---|---|"
        split("below 4;4 to 8;8 and more", bands, ";")
        for (i = 1; i <= 3; i++) if (banded[i])
            printf "| %s | %d | %d | %d | %d | %d | %.1f%% |\n", bands[i], runs[i], spoilt[i], banded[i], red[i], open[i], 100 * width[i] / banded[i]
    }' "$data/aa.tsv"

[ ! -s "$data/aa-whole.tsv" ] || awk -F'\t' '
    { runs++; for (i = 0; i < 3; i++) { red[i] += $(5 + 2 * i) != "green"; compared[i] = $(6 + 2 * i) } differ += $11 }
    END {
        print "\n| identical code, whole runs | runs | compared in each | not green |\n|---|---|---|---|"
        split("answers work instructions", names, " ")
        for (i = 0; i < 3; i++) printf "| %s | %d | %d | %d |\n", names[i + 1], runs, compared[i], red[i]
        printf "\nCounts of instructions that differ at all: %d of %d.\n", differ, runs * compared[2]
    }' "$data/aa-whole.tsv"

# power: a line a level, `wanted counted instructions-red benchmarks runs red red-among-150 inconclusive median-change U ratio minimum`.
# Among 150 benchmarks Holm asks for a p 150 times as small.
power() {
    awk -F'\t' '
        FNR == 1 { file++ }
        file == 1 { level[$2 " " $5] = $1; n[$1]++; red[$1] += $3 == "red"; counted[$1] += $4; next }
        $6 == "head" && ($7 " " $5) in level {
            l = level[$7 " " $5]
            runs[l]++
            time_red[l] += $8 == "red"
            many[l] += $8 == "red" && 150 * $13 <= ($9 > 40 ? 0.005 : $9 > 20 ? 0.003 : 0.002)
            open[l] += $8 == "inconclusive"
            change[l] += $10
            u[l] += $14 < 0.05 && $15 > 1
            ratio[l] += $15 > 1.05
            minimum[l] += $16 > 1.05
        }
        END {
            split("0.5 2 5 10 20", levels, " ")
            for (i = 1; i <= 5; i++) if (n[l = levels[i]])
                print l, counted[l] / n[l], red[l], n[l], runs[l] + 0, time_red[l] + 0, many[l] + 0, open[l] + 0, runs[l] ? 100 * (exp(change[l] / runs[l]) - 1) : 0, u[l] + 0, ratio[l] + 0, minimum[l] + 0
        }' "$data/power-instructions.tsv" "$data/power-time.tsv"
}

[ -s "$data/power-instructions.tsv" ] || exit 0
power | awk '
    function share(n) { return $5 ? sprintf("%d (%.0f%%)", n, 100 * n / $5) : "-" }
    BEGIN {
        print "\n| planted | instructions: red | time: runs | red | red among 150 | inconclusive | time measured | U test | ratio > 5% | minimum > 5% |"
        print "|---|---|---|---|---|---|---|---|---|---|"
    }
    { printf "| %s%% (%.2f%%) | %d of %d | %d | %s | %s | %d | %s | %s | %s | %s |\n", $1, $2, $3, $4, $5, share($6), share($7), $8, $5 ? sprintf("%+.1f%%", $9) : "-", share($10), share($11), share($12) }'
[ -z "${1:-}" ] || power | awk '$5 { print $2, 100 * $3 / $4, 100 * $6 / $5, 100 * $11 / $5, 100 * $12 / $5 }' | {
    curve=$(cat)
    gnuplot <<END
set terminal svg size 640,360 noenhanced font 'sans-serif,12'
set output '$1'
set key right bottom
set xlabel 'instructions planted, %'
set ylabel 'found, % of runs'
set yrange [0:105]
set xrange [0:21]
\$data << EOD
$curve
EOD
plot \$data using 1:2 with linespoints title 'instructions', \$data using 1:3 with linespoints title 'time', \\
    \$data using 1:4 with linespoints title 'a ratio of means > 5%', \$data using 1:5 with linespoints title 'a minimum of N > 5%'
END
}
