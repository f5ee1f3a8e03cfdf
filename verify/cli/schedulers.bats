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

# host NAME: an sshd of our own on a port of the loopback, with its own keys, whose commands run in $T/NAME. Prints the port.
host() {
    local port
    mkdir -p "$T/$1"
    ssh-keygen -q -t ed25519 -N '' -f "$T/$1.key"
    for port in $(shuf -n 20 -i 20000-60000); do
        cat >"$T/$1.conf" <<CONF
ListenAddress 127.0.0.1:$port
HostKey $T/$1.key
PidFile none
AuthorizedKeysFile $T/user.key.pub
StrictModes no
UsePAM no
PasswordAuthentication no
PermitRootLogin yes
ForceCommand cd "$T/$1" && echo "\$SSH_ORIGINAL_COMMAND" >>"$T/$1.commands" && exec sh -c "\$SSH_ORIGINAL_COMMAND"
CONF
        "$sshd" -D -f "$T/$1.conf" -E "$T/$1.log" 3>&- &
        daemons+=($!)
        for _ in $(seq 50); do
            ! grep -q 'Server listening' "$T/$1.log" 2>/dev/null || break 2
            kill -0 $! 2>/dev/null || break
            sleep 0.1
        done
    done
    printf 'Host %s\n Hostname 127.0.0.1\n Port %s\n' "$1" "$port" >>"$T/ssh_config"
}

@test "schedulers: GNU parallel over shards on two hosts by ssh, and on one that is down" {
    needs parallel rsync ssh ssh-keygen
    sshd=$(PATH=$PATH:/usr/sbin:/sbin command -v sshd) || skip "sshd is not installed"
    [ "$(id -u)" -ne 0 ] || mkdir -p /run/sshd # which sshd wants, and its service would have made
    daemons=()
    ssh-keygen -q -t ed25519 -N '' -f "$T/user.key"
    host one
    host two
    cat >>"$T/ssh_config" <<CONF
Host down
 Hostname 127.0.0.1
 Port 1
Host *
 IdentityFile $T/user.key
 IdentitiesOnly yes
 StrictHostKeyChecking no
 UserKnownHostsFile $T/known_hosts
 LogLevel ERROR
CONF
    mkdir "$T/here"
    cd "$T/here"
    seq 4 | parallel --will-cite --ssh "ssh -F $T/ssh_config" --sshlogin 1/one,1/two,1/down --retries 4 --return {}.json --cleanup \
        "'$ASSAY' verify ticket --exhaustive 4 --space tickets --shard {}/4 --json {}.json" >out 2>err || { cat err; return 1; }
    run "$ASSAY" verify --merge [1-4].json
    [ "$status" -eq 0 ]
    [ "${lines[0]}" = "$statement" ]
    # Each has done a part, and nothing is left there.
    for host in one two; do
        grep -q 'rsync --server --sender .*\.json' "$T/$host.commands"
        [ -z "$(find "$T/$host" -name '*.json')" ]
    done
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
    for daemon in "${daemons[@]}"; do
        kill "$daemon" 2>/dev/null || true
    done
    if [ -n "${node:-}" ]; then
        sh ci/slurm/node.sh stop "$node"
        rm -rf "$node"
    fi
}
