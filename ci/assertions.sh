#!/bin/sh
# assertions.sh: how many assertions each file of tests has, `COUNT FILE`. ci/assertions.txt holds the counts that have been; fewer are red in
# ci/house.sh, for a test that asserts nothing passes. `make assertions` accepts what there is now.
set -eu
for file in verify/unit/*.c; do
    echo "$(grep -cE '\b(assert_|expect|fail_msg|fail_with)' "$file" || true) $file"
done
for file in verify/cli/*.bats; do
    echo "$(grep -cE '^ *(\[|!|expect |one_line |cmp |grep |jq |diff |each_failure )|\| *(cmp|grep|jq|diff) ' "$file" || true) $file"
done
