#!/bin/sh
# node.sh start FOLDER | stop FOLDER: a Slurm of one node, this machine, with all its state in FOLDER, for trying scripts. As root, with
# Debian's packages slurmctld, slurmd, slurm-client and munge. `start` prints the SLURM_CONF to use; it leaves a Slurm that is already
# there alone.
set -eu
if [ $# -ne 2 ] || [ "$(id -u)" != 0 ]; then
    echo "usage, as root: sh ci/slurm/node.sh start|stop FOLDER" >&2
    exit 2
fi

stop() {
    for name in slurmd slurmctld munged; do
        if [ -s "$folder/$name.pid" ]; then
            kill "$(cat "$folder/$name.pid")" 2>/dev/null || :
        fi
    done
    # Each removes its own when it has ended.
    for _ in $(seq 50); do
        [ -e "$folder/slurmd.pid" ] || [ -e "$folder/slurmctld.pid" ] || [ -e "$folder/munged.pid" ] || break
        sleep 0.2
    done
}

start() {
    # The sockets' paths are limited to about 100 bytes, and munged wants folders that none but root and itself can write to.
    mkdir -p "$folder/state" "$folder/spool" "$folder/munge"
    chmod 755 "$folder" "$folder/munge"
    head -c 1024 /dev/urandom >"$folder/munge/key"
    chown -R munge: "$folder/munge"
    chmod 600 "$folder/munge/key"
    host=$(hostname -s)
    port=$((20000 + $$ % 20000))
    cat >"$folder/slurm.conf" <<CONF
ClusterName=try
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmctldPort=$port
SlurmdPort=$((port + 1))
AuthType=auth/munge
AuthInfo=socket=$folder/munge/socket
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
MailProg=/bin/true
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
CONF
    runuser -u munge -- munged --force --key-file="$folder/munge/key" --socket="$folder/munge/socket" \
        --pid-file="$folder/munge/pid" --log-file="$folder/munge/log" --seed-file="$folder/munge/seed" >&2
    ln -sf munge/pid "$folder/munged.pid"
    export SLURM_CONF="$folder/slurm.conf"
    slurmctld -c
    slurmd
    for _ in $(seq 100); do
        if sinfo -h -o %T 2>/dev/null | grep -q idle; then
            echo "$SLURM_CONF"
            return 0
        fi
        sleep 0.2
    done
    echo "node.sh: the node does not come up; see $folder/*.log" >&2
    stop
    exit 3
}

case $1 in
start | stop)
    mkdir -p "$2"
    folder=$(cd "$2" && pwd)
    "$1"
    ;;
*)
    echo "node.sh: start or stop, not '$1'" >&2
    exit 2
    ;;
esac
