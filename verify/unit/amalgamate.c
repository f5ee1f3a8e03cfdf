/* The amalgamation of trees made for it: what is renamed, what is left out, where a text ends, what is
 * refused. Real puzzles are amalgamated, compiled and run by verify/cli/packages.bats. */
#include "unit.h"

#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/cli/amalgamate.h"
#include "core/cli/file.h"

static const struct variant first = {.name = "first"}, second = {.name = "second"};
static const struct variant *const variants[] = {&first, &second, NULL};
static const struct puzzle fake = {.name = "fake", .variants = variants};

static char root[] = "/tmp/assay-amalgam-XXXXXX";

static void put(const char *name, const char *text)
{
    char path[256];

    snprintf(path, sizeof path, "%s/%s", root, name);
    assert_int_equal(file_write("unit", path, text, strlen(text)), EXIT_WELL);
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *place)
{
    (void)status;
    (void)kind;
    (void)place;
    return remove(path);
}

static void clear(void)
{
    nftw(root, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

/* A tree whose files are empty; those of the puzzle have a function each. */
static int make_tree(void **state)
{
    static const char *const empty[] = {"error.c", "arena.c",    "reader.c",
                                        "text.c",  "registry.c", "cli/package/program.c"};
    char path[64];

    (void)state;
    memcpy(root + sizeof root - 7, "XXXXXX", 6);
    if (!mkdtemp(root))
        return -1;
    for (size_t i = 0; i < sizeof empty / sizeof *empty; i++) {
        snprintf(path, sizeof path, "core/%s", empty[i]);
        put(path, "");
    }
    put("core/fake/first.c", "int solve_first(void);\n");
    put("core/fake/generate.c",
        "int hidden(void)\n{\n    return 1;\n}\nstatic int own;\nextern int elsewhere;\n");
    put("core/fake/second.c", "int solve_second(void);\n");
    return 0;
}

static int remove_tree(void **state)
{
    (void)state;
    clear();
    return 0;
}

struct made {
    bool well;
    char reason[REASON_SIZE], said[512];
    struct text text;
};

static struct made make(const struct variant *variant)
{
    struct made made = {.said = ""};
    int kept = dup(STDERR_FILENO), memory = memfd_create("stderr", 0);
    ssize_t length;

    fflush(NULL);
    dup2(memory, STDERR_FILENO);
    made.well = amalgamate(root, "program", &fake, variant, &made.text, made.reason);
    fflush(NULL);
    dup2(kept, STDERR_FILENO);
    length = pread(memory, made.said, sizeof made.said - 1, 0);
    made.said[length < 0 ? 0 : length] = '\0';
    close(memory);
    close(kept);
    return made;
}

/* What has become of the file, up to the next one. */
static void expect_file(const char *name, const char *expected)
{
    struct made made = make(&first);
    char head[64], *from, *end;

    assert_string_equal(made.said, "");
    assert_true(made.well);
    snprintf(head, sizeof head, "\n/* ---- core/%s ---- */\n", name);
    from = strstr(made.text.bytes, head);
    assert_non_null(from);
    from += strlen(head);
    end = strstr(from, "\n/* ---- ");
    if (end)
        *end = '\0';
    assert_string_equal(from, expected);
    text_free(&made.text);
}

static void expect_refusal(const char *reason, const char *said)
{
    struct made made = make(&first);
    char line[256] = "";

    if (*said)
        snprintf(line, sizeof line, "assay: %s/%s\n", root, said);
    assert_false(made.well);
    assert_string_equal(made.reason, reason);
    assert_string_equal(made.said, line);
    text_free(&made.text);
}

static void a_name_that_an_earlier_file_has_gets_its_file_s_name(void **state)
{
    static const char names[] =
        "static int same(void)\n{\n    return 1;\n}\nstruct tag { int m; };\ntypedef int word;\n"
        "union both { int m; };\nenum { FIRST, SECOND = 2 };\nenum kind { THIRD };\nint table[] = {1};\n";

    (void)state;
    put("core/error.c", names);
    put("core/arena.c",
        "#define HELP(x) same(x)\nstatic int same(void)\n{\n    return 2;\n}\nstruct tag { int m; "
        "};\ntypedef int word;\n"
        "union both { word m; };\nenum { FIRST, SECOND };\nint table[] = {FIRST};\n"
        "static _Static_assert(1, \"same\");\nint own(struct tag *t) __attribute__((same));\n"
        "int own(struct tag *t)\n{\n    return t->same + t.same + 1 >same + t- >same; /* same */\n}\n");
    expect_file("error.c", names);
    expect_file(
        "arena.c",
        "#define HELP(x) same_arena(x)\nstatic int same_arena(void)\n{\n    return 2;\n}\nstruct tag_arena { "
        "int m; };\n"
        "typedef int word_arena;\nunion both_arena { word_arena m; };\nenum { FIRST_arena, SECOND_arena };\n"
        "int table_arena[] = {FIRST_arena};\nstatic _Static_assert(1, \"same\");\n"
        "int own(struct tag_arena *t) __attribute__((same_arena));\n"
        "int own(struct tag_arena *t)\n{\n    return t->same + t.same + 1 >same_arena + t- >same_arena; /* "
        "same */\n}\n"
        "#undef HELP\n");
}

/* Of 63 letters, which are all that C tells apart; and as many as there is room for. */
static void names_are_told_apart_up_to_a_limit(void **state)
{
    char text[70000] = "enum {", line[256], longer[65], *at = text + 6;

    (void)state;
    memset(longer, 'n', 64);
    longer[64] = '\0';
    snprintf(line, sizeof line, "int %s;\nint %s;\n", longer, longer + 1);
    put("core/error.c", line);
    put("core/arena.c", line);
    snprintf(line, sizeof line, "int %s;\nint %s_arena;\n", longer, longer + 1);
    expect_file("arena.c", line);
    for (int i = 0; i < 4096; i++)
        at += sprintf(at, " e%d,", i);
    strcpy(at, "};\nint same;\n");
    put("core/error.c", text);
    put("core/arena.c", "int same, e0, e4095;\nint e4095;\n");
    expect_file("arena.c", "int same, e0, e4095_arena;\nint e4095_arena;\n");
}

static void a_text_may_end_anywhere(void **state)
{
    static const char *const texts[] = {"char *s = \"abc",
                                        "char c = '\\",
                                        "/* open",
                                        "int f(void) {",
                                        "#define X 1 \\\n    2",
                                        "#define X \\",
                                        ">",
                                        "-",
                                        "int a = .5; x",
                                        "#"};
    char expected[64];

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        put("core/error.c", texts[i]);
        snprintf(expected, sizeof expected, "%s%s", texts[i],
                 strncmp(texts[i], "#define", 7) == 0 ? "#undef X\n" : "");
        expect_file("error.c", expected);
    }
    put("core/error.c", "#include");
    expect_refusal("needs ", "");
}

static void headers_come_once_and_first(void **state)
{
    struct made made;

    (void)state;
    put("core/error.h", "#include <stdio.h>\n#include \"e.h\"\n#define KEPT same\nint same;\n");
    put("core/e.h", "int e;\n");
    put("top.h", "int top;\n");
    put("core/list.def", "LINE(1)\n");
    put("core/fake/variants.def", "VARIANT(first)\nVARIANT(second)\n");
    put("core/error.c", "  #include \"error.h\"\n#include \"e.h\"\n#include \"../../top.h\"\n#include "
                        "<stdio.h>\n#include <sanitizer/x.h>\n"
                        "#include <sanitizer/x.h>\n#include \"puzzles.def\"\n#include \"list.def\"\n#include "
                        "\"fake/variants.def\"\n");
    expect_file("error.h", "#include <stdio.h>\n");
    expect_file("e.h", "int e;\n#define KEPT same\nint same;\n");
    expect_file(
        "error.c",
        "  #include <sanitizer/x.h>\n#include <sanitizer/x.h>\nPUZZLE(fake)\nLINE(1)\nVARIANT(first)\n");
    made = make(NULL);
    assert_true(made.well);
    assert_non_null(strstr(made.text.bytes, "/* ---- /top.h ---- */\nint top;\n"));
    assert_non_null(strstr(made.text.bytes, "PUZZLE(fake)\nLINE(1)\n\n/* ----"));
    text_free(&made.text);
    put("core/error.c", "#include <bdd.h>\n");
    expect_refusal("needs bdd.h", "");
    put("core/error.c", "#include \"gone.def\"\n");
    expect_refusal("", "core/gone.def: No such file or directory");
    put("core/error.c", "#include \"gone.h\"\n");
    expect_refusal("", "core/gone.h: No such file or directory");
}

static void the_other_variants_and_what_generates_are_left_out(void **state)
{
    struct made made = make(&first);

    (void)state;
    assert_true(made.well);
    assert_non_null(strstr(made.text.bytes, "\n#define hidden NULL\n"));
    assert_null(strstr(made.text.bytes, "#define own"));
    assert_null(strstr(made.text.bytes, "#define elsewhere"));
    assert_non_null(strstr(made.text.bytes, "int solve_first(void);"));
    assert_null(strstr(made.text.bytes, "solve_second"));
    text_free(&made.text);
}

static void a_tree_that_lacks_something_is_refused(void **state)
{
    char path[256];

    (void)state;
    put("core/fake/notes", "");
    put("core/fake/c", "");
    snprintf(path, sizeof path, "%s/core/fake/generate.c", root);
    assert_int_equal(remove(path), 0);
    assert_int_equal(mkdir(path, 0777), 0);
    expect_refusal("", "core/fake/generate.c: Is a directory");
    assert_int_equal(rmdir(path), 0);
    for (int i = 0; i < 60; i++) {
        snprintf(path, sizeof path, "core/fake/file%d.c", i);
        put(path, "");
    }
    expect_refusal("", "core/fake: too many sources");
    snprintf(path, sizeof path, "%s/core/error.c", root);
    assert_int_equal(remove(path), 0);
    expect_refusal("", "core/fake: too many sources");
    clear();
    expect_refusal("", "core/fake: no sources");
    assert_int_equal(mkdir(root, 0777), 0);
    put("core/fake/notes", "");
    expect_refusal("", "core/fake: no sources");
    put("core/fake/first.c", "");
    expect_refusal("", "core/error.c: No such file or directory");
}

int unit_amalgamate(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_name_that_an_earlier_file_has_gets_its_file_s_name, make_tree,
                                        remove_tree),
        cmocka_unit_test_setup_teardown(names_are_told_apart_up_to_a_limit, make_tree, remove_tree),
        cmocka_unit_test_setup_teardown(a_text_may_end_anywhere, make_tree, remove_tree),
        cmocka_unit_test_setup_teardown(headers_come_once_and_first, make_tree, remove_tree),
        cmocka_unit_test_setup_teardown(the_other_variants_and_what_generates_are_left_out, make_tree,
                                        remove_tree),
        cmocka_unit_test_setup_teardown(a_tree_that_lacks_something_is_refused, make_tree, remove_tree),
    };

    return cmocka_run_group_tests_name("amalgamate", tests, NULL, NULL);
}
