# What `make install` leaves is enough to work with, and `make uninstall` and `make clean` remove what they should.
load common

installs() {
    case ${CONFIG:-release} in
    release | debug | count) ;;
    *) skip "a build with instruments is not installed" ;;
    esac
}

quiet_make() {
    env -u MAKEFLAGS -u MAKELEVEL make -s "$@"
}

@test "an installed tree builds a program by pkg-config" {
    installs
    quiet_make CONFIG="${CONFIG:-release}" install PREFIX="$T/usr"
    cat >"$T/first.c" <<'END'
#include <assay/puzzle.h>
#include <assay/version.h>
#include <stdio.h>

int main(void)
{
    for (size_t i = 0; puzzles[i]; i++)
        puts(puzzles[i]->name);
    return puts(ASSAY_VERSION) < 0;
}
END
    export PKG_CONFIG_PATH=$T/usr/lib/pkgconfig
    gcc -std=c17 -Wall -Wextra -Werror $(pkg-config --cflags assay) "$T/first.c" $(pkg-config --libs assay) -o "$T/first"
    run --separate-stderr "$T/first"
    expect 0 "$("$ASSAY" list --names puzzles)"$'\n'"$(pkg-config --modversion assay)"
    [ "$("$T/usr/bin/assay" --version)" = "assay $(pkg-config --modversion assay)" ]
}

@test "DESTDIR stands before PREFIX, and uninstall removes every file" {
    installs
    quiet_make CONFIG="${CONFIG:-release}" install PREFIX=/opt/assay DESTDIR="$T/stage"
    [ -x "$T/stage/opt/assay/bin/assay" ]
    [ -f "$T/stage/opt/assay/share/man/man1/assay.1" ]
    grep -qx 'prefix=/opt/assay' "$T/stage/opt/assay/lib/pkgconfig/assay.pc"
    quiet_make CONFIG="${CONFIG:-release}" uninstall PREFIX=/opt/assay DESTDIR="$T/stage"
    [ -z "$(find "$T/stage" ! -type d)" ]
}

# complete WORD...: what the completion offers for the last word.
complete_words() {
    bash -c 'source core/cli/assay.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _assay; echo "${COMPREPLY[*]}"' - "$@"
}

@test "the completion knows commands, puzzles, variants, classes and files" {
    [ "$(complete_words "$ASSAY" sol)" = solve ]
    [ "$(complete_words "$ASSAY" solve tick)" = ticket ]
    [ "$(complete_words "$ASSAY" solve ticket --variant "")" = "naive pruned bitmask closed_form" ]
    [ "$(complete_words "$ASSAY" solve ticket --variant clo)" = closed_form ]
    [ "$(complete_words "$ASSAY" generate ticket --class uni)" = uniform ]
    [ "$(complete_words "$ASSAY" solve ticket --mat)" = --matrix ]
    [ "$(complete_words "$ASSAY" solve ticket Makef)" = Makefile ]
}

@test "the manual page is clean" {
    command -v groff >/dev/null && [ -n "$(find /usr/share/groff/*/tmac/mdoc.tmac /usr/share/groff/*/tmac/doc.tmac 2>/dev/null)" ] ||
        skip "no groff with mdoc"
    run groff -mdoc -Tascii -ww -z core/cli/assay.1
    [ "$status" -eq 0 ]
    [ -z "$output" ]
}

@test "clean keeps results, failures and campaigns; a tree without git builds" {
    mkdir "$T/tree"
    cp -r Makefile core ci fuzz "$T/tree"
    mkdir -p "$T/tree/verify"
    cd "$T/tree"
    run sh core/cli/build.sh release "-O2"
    [ "$status" -eq 0 ]
    [[ $output == *'#define BUILD_COMMIT "unknown"'*'#define BUILD_DIRTY false'* ]]
    for folder in results failures campaigns release asan; do
        mkdir -p "build/$folder"
        touch "build/$folder/file"
    done
    quiet_make clean
    [ -f build/results/file ]
    [ -f build/failures/file ]
    [ -f build/campaigns/file ]
    [ ! -e build/release ]
    [ ! -e build/asan ]
}
