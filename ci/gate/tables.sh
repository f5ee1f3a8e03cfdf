#!/bin/sh
# tables.sh: the tables of ci/README.md from the raw data in ci/gate/data/.
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
        if (!least || $2 < least) least = $2
        if ($2 > most) most = $2
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
    }' "$data/aa.tsv"
[ ! -s "$data/power-time.tsv" ] || awk -F'\t' '
    $6 == "head" { split($5, plant, ":"); n[plant[2]]++; red[plant[2]] += $8 == "red"; open[plant[2]] += $8 == "inconclusive"; sum[plant[2]] += $10 }
    END {
        print "\n| solves repeated | runs | time: red | inconclusive | mean of the medians |\n|---|---|---|---|---|"
        split("200 500 1000 2000", levels, " ")
        for (i = 1; i <= 4; i++) if (n[levels[i]]) printf "| %g%% | %d | %d | %d | %+.1f%% |\n", levels[i] / 100, n[levels[i]], red[levels[i]], open[levels[i]], 100 * (exp(sum[levels[i]] / n[levels[i]]) - 1)
    }' "$data/power-time.tsv"
[ ! -s "$data/power-instructions.tsv" ] || awk -F'\t' '
    { n[$1]++; red[$1] += $3 == "red"; sum[$1] += $4 }
    END {
        print "\n| solves repeated | benchmarks | instructions: red | mean measured |\n|---|---|---|---|"
        split("50 200 500 1000 2000", levels, " ")
        for (i = 1; i <= 5; i++) if (n[levels[i]]) printf "| %g%% | %d | %d | %+.2f%% |\n", levels[i] / 100, n[levels[i]], red[levels[i]], sum[levels[i]] / n[levels[i]]
    }' "$data/power-instructions.tsv"
