#!/bin/sh
# array.sh PUZZLE SIZE FOLDER [OPTION]...: one shard of an exhaustive run, as an element of a Slurm job array numbered from 1. Run again
# (requeued after a node has failed, say) it goes on from its checkpoint. ASSAY names the program.
#SBATCH --job-name=assay-shard
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --requeue
set -eu
puzzle=$1 size=$2 folder=$3
shift 3
shard=$SLURM_ARRAY_TASK_ID
exec "${ASSAY:-assay}" verify "$puzzle" --exhaustive "$size" --shard "$shard/$SLURM_ARRAY_TASK_COUNT" \
    --checkpoint "$folder/$shard.checkpoint" --json "$folder/$shard.json" --failures "$folder/failures" "$@"
