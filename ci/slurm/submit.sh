#!/bin/sh
# submit.sh SHARDS PUZZLE SIZE FOLDER [OPTION]...: submits an exhaustive run as a job array and, after it, the merge; prints the number of
# the merging job. FOLDER is new, or that of an earlier try, and seen by all nodes; so is the program, named by ASSAY. The statement ends
# up in FOLDER/merge.log. Options go to `assay verify`: --space NAME, --stride K.
set -eu
if [ $# -lt 4 ]; then
    echo "usage: sh ci/slurm/submit.sh SHARDS PUZZLE SIZE FOLDER [OPTION]..." >&2
    exit 2
fi
here=$(cd "$(dirname "$0")" && pwd)
shards=$1
shift
mkdir -p "$3"
job=$(sbatch --parsable --array="1-$shards" --output="$3/%a.log" "$here/array.sh" "$@")
# After any end: a shard that has found a fault ends with status 1, and the merge is to tell it.
sbatch --parsable --dependency="afterany:${job%%;*}" --output="$3/merge.log" "$here/merge.sh" "$3"
