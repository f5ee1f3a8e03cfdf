/* Small games by number: rings of 3, then of 4 players, all real cards, all sequences of statements that are
 * true of them. Size: how many statements. After each but the last the next one comes in the same round, in
 * the next round, or after one round of silence; after the last one's round follow SILENCE rounds without a
 * statement, in which the players go on reasoning.
 *
 * Within a ring and its cards a rank is read as digits, the first statement's first: which of the true
 * statements (all of value 1 come before those of value 0, each in the order of the sets of players as
 * numbers), then the gap to the next one. */
#include "internal.h"

enum { RING_LEAST = 3, RING_MOST = 4, SIZE_MOST = 6, GAPS = 3, SILENCE = 4 };

static bool is_true(uint64_t players, uint64_t value, uint64_t cards)
{
    return meltdown_holds(&(struct meltdown_statement){players, value}, cards);
}

/* How many statements about a ring of n are true of the cards. */
static uint64_t count_true(uint32_t n, uint64_t cards)
{
    uint64_t ones = (uint64_t)__builtin_popcountll(cards);

    return ((uint64_t)2 << n) - ((uint64_t)1 << (n - ones)) - ((uint64_t)1 << ones);
}

static uint64_t count_sequences(uint32_t n, uint64_t cards, uint64_t size)
{
    uint64_t count = 1;

    for (uint64_t i = 0; i < size; i++)
        count *= count_true(n, cards) * (i ? GAPS : 1);
    return count;
}

static uint64_t space_count(uint64_t size)
{
    uint64_t count = 0;

    for (uint32_t n = RING_LEAST; n <= RING_MOST; n++)
        for (uint64_t cards = 0; cards >> n == 0; cards++)
            count += count_sequences(n, cards, size);
    return count;
}

static struct meltdown_statement unrank_statement(uint32_t n, uint64_t cards, uint64_t rank)
{
    for (uint64_t value = 1;; value = 0)
        for (uint64_t players = 1; players >> n == 0; players++)
            if (is_true(players, value, cards) && rank-- == 0)
                return (struct meltdown_statement){players, value};
}

static uint64_t rank_statement(uint32_t n, uint64_t cards, const struct meltdown_statement *statement)
{
    uint64_t rank = 0;

    for (uint64_t value = 1;; value = 0) {
        for (uint64_t players = 1; players >> n == 0; players++) {
            if (players == statement->players && value == statement->value)
                return rank;
            rank += is_true(players, value, cards);
        }
    }
}

/* The game of the sequence `rank` among those of this ring and these cards. */
static const void *unrank_sequence(uint32_t n, uint64_t cards, uint64_t size, uint64_t rank,
                                   struct arena *arena)
{
    struct meltdown_statement *statements = arena_alloc(arena, size, sizeof *statements);
    uint32_t places[SIZE_MOST]; /* the round of each statement */
    uint32_t last = 0;
    uint64_t scale = count_sequences(n, cards, size);
    struct meltdown_round *rounds;
    struct meltdown_instance *game;

    if (!statements)
        return NULL;
    for (uint64_t i = 0; i < size; i++) {
        if (i) {
            scale /= GAPS;
            last += (uint32_t)(rank / scale);
            rank %= scale;
        }
        places[i] = last;
        scale /= count_true(n, cards);
        statements[i] = unrank_statement(n, cards, rank / scale);
        rank %= scale;
    }
    game = meltdown_make(n, last + 1 + SILENCE, cards, &rounds, arena);
    for (uint64_t i = 0; game && i < size; i++) {
        if (!rounds[places[i]].count++)
            rounds[places[i]].statements = &statements[i];
    }
    return game;
}

static const void *space_unrank(uint64_t size, uint64_t rank, struct arena *arena)
{
    uint32_t n = RING_LEAST;
    uint64_t cards = 0, count;

    while (rank >= (count = count_sequences(n, cards, size))) {
        rank -= count;
        if (++cards >> n) {
            cards = 0;
            n++;
        }
    }
    return unrank_sequence(n, cards, size, rank, arena);
}

static bool rank_sequence(const struct meltdown_instance *game, uint64_t *size, uint64_t *rank)
{
    uint64_t choices = count_true(game->player_count, game->cards);
    uint32_t previous = 0;

    *size = 0;
    *rank = 0;
    for (uint32_t r = 0; r < game->round_count; r++) {
        for (size_t i = 0; i < game->rounds[r].count; i++, previous = r) {
            if (++*size > SIZE_MOST || r - previous >= (*size == 1 ? 1 : GAPS))
                return false;
            *rank = *rank * (*size == 1 ? 1 : GAPS) + (r - previous);
            *rank = *rank * choices +
                    rank_statement(game->player_count, game->cards, &game->rounds[r].statements[i]);
        }
    }
    return game->round_count == previous + 1 + SILENCE;
}

static bool space_rank(const void *instance, uint64_t *size, uint64_t *rank)
{
    const struct meltdown_instance *game = instance;

    if (game->player_count > RING_MOST || !rank_sequence(game, size, rank))
        return false;
    for (uint32_t n = RING_LEAST; n <= game->player_count; n++)
        for (uint64_t cards = 0; cards >> n == 0 && (n < game->player_count || cards < game->cards); cards++)
            *rank += count_sequences(n, cards, *size);
    return true;
}

const struct space meltdown_spaces[] = {
    {"games", "games of 3 or 4 players by statements, of which there are", 0, SIZE_MOST, space_count,
     space_unrank, space_rank},
    {0},
};
