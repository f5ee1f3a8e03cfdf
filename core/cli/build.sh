#!/bin/sh
# build.sh CONFIG FLAGS: prints build/<config>/build.h. Run by make in the project's root. Outside a work tree, or in a copy that
# lies untracked in somebody else's, the commit is unknown. Whoever runs make here trusts the tree: `sudo make install` must not
# find another commit than `make` did.
work_tree() {
    git -c safe.directory='*' --no-optional-locks "$@" 2>/dev/null
}
commit=unknown
dirty=false
if work_tree ls-files --error-unmatch Makefile >/dev/null; then
    commit=$(work_tree rev-parse HEAD || echo unknown)
    test -z "$(work_tree status --porcelain)" || dirty=true
fi
quote() {
    printf '%s' "$1" | sed 's/["\\]/\\&/g'
}
cat <<END
#define BUILD_CONFIG "$(quote "$1")"
#define BUILD_FLAGS "$(quote "$2")"
#define BUILD_COMMIT "$commit"
#define BUILD_DIRTY $dirty
END
