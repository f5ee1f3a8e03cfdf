/* Parsers read nothing before their first byte and nothing behind their last one: inputs, and all their
 * beginnings, stand at the end of a page that no readable one follows, and at the start of one that none
 * precedes. The sanitizers see the same in their own builds; here it is seen in every build. And where a
 * class of bytes begins and ends: each of the 256 is tried. */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "core/puzzle.h"

enum { PAGE = 1 << 16 };

/* The middle page of three, the only one that may be touched. */
static unsigned char *map_page(void)
{
    unsigned char *pages = mmap(NULL, (size_t)3 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    assert_true(pages != MAP_FAILED);
    assert_int_equal(mprotect(pages + PAGE, PAGE, PROT_READ | PROT_WRITE), 0);
    return pages + PAGE;
}

static void parse_at(const struct puzzle *puzzle, unsigned char *at, const void *bytes, size_t length)
{
    struct arena arena = {0};
    struct cases cases;
    struct error error;

    memcpy(at, bytes, length);
    (void)puzzle->parse(at, length, &arena, &cases, &error);
    arena_free(&arena);
}

static void parse_at_both_ends(const struct puzzle *puzzle, unsigned char *page, const char *bytes,
                               size_t length)
{
    for (size_t i = 0; i <= length; i++) {
        parse_at(puzzle, page + PAGE - i, bytes, i);
        parse_at(puzzle, page, bytes + length - i, i);
    }
}

/* What is refused is the byte itself, not that a token is missing where it stands. */
static void expect_named(const struct error *error, const char *name, const char *bytes, size_t at)
{
    size_t line = 1, column = 1;

    for (size_t i = 0; i < at; i++) {
        column = bytes[i] == '\n' ? 1 : column + 1;
        line += bytes[i] == '\n';
    }
    if (error->line != line || error->column != column || strncmp(error->message, name, strlen(name)) != 0)
        fail_msg("%zu:%zu: %s: where %s stands at %zu:%zu", error->line, error->column, error->message, name,
                 line, column);
}

/* NUL and form feed are errors wherever they stand: before, within and after every token, and at both ends.
 * Where no token ends before it, the byte is named. */
static void expect_refused_everywhere(const struct puzzle *puzzle, const char *bytes, size_t length)
{
    char *changed = malloc(length + 1);

    assert_non_null(changed);
    for (size_t i = 0; i <= length; i++)
        for (int feed = 0; feed < 2; feed++) {
            struct arena arena = {0};
            struct cases cases;
            struct error error;

            memcpy(changed, bytes, i);
            changed[i] = feed ? '\f' : '\0';
            memcpy(changed + i + 1, bytes + i, length - i);
            if (puzzle->parse(changed, length + 1, &arena, &cases, &error))
                fail_msg("%s: a forbidden byte at %zu is taken", puzzle->name, i);
            assert_int_equal(error.kind, ERROR_INPUT);
            if (!i || strchr(" \n", bytes[i - 1]))
                expect_named(&error, feed ? "a form feed" : "a NUL byte", changed, i);
            arena_free(&arena);
        }
    free(changed);
}

static const char every_statement[] =
    "clue\nsuspects a b\nweapons c d\nrooms e f\nplayer x 1\nplayer y ?\nplayer z ?\nme y\nhand x a\ntable "
    "c\nsuggest x f b d shown z d\n"
    "suggest y a c e shown z\nsuggest z a d e none\nsuggest x a d f every z y\nhas envelope f\nlacks y "
    "b\naccuse z e d b wrong\naccuse z b d f right\n";

static void parsers_stay_within_their_bytes_and_refuse_what_is_forbidden(void **state)
{
    unsigned char *page = map_page();

    (void)state;
    for (size_t i = 0; puzzles[i]; i++) {
        const struct puzzle *puzzle = puzzles[i];

        for (size_t c = 0; puzzle->classes[c].name; c++)
            for (size_t f = 0; f == 0 || (puzzle->formats && puzzle->formats[f]); f++) {
                struct recipe recipe = {.input_class = c,
                                        .size = puzzle->size.least + 2,
                                        .rounds = puzzle->rounds.most ? 2 : 0,
                                        .format = f};
                struct arena arena = {0};
                struct text text = {0};
                struct error error;
                struct rng rng;
                const void *instance;

                rng_seed(&rng, c);
                instance = puzzle->generate(&rng, &recipe, &arena, &error);
                if (instance) {
                    puzzle->format(&(struct cases){1, &instance}, &text);
                    assert_true(text.length < PAGE);
                    parse_at_both_ends(puzzle, page, text.bytes, text.length);
                    expect_refused_everywhere(puzzle, text.bytes, text.length);
                }
                text_free(&text);
                arena_free(&arena);
            }
    }
    /* Generated logs rarely hold all that a line can say. */
    parse_at_both_ends(puzzle_find("clueless"), page, every_statement, sizeof every_statement - 1);
    expect_refused_everywhere(puzzle_find("clueless"), every_statement, sizeof every_statement - 1);
    munmap(page - PAGE, (size_t)3 * PAGE);
}

static bool takes(const struct puzzle *puzzle, const char *format, int byte)
{
    struct arena arena = {0};
    struct cases cases;
    struct error error;
    char bytes[256];
    int length = snprintf(bytes, sizeof bytes, format, byte, byte);
    bool taken = puzzle->parse(bytes, (size_t)length, &arena, &cases, &error);

    arena_free(&arena);
    return taken;
}

/* A name of the log: letters, digits, '_' and '-'. */
static void a_name_has_these_bytes(void **state)
{
    static const char log[] = "clue\nsuspects a%cb c d\nweapons e f\nrooms h i j\nplayer p 2\nplayer q "
                              "2\nplayer r 1\nme p\nhand p a%cb e\n";
    static const char good[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-";
    const struct puzzle *puzzle = puzzle_find("clueless");

    (void)state;
    for (int byte = 1; byte < 256; byte++)
        if (!strchr(" \t\r\n", byte) && takes(puzzle, log, byte) != (strchr(good, byte) != NULL))
            fail_msg("a name with byte 0x%02x", (unsigned)byte);
}

/* Text in, cases, the same text out. */
static void expect_back(const struct puzzle *puzzle, const struct text *text)
{
    struct arena arena = {0};
    struct text again = {0};
    struct cases cases;
    struct error error;

    assert_true(puzzle->parse(text->bytes, text->length, &arena, &cases, &error));
    puzzle->format(&cases, &again);
    assert_int_equal(again.length, text->length);
    assert_memory_equal(again.bytes, text->bytes, text->length);
    text_free(&again);
    arena_free(&arena);
}

/* Parsers make room by the bytes that a thing takes at least. Where many take no more, each must still have
 * its own. */
static void the_shortest_things_have_room(void **state)
{
    struct text text = {0};

    (void)state;
    text_string(&text, "1000\n");
    for (int i = 0; i < 1000; i++)
        text_string(&text, "1\n1 1\n");
    expect_back(puzzle_find("adjacent"), &text);
    text_clear(&text);
    text_string(&text, "500\n");
    for (int i = 0; i < 500; i++)
        text_string(&text, "9\n1 9\n2 8\n3 7\n4 6\n5 5\n6 4\n7 3\n8 2\n9 1\n");
    expect_back(puzzle_find("adjacent"), &text);
    for (uint64_t seed = 1; seed <= 4; seed++) {
        const struct puzzle *puzzle = puzzle_find("clueless");
        struct recipe recipe = {.size = puzzle->size.least, .rounds = 1000};
        struct arena arena = {0};
        struct error error;
        struct rng rng;
        const void *instance;

        rng_seed(&rng, seed);
        text_clear(&text);
        assert_non_null(instance = puzzle->generate(&rng, &recipe, &arena, &error));
        puzzle->format(&(struct cases){1, &instance}, &text);
        expect_back(puzzle, &text);
        arena_free(&arena);
    }
    text_free(&text);
}

int unit_edges(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(parsers_stay_within_their_bytes_and_refuse_what_is_forbidden),
        cmocka_unit_test(a_name_has_these_bytes),
        cmocka_unit_test(the_shortest_things_have_room),
    };

    return cmocka_run_group_tests_name("edges", tests, NULL, NULL);
}
