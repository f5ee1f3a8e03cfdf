# The table of the selftest from its results: puzzle, planted bug, engines, seed, seconds or "-". Of several seeds the middle one is shown, and
# beside it the worst.
function order(list, n, i, j, t) {
    for (i = 2; i <= n; i++)
        for (j = i; j > 1 && list[j - 1] > list[j]; j--) { t = list[j]; list[j] = list[j - 1]; list[j - 1] = t }
}
function show(seconds) { return seconds >= 1e9 ? "missed" : sprintf("%.1f", seconds) }
{
    bug = $1 " " $2
    if (!(bug in known)) { known[bug] = 1; bugs[++count] = bug }
    times[bug, $3] = times[bug, $3] " " ($5 == "-" ? 1e9 : $5)
}
END {
    printf "%-26s %18s %18s %18s\n", "seconds: middle, worst", "libfuzzer", "afl", "pair"
    split("libfuzzer afl pair", engines, " ")
    for (b = 1; b <= count; b++) {
        line = sprintf("%-26s", bugs[b])
        for (e = 1; e <= 3; e++) {
            n = split(times[bugs[b], engines[e]], list, " ")
            for (i = 1; i <= n; i++) list[i] += 0
            order(list, n)
            middle = list[int((n + 1) / 2)]
            line = line sprintf(" %18s", n ? show(middle) " " show(list[n]) : "not run")
            if (engines[e] == "pair" && n) {
                pair[++pairs] = middle
                if (list[n] > 60) { missed++; complaint = complaint "\n" bugs[b] ": the pair missed it, or took more than 60 s" }
            }
            if (engines[e] == "afl" && n && bugs[b] ~ / magic$/ && middle > 15)
                complaint = complaint "\n" bugs[b] ": CMPLOG took more than 15 s"
        }
        print line
    }
    order(pair, pairs)
    if (pairs) printf "pair: %d of %d found, median %s s\n", pairs - missed, pairs, show(pair[int((pairs + 1) / 2)])
    if (pairs && pair[int((pairs + 1) / 2)] >= 10) complaint = complaint "\nthe pair's median is 10 s or more"
    if (complaint) print substr(complaint, 2)
    exit complaint != ""
}
