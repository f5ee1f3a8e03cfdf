/* The oracle of Clue deduction: a propositional encoding, solved by CaDiCaL, two calls a cell of the matrix.
 *
 * A variable for each card and holder, "the holder has the card". A card has exactly one holder; the envelope
 * exactly one card of each category; the table exactly its cards; a player exactly as many cards as his hand
 * holds, where that is known. That last one is a sequential counter (Sinz, "Towards an optimal CNF encoding
 * of Boolean cardinality constraints", CP 2005), here with both directions: s(i, j) is true if and only if at
 * least j of the first i cards are his. Facts are clauses as they stand.
 *
 * A cell is YES where no deal has it false and NO where none has it true: one call each. A call whose answer
 * is plain from a deal that an earlier call has found is left out.
 *
 * Deals are counted without it: the cards are dealt one after the other in all ways that the box allows, and of each whole deal
 * the facts are asked. Where that takes more than CARDS_DEALT_MAX cards the answer has no counts, and those of the variants are
 * held against each other and against the matrix only.
 *
 * Bound: at most 1 + 2 * cards * holders calls, a third of that as a rule, and CARDS_DEALT_MAX cards. Domain: all. A step is a
 * call. What the solver allocates is released; where it finds no memory it ends the process. Rejected: to count
 * deals by it, a clause for each. */
#include <ccadical.h>
#include <string.h>

#include "core/clueless/clueless.h"

enum { SATISFIABLE = 10, CARDS_DEALT_MAX = 1 << 14 };

struct problem {
    CCaDiCaL *solver;
    const struct clueless_instance *game;
    struct work *work;
    bool spent;
    int next_variable;
    uint64_t seen_held[CLUELESS_HOLDERS_MAX]; /* the cards that the holder has in some deal that was found */
    uint64_t seen_free[CLUELESS_HOLDERS_MAX]; /* and those that he has not in some deal */
};

static int has(const struct problem *problem, unsigned holder, unsigned card)
{
    return (int)(1 + card * clueless_holder_count(problem->game) + holder);
}

static void clause(struct problem *problem, const int *literals, size_t count)
{
    for (size_t i = 0; i < count; i++)
        ccadical_add(problem->solver, literals[i]);
    ccadical_add(problem->solver, 0);
}

static void exactly_one(struct problem *problem, const int *literals, size_t count)
{
    clause(problem, literals, count);
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++)
            clause(problem, (int[]){-literals[i], -literals[j]}, 2);
}

/* s(i, j) for 0 <= i <= cards, 0 <= j <= size + 1: s(i, 0) is true, s(0, j) is false for j > 0, and s(i + 1,
 * j) is s(i, j) or (s(i, j - 1) and he has card i). In the end s(cards, size) holds and s(cards, size + 1)
 * does not. */
static void exactly_so_many(struct problem *problem, unsigned holder, int size)
{
    unsigned cards = clueless_card_count(problem->game);
    int width = size + 2, first = problem->next_variable;

    for (int j = 0; j < width; j++)
        clause(problem, (int[]){j == 0 ? first + j : -(first + j)}, 1);
    for (unsigned i = 0; i < cards; i++, first += width) {
        int card = has(problem, holder, i);

        clause(problem, (int[]){first + width}, 1);
        for (int j = 1; j < width; j++) {
            int now = first + j, less = first + j - 1, then = first + width + j;

            clause(problem, (int[]){-now, then}, 2);
            clause(problem, (int[]){-less, -card, then}, 3);
            clause(problem, (int[]){now, less, -then}, 3);
            clause(problem, (int[]){now, card, -then}, 3);
        }
    }
    clause(problem, (int[]){first + size}, 1);
    clause(problem, (int[]){-(first + size + 1)}, 1);
    problem->next_variable = first + width;
}

/* What makes an assignment of the variables a deal. */
static void encode_deal(struct problem *problem)
{
    const struct clueless_instance *game = problem->game;
    unsigned cards = clueless_card_count(game), holders = clueless_holder_count(game);
    int literals[CLUELESS_CARDS_MAX];

    for (unsigned card = 0; card < cards; card++) {
        bool open = game->table & clueless_card(card);

        for (unsigned holder = 0; holder < holders; holder++)
            literals[holder] = has(problem, holder, card);
        exactly_one(problem, literals, holders);
        clause(problem, (int[]){open ? literals[clueless_table(game)] : -literals[clueless_table(game)]}, 1);
    }
    for (unsigned category = 0; category < CLUELESS_CATEGORIES; category++) {
        size_t count = 0;

        for (unsigned card = game->first[category]; card < game->first[category + 1]; card++)
            literals[count++] = has(problem, clueless_envelope(game), card);
        exactly_one(problem, literals, count);
    }
    for (unsigned player = 0; player < game->player_count; player++)
        if (game->sizes[player] != CLUELESS_UNKNOWN)
            exactly_so_many(problem, player, game->sizes[player]);
}

static void encode_fact(struct problem *problem, const struct clueless_fact *fact)
{
    bool is_one_clause = fact->kind == CLUELESS_ANY || fact->kind == CLUELESS_NOT_ALL;
    bool is_positive = fact->kind == CLUELESS_HAS || fact->kind == CLUELESS_ANY;

    for (unsigned card = 0; card < clueless_card_count(problem->game); card++) {
        int literal = has(problem, fact->holder, card);

        if (!(fact->cards & clueless_card(card)))
            continue;
        ccadical_add(problem->solver, is_positive ? literal : -literal);
        if (!is_one_clause)
            ccadical_add(problem->solver, 0);
    }
    if (is_one_clause)
        ccadical_add(problem->solver, 0);
}

/* Is there a consistent deal, under what has been assumed? If so it is noted. */
static bool find_deal(struct problem *problem)
{
    problem->spent = problem->spent || !work_spend(problem->work, 1);
    if (problem->spent || ccadical_solve(problem->solver) != SATISFIABLE)
        return false;
    for (unsigned holder = 0; holder < clueless_holder_count(problem->game); holder++)
        for (unsigned card = 0; card < clueless_card_count(problem->game); card++) {
            bool held = ccadical_val(problem->solver, has(problem, holder, card)) > 0;

            (held ? problem->seen_held : problem->seen_free)[holder] |= clueless_card(card);
        }
    return true;
}

static bool can_be(struct problem *problem, int literal)
{
    ccadical_assume(problem->solver, literal);
    return find_deal(problem);
}

static void fill_matrix(struct problem *problem, struct clueless_answer *matrix)
{
    for (unsigned holder = 0; holder < clueless_holder_count(problem->game); holder++)
        for (unsigned card = 0; card < clueless_card_count(problem->game); card++) {
            int literal = has(problem, holder, card);

            if (!(problem->seen_free[holder] & clueless_card(card)) && !can_be(problem, -literal))
                matrix->yes[holder] |= clueless_card(card);
            if (!(problem->seen_held[holder] & clueless_card(card)) && !can_be(problem, literal))
                matrix->no[holder] |= clueless_card(card);
        }
}

/* ---- counts */

struct dealing {
    const struct clueless_instance *game;
    uint64_t held[CLUELESS_HOLDERS_MAX];
    int places[CLUELESS_HOLDERS_MAX]; /* left; below 0 where the hand's size is not known */
    uint32_t cards_dealt;
    struct clueless_answer *answer;
};

static bool is_true(const struct clueless_fact *fact, const uint64_t *held)
{
    uint64_t cards = held[fact->holder] & fact->cards;

    switch ((enum clueless_kind)fact->kind) {
    case CLUELESS_HAS:
        return cards == fact->cards;
    case CLUELESS_LACKS:
        return cards == 0;
    case CLUELESS_ANY:
        return cards != 0;
    case CLUELESS_NOT_ALL:
        return cards != fact->cards;
    }
    return false;
}

static void count_deal(struct dealing *dealing)
{
    const struct clueless_instance *game = dealing->game;
    unsigned holders = clueless_holder_count(game);

    for (unsigned holder = 0; holder < holders; holder++)
        if (dealing->places[holder] > 0)
            return;
    for (size_t i = 0; i < game->fact_count; i++)
        if (!is_true(&game->facts[i], dealing->held))
            return;
    dealing->answer->deals++;
    for (unsigned card = 0; card < clueless_card_count(game); card++)
        for (unsigned holder = 0; holder < holders; holder++)
            dealing->answer->counts[card * holders + holder] += (dealing->held[holder] & clueless_card(card)) != 0;
}

static bool may_get(const struct dealing *dealing, unsigned holder, unsigned card)
{
    const struct clueless_instance *game = dealing->game;

    if ((holder == clueless_table(game)) != ((game->table & clueless_card(card)) != 0) || dealing->places[holder] == 0)
        return false;
    return holder != clueless_envelope(game) ||
           !(dealing->held[holder] & clueless_category(game, clueless_category_of(game, card)));
}

/* From this card on; false where it takes too long. */
static bool deal_from(struct dealing *dealing, unsigned card)
{
    if (card == clueless_card_count(dealing->game)) {
        count_deal(dealing);
        return true;
    }
    for (unsigned holder = 0; holder < clueless_holder_count(dealing->game); holder++) {
        bool known = dealing->places[holder] > 0;

        if (!may_get(dealing, holder, card))
            continue;
        if (++dealing->cards_dealt > CARDS_DEALT_MAX)
            return false;
        dealing->held[holder] |= clueless_card(card);
        dealing->places[holder] -= known;
        if (!deal_from(dealing, card + 1))
            return false;
        dealing->places[holder] += known;
        dealing->held[holder] &= ~clueless_card(card);
    }
    return true;
}

static void count_deals(const struct clueless_instance *game, struct clueless_answer *answer)
{
    struct dealing dealing = {.game = game, .answer = answer};

    for (unsigned player = 0; player < game->player_count; player++)
        dealing.places[player] = game->sizes[player];
    dealing.places[clueless_table(game)] = CLUELESS_UNKNOWN;
    dealing.places[clueless_envelope(game)] = CLUELESS_CATEGORIES;
    if (deal_from(&dealing, 0)) {
        answer->counted = 1;
    } else {
        answer->deals = 0;
        memset(answer->counts, 0, clueless_answer_bytes(game) - sizeof *answer);
    }
}

static const char *refuses(const void *instance)
{
    (void)instance;
    return NULL;
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    const struct clueless_instance *game = instance;
    struct clueless_answer *matrix = answer;
    struct problem problem = {.game = game, .work = work};
    enum outcome outcome = OUTCOME_CONTRADICTION;

    (void)context;
    problem.solver = ccadical_init();
    ccadical_set_option(problem.solver, "quiet", 1); /* it prints where a clause is false */
    problem.next_variable = (int)(1 + clueless_card_count(game) * clueless_holder_count(game));
    encode_deal(&problem);
    for (size_t i = 0; i < game->fact_count; i++)
        encode_fact(&problem, &game->facts[i]);
    if (find_deal(&problem)) {
        memset(matrix, 0, clueless_answer_bytes(game));
        fill_matrix(&problem, matrix);
        count_deals(game, matrix);
        outcome = OUTCOME_SOLVED;
    }
    ccadical_release(problem.solver);
    return problem.spent ? OUTCOME_LIMIT : outcome;
}

extern const struct variant clueless_oracle;
const struct variant clueless_oracle = {
    .name = "oracle",
    .summary = "a propositional encoding solved by CaDiCaL, two calls a cell; deals counted one by one where they are few",
    .bound = "1 + 2 * cards * holders calls of the solver, and 16384 cards dealt",
    .domain = "all",
    .claim = CLAIM_EXACT,
    .detail = DETAIL_COUNTS,
    .refuses = refuses,
    .solve = solve,
};
