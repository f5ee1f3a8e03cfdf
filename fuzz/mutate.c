/* Structure-aware mutation, the same for every puzzle. Where the input parses, a case of it is replaced, made anew, enumerated,
 * shrunk, changed by an invariant, taken from another input, repeated or dropped, and all of it printed: so the counts that hold
 * a file together stay right, and what comes out is accepted. Else, and on a share of the inputs that parse, it is text: tokens
 * and lines are exchanged, repeated, dropped, numbers moved a little, a character replaced by another one that the text has.
 * Bytes as such are the engines' own business. Text is what finds a print that loses something: what is printed here has lost it already.
 *
 * It knows no keyword and no number of any puzzle. Rejected: choices encoded in bytes and an instance decoded from them; every
 * engine's own mutations would then miss the parser, which has as much to lose. */
#include "mutate.h"

#include <inttypes.h>
#include <string.h>

enum {
    MEMORY = 1 << 26,
    SIZES = 12,
    ROUNDS = 4,
    STEPS = 64,
    CASES = 16,
    TEXT_ODDS = 3,
    MORE_ODDS = 2,
    GROW_ODDS = 8,
    EXCHANGE_ODDS = 3,
    NEAR = 50, /* bytes */
    LOOKS = 8
};

struct mutation {
    const struct puzzle *puzzle;
    struct rng *rng;
    struct arena arena;
    struct text text;
};

/* The smaller the more often: what is short is quickly run, and hit where it matters. */
static uint64_t draw_small(const struct range *range, uint64_t span, struct rng *rng)
{
    uint64_t most = range->most - range->least < span ? range->most - range->least : span;

    return range->most ? range->least + rng_below(rng, 1 + rng_below(rng, most + 1)) : 0;
}

static size_t count_classes(const struct puzzle *puzzle)
{
    size_t count = 0;

    while (puzzle->classes[count].name)
        count++;
    return count;
}

static const void *generate_one(struct mutation *mutation)
{
    const struct puzzle *puzzle = mutation->puzzle;
    struct rng *rng = mutation->rng;
    struct recipe recipe = {.input_class = (size_t)rng_below(rng, count_classes(puzzle)),
                            .size = draw_small(&puzzle->size, SIZES, rng),
                            .rounds = draw_small(&puzzle->rounds, ROUNDS, rng)};
    struct error error = {0};
    size_t formats = 0;

    while (puzzle->formats && puzzle->formats[formats])
        formats++;
    recipe.format = (size_t)rng_below(rng, formats);
    return puzzle->generate(rng, &recipe, &mutation->arena, &error);
}

static const void *unrank_one(struct mutation *mutation)
{
    const struct space *spaces = mutation->puzzle->spaces;
    size_t count = 0;
    uint64_t size, ranks;

    while (spaces[count].name)
        count++;
    spaces += rng_below(mutation->rng, count);
    size = spaces->first_size + rng_below(mutation->rng, spaces->last_size - spaces->first_size + 1);
    ranks = spaces->count(size);
    return ranks ? spaces->unrank(size, rng_below(mutation->rng, ranks), &mutation->arena) : NULL;
}

/* A step that may be past the last one is halved until it is not. */
static const void *shrink_one(struct mutation *mutation, const void *instance)
{
    size_t step = (size_t)rng_below(mutation->rng, STEPS);
    const void *smaller = mutation->puzzle->shrink(instance, step, &mutation->arena);

    for (; !smaller && step; step /= 2)
        smaller = mutation->puzzle->shrink(instance, step / 2, &mutation->arena);
    return smaller;
}

static const void *change_one(struct mutation *mutation, const void *instance)
{
    const struct invariant *invariants = mutation->puzzle->invariants;
    const void *map;
    size_t count = 0;

    while (invariants[count].name)
        count++;
    if (!count)
        return NULL;
    return invariants[rng_below(mutation->rng, count)].change(instance, mutation->rng, &mutation->arena, &map);
}

static const void *take_one(struct mutation *mutation, struct input other)
{
    struct error error = {0};
    struct cases cases;

    if (!other.size || !mutation->puzzle->parse(other.bytes, other.size, &mutation->arena, &cases, &error))
        return NULL;
    return cases.instances[rng_below(mutation->rng, cases.count)];
}

/* Puts the case in place of `which`, or before it where the file may hold more. */
static bool place_one(struct mutation *mutation, struct cases *cases, size_t which, const void *instance, bool insert)
{
    const void **longer;

    if (!instance)
        return false;
    if (!insert || cases->count >= mutation->puzzle->cases_per_file || cases->count >= CASES) {
        cases->instances[which] = instance;
        return true;
    }
    longer = arena_alloc(&mutation->arena, cases->count + 1, sizeof *longer);
    if (!longer)
        return false;
    memcpy(longer, cases->instances, which * sizeof *longer);
    longer[which] = instance;
    memcpy(longer + which + 1, cases->instances + which, (cases->count - which) * sizeof *longer);
    *cases = (struct cases){cases->count + 1, longer};
    return true;
}

static bool change_cases(struct mutation *mutation, struct cases *cases, struct input other)
{
    struct rng *rng = mutation->rng;
    size_t which = (size_t)rng_below(rng, cases->count);
    const void *instance = cases->instances[which];
    bool insert = rng_one_in(rng, 4);

    switch (rng_below(rng, 8)) {
    case 0:
    case 1:
        return place_one(mutation, cases, which, generate_one(mutation), insert);
    case 2:
        return place_one(mutation, cases, which, unrank_one(mutation), insert);
    case 3:
        return place_one(mutation, cases, which, take_one(mutation, other), insert);
    case 4:
        return place_one(mutation, cases, which, instance, true);
    case 5:
        if (mutation->puzzle->cases_per_file == 1) /* else the last one may go too */
            return false;
        cases->instances[which] = cases->instances[--cases->count];
        return true;
    case 6:
        return place_one(mutation, cases, which, change_one(mutation, instance), insert);
    default:
        return place_one(mutation, cases, which, shrink_one(mutation, instance), insert);
    }
}

/* A stretch of text: a token, or a line with its end. */
struct piece {
    size_t at;
    size_t length;
};

static bool is_space(char byte)
{
    return byte == ' ' || byte == '\n' || byte == '\t' || byte == '\r';
}

static bool is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

/* The token at or before a place drawn at random between two, empty where there is none. */
static struct piece draw_token_in(const struct text *text, size_t from, size_t to, struct rng *rng)
{
    size_t at = from + (size_t)rng_below(rng, to - from), end;

    while (at > 0 && is_space(text->bytes[at]))
        at--;
    for (end = at; end < text->length && !is_space(text->bytes[end]);)
        end++;
    while (at > 0 && !is_space(text->bytes[at - 1]))
        at--;
    return (struct piece){at, end - at};
}

static struct piece draw_token(const struct text *text, struct rng *rng)
{
    return draw_token_in(text, 0, text->length, rng);
}

static bool is_same(const struct text *text, struct piece a, struct piece b)
{
    return a.length == b.length && memcmp(text->bytes + a.at, text->bytes + b.at, a.length) == 0;
}

/* Numbers of as many digits, or words of one length and first letter; but not the same. */
static bool look_alike(const struct text *text, struct piece a, struct piece b)
{
    char first = text->bytes[a.at], other = text->bytes[b.at];

    return a.length && a.length == b.length && (first == other || (is_digit(first) && is_digit(other))) &&
           !is_same(text, a, b);
}

/* One of its kind is more likely near it than anywhere; often the first of several that looks like one. */
static struct piece draw_token_near(const struct text *text, struct piece piece, struct rng *rng)
{
    size_t from = piece.at < NEAR ? 0 : piece.at - NEAR;
    size_t to = text->length - from < 2 * NEAR ? text->length : from + 2 * NEAR;
    struct piece other = draw_token_in(text, from, to, rng);

    for (unsigned left = rng_one_in(rng, 2) ? LOOKS : 0; left && !look_alike(text, piece, other); left--)
        other = draw_token_in(text, from, to, rng);
    return other;
}

static struct piece draw_line(const struct text *text, struct rng *rng)
{
    size_t at = (size_t)rng_below(rng, text->length), end = at;

    while (at > 0 && text->bytes[at - 1] != '\n')
        at--;
    while (end < text->length && text->bytes[end] != '\n')
        end++;
    return (struct piece){at, end - at + (end < text->length)};
}

/* The text with `new` in the place of a piece of it. `new` may lie in the text. */
static void replace(struct mutation *mutation, struct piece piece, const char *new, size_t length)
{
    struct text changed = {0};

    text_put(&changed, mutation->text.bytes, piece.at);
    text_put(&changed, new, length);
    text_put(&changed, mutation->text.bytes + piece.at + piece.length, mutation->text.length - piece.at - piece.length);
    text_free(&mutation->text);
    mutation->text = changed;
}

static bool read_number(const struct text *text, struct piece piece, int64_t *value)
{
    bool negative = piece.length && text->bytes[piece.at] == '-';

    *value = 0;
    if (piece.length == negative || piece.length > 18)
        return false;
    for (size_t i = negative; i < piece.length; i++) {
        char byte = text->bytes[piece.at + i];

        if (!is_digit(byte))
            return false;
        *value = *value * 10 + (byte - '0');
    }
    *value = negative ? -*value : *value;
    return true;
}

/* A number near it, a small one, or one near a power of two; false where the token is no number. */
static bool move_number(struct mutation *mutation, struct piece piece)
{
    struct rng *rng = mutation->rng;
    struct text digits = {0};
    int64_t value;

    if (!read_number(&mutation->text, piece, &value))
        return false;
    switch (rng_below(rng, 4)) {
    case 0:
    case 1:
        value += rng_one_in(rng, 2) ? 1 : -1;
        break;
    case 2:
        value = rng_between(rng, -1, 12);
        break;
    default:
        value = (int64_t)((uint64_t)1 << rng_below(rng, 63)) + rng_between(rng, -1, 1);
    }
    text_signed(&digits, value);
    if (!digits.failed)
        replace(mutation, piece, digits.bytes, digits.length);
    text_free(&digits);
    return true;
}

/* The token from `at` on, after white space. */
static struct piece next_token(const struct text *text, size_t at)
{
    size_t end;

    while (at < text->length && is_space(text->bytes[at]))
        at++;
    for (end = at; end < text->length && !is_space(text->bytes[end]);)
        end++;
    return (struct piece){at, end - at};
}

/* From a token on, it and one near it change places wherever they stand: names, or numbers of things, change roles. */
static void exchange(struct mutation *mutation)
{
    struct text *text = &mutation->text, changed = {0};
    struct piece piece = draw_token(text, mutation->rng), other = draw_token_near(text, piece, mutation->rng);
    size_t done = 0;

    for (struct piece next = next_token(text, piece.at); next.length; next = next_token(text, next.at + next.length)) {
        bool same = is_same(text, next, piece);

        if (!same && !is_same(text, next, other))
            continue;
        text_put(&changed, text->bytes + done, next.at - done);
        text_put(&changed, text->bytes + (same ? other.at : piece.at), same ? other.length : piece.length);
        done = next.at + next.length;
    }
    text_put(&changed, text->bytes + done, text->length - done);
    text_free(text);
    *text = changed;
}

static void change_text(struct mutation *mutation)
{
    struct text *text = &mutation->text;
    struct rng *rng = mutation->rng;
    bool lines = rng_one_in(rng, 3);
    struct piece piece = lines ? draw_line(text, rng) : draw_token(text, rng);
    struct piece other = lines ? draw_line(text, rng) : draw_token_near(text, piece, rng);
    size_t place;

    switch (rng_below(rng, 7)) {
    case 0:
        replace(mutation, piece, NULL, 0);
        break;
    case 1: /* a token that is repeated needs something between */
        if (!lines && piece.at > 0) {
            piece.at--;
            piece.length++;
        }
        replace(mutation, (struct piece){piece.at, 0}, text->bytes + piece.at, piece.length);
        break;
    case 2:
        place = (size_t)rng_below(rng, text->length);
        text->bytes[place] = text->bytes[rng_below(rng, text->length)];
        break;
    case 3:
        exchange(mutation);
        break;
    default:
        if (rng_one_in(rng, EXCHANGE_ODDS) || !move_number(mutation, piece))
            replace(mutation, piece, text->bytes + other.at, other.length);
    }
}

/* A shrink step the other way: what it leaves out is put in once more, and the numbers before that which it lowers are raised by as
 * much. So lists outgrow what their counts may be, with everything else right. */
static void grow(struct mutation *mutation, const struct cases *cases)
{
    struct text *text = &mutation->text, smaller = {0}, grown = {0};
    size_t which = (size_t)rng_below(mutation->rng, cases->count), missing, done = 0;
    const void *whole = cases->instances[which];
    struct piece a, b;
    int64_t value, lower;

    cases->instances[which] = shrink_one(mutation, whole);
    if (cases->instances[which])
        mutation->puzzle->format(cases, &smaller);
    cases->instances[which] = whole;
    if (!smaller.length)
        return;
    for (a = next_token(text, 0), b = next_token(&smaller, 0); a.length && b.length;
         a = next_token(text, a.at + a.length), b = next_token(&smaller, b.at + b.length)) {
        if (a.length == b.length && memcmp(text->bytes + a.at, smaller.bytes + b.at, a.length) == 0)
            continue;
        if (!read_number(text, a, &value) || !read_number(&smaller, b, &lower) || value <= lower)
            break;
        text_put(&grown, text->bytes + done, a.at - done);
        text_signed(&grown, 2 * value - lower);
        done = a.at + a.length;
    }
    missing = text->length - a.at > smaller.length - b.at ? text->length - a.at - (smaller.length - b.at) : 0;
    if (missing) {
        text_put(&grown, text->bytes + done, a.at + missing - done);
        text_put(&grown, text->bytes + a.at, text->length - a.at);
        text_free(text);
        *text = grown;
        grown = (struct text){0};
    }
    text_free(&grown);
    text_free(&smaller);
}

static void change_input(struct mutation *mutation, struct input input, struct input other)
{
    struct error error = {0};
    struct cases cases;
    bool parsed = mutation->puzzle->parse(input.bytes, input.size, &mutation->arena, &cases, &error);

    if (!parsed && rng_one_in(mutation->rng, TEXT_ODDS)) {
        cases = (struct cases){1, arena_zalloc(&mutation->arena, 1, sizeof *cases.instances)};
        parsed = cases.instances && place_one(mutation, &cases, 0, generate_one(mutation), false);
    }
    if (parsed && !rng_one_in(mutation->rng, TEXT_ODDS)) {
        do
            change_cases(mutation, &cases, other);
        while (cases.count && rng_one_in(mutation->rng, MORE_ODDS));
        mutation->puzzle->format(&cases, &mutation->text);
        if (cases.count && rng_one_in(mutation->rng, GROW_ODDS))
            grow(mutation, &cases);
        return;
    }
    text_put(&mutation->text, input.bytes, input.size);
    do
        if (mutation->text.length && !mutation->text.failed)
            change_text(mutation);
    while (rng_one_in(mutation->rng, MORE_ODDS));
}

size_t mutate_input(const struct puzzle *puzzle, struct input input, struct input other, uint8_t *out, size_t room,
                    struct rng *rng)
{
    struct mutation mutation = {.puzzle = puzzle, .rng = rng, .arena = {.limit = MEMORY}};
    size_t length = 0;

    change_input(&mutation, input, other);
    if (!mutation.text.failed && mutation.text.length <= room) {
        length = mutation.text.length;
        if (length)
            memcpy(out, mutation.text.bytes, length);
    }
    text_free(&mutation.text);
    arena_free(&mutation.arena);
    return length;
}
