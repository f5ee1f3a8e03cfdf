#!/bin/sh
# Builds nothing: head's assay-bench becomes a script that writes one workload for each line of bench.tsv. A tree with a file `broken` fails.
set -eu
echo "build $*" >>"$LOG"
[ ! -e "$1/broken" ] || { echo 'core/x.c:1:1: error: broken on purpose'; exit 2; }
mkdir -p "$1/build/release"
cat >"$1/build/release/assay-bench" <<'END'
#!/bin/sh
# --export FOLDER [--filter REGEX]
mkdir -p "$2"
awk -v filter="${4:-.}" '$1 ~ filter { split($1, name, "/"); print name[1] "\t" name[2] "\ttree\t" $3 "\t1\t" name[3] }' bench.tsv >"$2/index.tsv"
[ -s "$2/index.tsv" ] || { echo "assay-bench: no benchmark matches '$4'"; exit 2; }
END
chmod +x "$1/build/release/assay-bench"
