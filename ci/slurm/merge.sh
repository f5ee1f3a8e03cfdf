#!/bin/sh
# merge.sh FOLDER: the shards of array.sh as one statement, also in FOLDER/merged/verify.json. A shard that is missing is an error.
#SBATCH --job-name=assay-merge
#SBATCH --ntasks=1
set -eu
exec "${ASSAY:-assay}" verify --merge "$1"/*.json --json "$1/merged/verify.json"
