# Shards under schedulers: GNU parallel and a Slurm of one node, each tried where it is installed.
load common

statement="ticket: all 14 762 tickets of length ≤ 4, in 4 shards: 5 participants agree; compared 14 762"

needs() {
    for program in "$@"; do
        command -v "$program" >/dev/null || skip "$program is not installed"
    done
}

@test "schedulers: GNU parallel over shards" {
    needs parallel
    cd "$T"
    seq 4 | parallel --will-cite -j 2 "'$ASSAY' verify ticket --exhaustive 4 --space tickets --shard {}/4 --json {}.json" >out
    run "$ASSAY" verify --merge [1-4].json
    [ "$status" -eq 0 ]
    [ "${lines[0]}" = "$statement" ]
}

@test "schedulers: a Slurm job array and its merge, and a second try" {
    needs sbatch slurmctld slurmd munged runuser
    [ "$(id -u)" -eq 0 ] || skip "a Slurm of one node is started by root"
    node=$(mktemp -d /tmp/assay-slurm-XXXXXX) # sockets want short paths, and munged folders that others can pass
    SLURM_CONF=$(sh ci/slurm/node.sh start "$node" 3>&-)
    export SLURM_CONF ASSAY
    for _ in 1 2; do
        job=$(sh ci/slurm/submit.sh 4 ticket 4 "$T/run" --space tickets)
        for _ in $(seq 300); do
            [ -n "$(squeue -h 2>/dev/null)" ] || break
            sleep 0.2
        done
        [ "$(head -n 1 "$T/run/merge.log")" = "$statement" ]
        jq -e '.runs[0].compared == 14762' "$T/run/merged/verify.json"
    done
    rm "$T/run/3.json"
    run sh ci/slurm/merge.sh "$T/run"
    [ "$status" -eq 3 ]
    [[ $output == *"numbers 7381 to 11071 are missing"* ]]
}

teardown() {
    if [ -n "${node:-}" ]; then
        sh ci/slurm/node.sh stop "$node"
        rm -rf "$node"
    fi
}
