#!/bin/sh
# link.sh TREE CONFIG SEED PROGRAM: the kernel with what the tree's bench.tsv says, and its program's name as the role.
set -eu
mkdir -p "$(dirname "$4")"
{
    echo '#!/bin/sh'
    echo "DATA='$(cat "$1/bench.tsv")' LOG='$LOG' ROLE='${4##*/}'"
    cat ci/gate/kernel/kernel.sh
} >"$4"
chmod +x "$4"
