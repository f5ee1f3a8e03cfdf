#!/bin/sh
# build.sh CONFIG FLAGS: prints build/<config>/build.h. Run by make in the project's root. Outside a work tree, or in a copy that
# lies untracked in somebody else's, the commit is unknown.
commit=unknown
dirty=false
if git ls-files --error-unmatch Makefile >/dev/null 2>&1; then
    commit=$(git rev-parse HEAD 2>/dev/null || echo unknown)
    test -z "$(git --no-optional-locks status --porcelain 2>/dev/null)" || dirty=true
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
