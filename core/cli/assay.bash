# bash completion for assay: it asks `assay list` for the names, so a new puzzle or variant is completed without a change here.

_assay_words() {
    mapfile -t COMPREPLY < <(compgen -W "$1" -- "${COMP_WORDS[COMP_CWORD]}")
}

_assay_files() {
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "${COMP_WORDS[COMP_CWORD]}")
}

# The operands before the cursor decide: a command, a puzzle, a file.
_assay() {
    local program=${COMP_WORDS[0]} command=${COMP_WORDS[1]} puzzle=${COMP_WORDS[2]}
    local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}

    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        _assay_words "list solve generate verify bench report gate help --help --version"
        return
    fi
    case $previous in
    --variant) _assay_words "$("$program" list "$puzzle" --names variants 2>/dev/null)"; return ;;
    --class) _assay_words "$("$program" list "$puzzle" --names classes 2>/dev/null)"; return ;;
    --format) _assay_words "$("$program" list "$puzzle" --names formats 2>/dev/null)"; return ;;
    --names) _assay_words "puzzles variants classes formats"; return ;;
    --out | --package | --sources) compopt -o dirnames 2>/dev/null; return ;;
    --limit | --size | --rounds | --count | --seed | --index) return ;;
    esac
    case $command in
    list | solve | generate | verify)
        if ((COMP_CWORD == 2)) && [[ $word != -* ]]; then
            _assay_words "$("$program" list --names puzzles 2>/dev/null)"
            return
        fi ;;
    help) _assay_words "list solve generate verify bench report gate"; return ;;
    esac
    case $command:$word in
    list:*) _assay_words "--names --help --version" ;;
    solve:-*) _assay_words "--variant --matrix --counts --limit --help --version" ;;
    generate:*) _assay_words "--class --size --rounds --format --count --seed --index --out --package --legacy --sources --help --version" ;;
    *) _assay_files ;;
    esac
}

complete -F _assay assay
