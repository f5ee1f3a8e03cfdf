# shellcheck shell=sh
# weakenings.sh, read by ci/selftest.sh: what of CI's stages is run, and a row for each weakening: its name, the part that has to notice, what
# that has to say (a regular expression), and the command that weakens the tree.

# part CHECK: what of a stage is run; its output in build/ci/CHECK.log.
part() {
    mkdir -p build/ci build/results
    case $1 in
    build) make -s all build/release/unit ;;
    house) make -s all build/release/unit && sh ci/house.sh build/release ;;
    lint) make -s lint-fast ;;
    agree) make -s all && build/release/assay-verify ticket --exhaustive 4 --failures build/ci/failures ;;
    unit) make -s all build/release/unit && build/release/unit rng ;;
    cli) make -s check-cli CLI_TESTS='output usage' ;;
    stage) sh ci/stages.sh build ;;
    coverage)
        # One file by its own group of tests, held to all of its branches.
        make -s CONFIG=cov build/cov/unit && find build/cov -name '*.gcda' -delete && build/cov/unit rng &&
            echo 'core/rng.c branches 100' >build/ci/floors.txt && COVERAGE_FLOORS=build/ci/floors.txt sh ci/coverage/report.sh lines
        ;;
    mutation) make -s mutate SOURCES=core/ticket/closed_form.c ;;
    prove) make -s prove PUZZLE=ticket ;;
    esac >"build/ci/$1.log" 2>&1
}

weaken warning build 'unused' "sed -i 's/^void rng_seed(/static int spare(void)\n{\n    return 1;\n}\n\n&/' core/rng.c"
weaken wrong-answer agree 'FAILED' "sed -i 's/wins ? TICKET_BICARP/!wins ? TICKET_BICARP/' core/ticket/closed_form.c"
weaken broken-code unit 'FAILED' "sed -i 's/rotate_left(s\[3\], 45)/rotate_left(s[3], 44)/' core/rng.c"
weaken unused-function house 'progress_spare is used nowhere' "printf 'void progress_spare(void);\nvoid progress_spare(void)\n{\n}\n' >>bench/progress.c"
weaken unused-header house '^# core/spare.h' "printf '#ifndef SPARE_H\n#define SPARE_H\n#endif\n' >core/spare.h"
weaken header-alone house '^# bench/export.h' "sed -i '/^#include/d' bench/export.h; sed -i 's/^#include \"export.h\"/#include \"prepare.h\"\n&/' bench/export.c bench/main.c"
weaken files-in-core house 'rng.o: puts' "sed -i 's/^void rng_seed(/#include <stdio.h>\n&/; s/    for (int i = 0; i < 4; i++) {/    puts(\"seed\");\n&/' core/rng.c"
weaken state-in-core house 'core/rng.o' "sed -i 's/^void rng_seed(/static int calls;\n&/; s/    for (int i = 0; i < 4; i++) {/    if (calls++ < 0)\n        return;\n&/' core/rng.c"
weaken upward-include house 'core/error.c' "sed -i 's|^#include \"error.h\"|&\n#include \"../verify/team.h\"|' core/error.c; : >verify/team.h"
weaken shared-rules house 'called by two variants' "printf 'int ticket_decides(void);\nint ticket_decides(void)\n{\n    return 0;\n}\n' >>core/ticket/puzzle.c
    for file in naive pruned; do sed -i 's/^static const char \*refuses(/int ticket_decides(void);\n\n&/; s/^    (void)context;/&\n    (void)ticket_decides();/' core/ticket/\$file.c; done"
weaken puzzle-outside house 'bench/plan.c' "echo '/* as in ticket */' >>bench/plan.c"
weaken dying-tests cli 'cli/output: exit status' "printf '@test \"dies\" {\n    kill -KILL \$PPID\n}\n' >>verify/cli/output.bats"
weaken silent-stage stage '^build +FAILED' "sed -i 's/^build .*/build required - true/' ci/stages.txt"
weaken deleted-assertion house 'rng.c: .* assertions, there were' "sed -i '0,/^    assert_/{/^    assert_/d}' verify/unit/rng.c"
weaken deleted-test house 'is gone' "git rm -q verify/unit/error.c"
weaken compares-itself house 'verify/unit/error.c' "sed -i '0,/^    assert_int_equal(.*/s//    assert_int_equal(error.line, error.line);/' verify/unit/error.c"
weaken unkept-promise house 'make nothing' "echo 'Run \`make nothing\`.' >>README.md"
weaken needless-excuse lint 'excuses nothing: spareId' "echo 'spareId core/rng.c no reason' >>ci/lint-exceptions.txt"
weaken finding lint 'core/rng.c.*duplicateExpression' "sed -i 's/^void rng_seed(/int rng_spare(int value);\nint rng_spare(int value)\n{\n    return value - value;\n}\n\n&/' core/rng.c"
weaken shell-finding lint 'SC2086' "printf '#!/bin/sh\nrm -f \$1\n' >ci/spare.sh; git add ci/spare.sh"
weaken untested-branch coverage '% of the branches are covered' "sed -i 's/^    uint64_t \*s = rng->state;/&\n    if (s[0] == 12345)\n        s[0]++;/' core/rng.c"
weaken survivor mutation 'survives without a reason' "sed -i 's/^    (void)context;/&\n    if (ticket->length > 123456789)\n        return OUTCOME_LIMIT;/' core/ticket/closed_form.c"
if ! grep -q '^prove:' Makefile ci/*.mk; then
    skip alarm "there is no make prove"
elif ! command -v frama-c >/dev/null; then
    skip alarm "frama-c is not there"
else
    weaken alarm prove 'eva:alarm. core.reader' "sed -i 's/while (at < size && (byte_kinds/while (at <= size \&\& (byte_kinds/' core/reader.c"
fi
