/* meltdown bitmask: the set of living worlds as 2^n bits, bit w for world w, taken in vectors of 256.
 *
 * In a world where he holds a 1 a player cannot know if the world with his left neighbour's card turned
 * lives, or that with the right one's: either has the other XOR. Where he holds a 0 and so do both of them,
 * any of the three other worlds of his cell has the other OR; where they do not, only the one in which both
 * hold 0 has. "The world with that card turned" is, for the cards of players 0 to 7, a permutation of the
 * bits inside a vector, for the others another vector, so a few instructions judge 256 worlds. All players
 * are asked about a block of vectors before the next block is read, and the survivors go to a second table:
 * announcements are simultaneous. Once few worlds live they are listed and judged one by one, with look-ups
 * in the same bits.
 *
 * Bound: O(2^n n m / 256) time, 2^n / 4 bytes. Domain: at most 30 players (256 MiB). A step is one vector, or
 * one listed world, asked about one player or statement. Source: this project; shifts inside a word as in
 * Knuth, TAOCP 7.1.3. The same source is compiled for any machine and for AVX2, chosen at run time; with
 * ASSAY_PORTABLE only for any machine. Rejected: one pass over the whole table for each player, which reads
 * it from memory n times. */
#include "meltdown.h"

#include <string.h>

enum {
    PLAYERS_MAX = 30,
    INSIDE = 8,  /* players 0 .. INSIDE - 1: their cards vary inside a vector */
    CASES = 7,   /* the cards of at most two who sit outside, of three in a row */
    BLOCK = 256, /* vectors at most; with the survivors 16 KiB, in the nearest cache */
    SPARSE = 512 /* worlds are listed once only one in so many lives */
};

typedef uint64_t vector __attribute__((vector_size(32)));

/* How vectors are passed differs with and without AVX; here no vector is passed out of this file, nor between
 * the two paths. */
#pragma GCC diagnostic ignored "-Wpsabi"

/* Seats that are constants and the wider instructions pay only where everything is in one function. With
 * ASSAY_SEPARATE a line is there once, so that it can be counted. */
#ifdef ASSAY_SEPARATE
#define INLINE static
#else
#define INLINE static inline __attribute__((always_inline))
#endif

/* What is known of a player before any world is looked at. */
struct player {
    uint32_t left, self, right; /* whose cards */
    size_t run;    /* vectors, aligned, over which the cards of those three outside a vector stay the same */
    vector turned; /* all bits: he announces, so the worlds in which he could not are dropped; else none */
    /* By the cards outside (bit 0 left, 1 self, 2 right), where one of the neighbours sits inside: where
     * inside the vector the world with his left neighbour's, his right neighbour's, both their cards turned
     * has the other answer. */
    vector left_counts[CASES], right_counts[CASES], both_count[CASES];
};

struct table {
    uint32_t player_count;
    size_t vectors; /* a power of two */
    size_t span;    /* vectors in a block */
    vector *living;
    vector *next;     /* the survivors of a round; when worlds are listed: unused */
    uint32_t *worlds; /* NULL until few live, then their list */
    uint64_t count;   /* of living worlds; 0 until they have first been counted */
    struct player *players;
};

static const vector none = {0, 0, 0, 0};
static const vector all = {UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX};

/* Where inside a vector the card of player 0 .. INSIDE - 1 is 1. */
static const vector ones[INSIDE] = {
    {0xaaaaaaaaaaaaaaaa, 0xaaaaaaaaaaaaaaaa, 0xaaaaaaaaaaaaaaaa, 0xaaaaaaaaaaaaaaaa},
    {0xcccccccccccccccc, 0xcccccccccccccccc, 0xcccccccccccccccc, 0xcccccccccccccccc},
    {0xf0f0f0f0f0f0f0f0, 0xf0f0f0f0f0f0f0f0, 0xf0f0f0f0f0f0f0f0, 0xf0f0f0f0f0f0f0f0},
    {0xff00ff00ff00ff00, 0xff00ff00ff00ff00, 0xff00ff00ff00ff00, 0xff00ff00ff00ff00},
    {0xffff0000ffff0000, 0xffff0000ffff0000, 0xffff0000ffff0000, 0xffff0000ffff0000},
    {0xffffffff00000000, 0xffffffff00000000, 0xffffffff00000000, 0xffffffff00000000},
    {0, UINT64_MAX, 0, UINT64_MAX},
    {0, 0, UINT64_MAX, UINT64_MAX},
};

static const char *refuses(const void *instance)
{
    const struct meltdown_instance *game = instance;

    return game->player_count > PLAYERS_MAX ? "more than 30 players" : NULL;
}

static bool is_outside(uint32_t player)
{
    return player >= INSIDE;
}

static size_t outside_bit(uint32_t player)
{
    return (size_t)1 << (player - INSIDE);
}

static vector cards_of(uint32_t player, bool outside_card)
{
    return is_outside(player) ? outside_card ? all : none : ones[player];
}

static void prepare(struct player *player, uint32_t self, const struct table *table)
{
    uint32_t n = table->player_count;
    uint32_t left = (self + n - 1) % n, right = (self + 1) % n;
    size_t changes = ((size_t)1 << left | (size_t)1 << self | (size_t)1 << right) >> INSIDE | table->span;

    player->left = left;
    player->self = self;
    player->right = right;
    player->run = changes & (0 - changes);
    for (unsigned cards = 0; cards < CASES; cards++) {
        vector left_card = cards_of(left, cards & 1);
        vector own = cards_of(self, cards & 2);
        vector right_card = cards_of(right, cards & 4);

        player->left_counts[cards] = own | ~right_card;
        player->right_counts[cards] = own | ~left_card;
        player->both_count[cards] = ~own & ~(left_card ^ right_card);
    }
}

/* The worlds with the card of `player`, inside, turned. */
INLINE vector turn_inside(const vector *at, uint32_t player)
{
    typedef uint32_t halves __attribute__((vector_size(32)));
    typedef uint16_t quarters __attribute__((vector_size(32)));
    uint64_t distance = (uint64_t)1 << player;
    vector worlds = *at;

    switch (player) {
    case 3:
        return (vector)((quarters)worlds << 8 | (quarters)worlds >> 8);
    case 4:
        return (vector)((halves)worlds << 16 | (halves)worlds >> 16);
    case 5:
        return worlds << 32 | worlds >> 32;
    case 6:
        return __builtin_shufflevector(worlds, worlds, 1, 0, 3, 2);
    case 7:
        return __builtin_shufflevector(worlds, worlds, 2, 3, 0, 1);
    default:
        return (worlds & ones[player]) >> distance | (worlds << distance & ones[player]);
    }
}

/* Vector k of the table with the card of `player` turned; `seat`, which the compiler knows, is the player
 * where he is inside, else INSIDE. */
INLINE vector turned(const struct table *table, size_t k, uint32_t player, uint32_t seat)
{
    return is_outside(seat) ? table->living[k ^ outside_bit(player)] : turn_inside(&table->living[k], seat);
}

/* The cards outside of `player` and his neighbours in vector k. */
INLINE unsigned outside_cards(const struct player *player, size_t k)
{
    size_t world = k << INSIDE;

    return (unsigned)((world >> player->left & 1) | (world >> player->self & 1) << 1 |
                      (world >> player->right & 1) << 2);
}

/* Takes from keep, for the block at `first`, the worlds in which this player does not do what he really does.
 * At least one of his neighbours is inside, at the seats given. */
INLINE void ask_inside(const struct table *table, size_t first, const struct player *player, uint32_t left,
                       uint32_t right, vector *keep)
{
    for (size_t at = 0; at < table->span; at += player->run) {
        unsigned cards = outside_cards(player, first + at);
        vector left_counts = player->left_counts[cards];
        vector right_counts = player->right_counts[cards];
        vector both_count = player->both_count[cards];

        for (size_t i = at; i < at + player->run; i++) {
            vector by_left = turned(table, first + i, player->left, left);
            vector by_right = turned(table, first + i, player->right, right);
            vector by_both = is_outside(right) ? turn_inside(&by_right, left) : turn_inside(&by_left, right);

            keep[i] &= ((by_left & left_counts) | (by_right & right_counts) | (by_both & both_count)) ^
                       player->turned;
        }
    }
}

/* The same where the table is one vector: all sit inside, and turns of any seats are fast enough. */
INLINE void ask_small(const struct table *table, const struct player *player, vector *keep)
{
    vector by_left = turn_inside(table->living, player->left);
    vector by_right = turn_inside(table->living, player->right);
    vector by_both = turn_inside(&by_left, player->right);

    *keep &= ((by_left & *player->left_counts) | (by_right & *player->right_counts) |
              (by_both & *player->both_count)) ^
             player->turned;
}

/* The same for a player who sits, with both his neighbours, outside, the right one beyond the block. */
INLINE void ask_outside(const struct table *table, size_t first, const struct player *player, vector *keep)
{
    for (size_t at = 0; at < table->span; at += player->run) {
        size_t k = first + at;
        unsigned cards = outside_cards(player, k);
        const vector *by_left = table->living + (k ^ outside_bit(player->left));
        const vector *by_right = table->living + (first ^ outside_bit(player->right)) + at;
        const vector *by_both = table->living + (k ^ outside_bit(player->left) ^ outside_bit(player->right));
        const vector *other = cards == 5 ? by_both : cards == 1 ? by_left : by_right;
        vector *kept = keep + at;

        if (cards & 2)
            for (size_t i = 0; i < player->run; i++)
                kept[i] &= (by_left[i] | by_right[i]) ^ player->turned;
        else if (cards == 0)
            for (size_t i = 0; i < player->run; i++)
                kept[i] &= (by_left[i] | by_right[i] | by_both[i]) ^ player->turned;
        else
            for (size_t i = 0; i < player->run; i++)
                kept[i] &= other[i] ^ player->turned;
    }
}

/* The same where the eight vectors by the cards of the three are all in the block: no case to tell. */
INLINE void ask_cells(const struct table *table, size_t first, const struct player *player, vector *keep)
{
    size_t left = outside_bit(player->left);
    size_t self = outside_bit(player->self);
    size_t right = outside_bit(player->right);
    const vector turn = player->turned;

    for (size_t at = 0; at < table->span; at += 2 * right) {
        for (size_t i = at; i < at + left; i++) {
            const vector *cell = table->living + first + i;
            vector *kept = keep + i;
            vector apart = cell[0] ^ turn, straight = (cell[self] | cell[self | left | right]) ^ turn;
            vector crossed = (cell[self | left] | cell[self | right]) ^ turn;

            kept[0] &= (cell[left] | cell[right] | cell[left | right]) ^ turn;
            kept[left] &= apart;
            kept[right] &= apart;
            kept[left | right] &= apart;
            kept[self] &= crossed;
            kept[self | left | right] &= crossed;
            kept[self | left] &= straight;
            kept[self | right] &= straight;
        }
    }
}

/* Seats that the compiler knows make a turn one to five instructions. Where there is more than a vector, only
 * 0's left neighbour and the last player's right one come from the ring's other end. */
INLINE void ask(const struct table *table, size_t first, const struct player *player, vector *keep)
{
    uint32_t left = is_outside(player->left) ? INSIDE : player->left;
    uint32_t right = is_outside(player->right) ? INSIDE : player->right;

    if (left == INSIDE && right == INSIDE && 2 * outside_bit(player->right) <= table->span)
        ask_cells(table, first, player, keep);
    else if (left == INSIDE && right == INSIDE)
        ask_outside(table, first, player, keep);
    else if (table->vectors == 1)
        ask_small(table, player, keep);
    else if (left == INSIDE && right == 0)
        ask_inside(table, first, player, INSIDE, 0, keep);
    else if (left == INSIDE)
        ask_inside(table, first, player, INSIDE, 1, keep);
    else if (left == 0)
        ask_inside(table, first, player, 0, 2, keep);
    else if (left == 1)
        ask_inside(table, first, player, 1, 3, keep);
    else if (left == 2)
        ask_inside(table, first, player, 2, 4, keep);
    else if (left == 3)
        ask_inside(table, first, player, 3, 5, keep);
    else if (left == 4)
        ask_inside(table, first, player, 4, 6, keep);
    else if (left == 5)
        ask_inside(table, first, player, 5, 7, keep);
    else if (left == 6)
        ask_inside(table, first, player, 6, INSIDE, keep);
    else if (right == INSIDE)
        ask_inside(table, first, player, 7, INSIDE, keep);
    else
        ask_inside(table, first, player, 7, 0, keep);
}

/* A statement as a set of worlds: those that agree with it in a player outside, of the others the allowed. */
struct heard {
    vector allowed;
    size_t outside; /* the players outside whom it names, as bits of a vector's number */
    size_t against; /* these bits of the vectors in which none of them makes it true */
};

static struct heard translate(const struct meltdown_statement *statement)
{
    struct heard heard = {.allowed = none, .outside = (size_t)(statement->players >> INSIDE)};

    heard.against = statement->value ? 0 : heard.outside;
    for (uint32_t i = 0; i < INSIDE; i++)
        if (statement->players >> i & 1)
            heard.allowed |= statement->value ? ones[i] : ~ones[i];
    return heard;
}

/* Drops from the block at `first` the worlds in which the statement is false. */
INLINE void hear_in_block(const struct table *table, size_t first, const struct heard *heard)
{
    size_t inner = table->span - 1, outside = heard->outside & inner;
    size_t others = inner & ~outside, part = 0;
    vector *worlds = table->living + first + (heard->against & inner);

    if ((first & heard->outside) != (heard->against & ~inner))
        return;
    do {
        worlds[part] &= heard->allowed;
        part = (part - others) & others;
    } while (part);
}

INLINE uint64_t count_worlds(const vector *worlds, size_t vectors)
{
    uint64_t count = 0;

    for (size_t k = 0; k < vectors; k++)
        for (int i = 0; i < 4; i++)
            count += (uint64_t)__builtin_popcountll(worlds[k][i]);
    return count;
}

/* All statements of a round, block by block: the table is read once. Returns the number of worlds left. */
INLINE uint64_t hear_all(const struct table *table, const struct heard *heard, size_t heard_count)
{
    uint64_t count = 0;

    for (size_t first = 0; first < table->vectors; first += table->span) {
        for (size_t i = 0; i < heard_count; i++)
            hear_in_block(table, first, &heard[i]);
        count += count_worlds(table->living + first, table->span);
    }
    return count;
}

/* Writes to next the living worlds that have the real announcers. Returns their number. */
INLINE uint64_t judge_all(const struct table *table, uint32_t waiting)
{
    uint64_t count = 0;

    for (size_t first = 0; first < table->vectors; first += table->span) {
        vector keep[BLOCK];
        vector any = none;

        for (size_t i = 0; i < table->span; i++)
            any |= keep[i] = table->living[first + i];
        if (any[0] | any[1] | any[2] | any[3])
            for (uint32_t rest = waiting; rest; rest &= rest - 1)
                ask(table, first, &table->players[__builtin_ctz(rest)], keep);
        for (size_t i = 0; i < table->span; i++)
            table->next[first + i] = keep[i];
        count += count_worlds(keep, table->span);
    }
    return count;
}

#if defined(__x86_64__) && !defined(ASSAY_PORTABLE)
#define WIDE __attribute__((target("avx2")))

static bool has_wide(void)
{
    return __builtin_cpu_supports("avx2");
}
WIDE static uint64_t hear_all_wide(const struct table *table, const struct heard *heard, size_t heard_count)
{
    return hear_all(table, heard, heard_count);
}

WIDE static uint64_t judge_all_wide(const struct table *table, uint32_t waiting)
{
    return judge_all(table, waiting);
}
#else
#define has_wide() false
#define hear_all_wide hear_all
#define judge_all_wide judge_all
#endif

static bool lives(const struct table *table, uint32_t world)
{
    return table->living[world >> INSIDE][world >> 6 & 3] >> (world & 63) & 1;
}

static void kill_world(const struct table *table, uint32_t world)
{
    table->living[world >> INSIDE][world >> 6 & 3] &= ~((uint64_t)1 << (world & 63));
}

static bool knows(const struct table *table, uint32_t world, const struct player *player)
{
    uint32_t left = (uint32_t)1 << player->left, right = (uint32_t)1 << player->right;

    if (world >> player->self & 1)
        return !lives(table, world ^ left) && !lives(table, world ^ right);
    if (world & (left | right))
        return !lives(table, world & ~(left | right));
    return !lives(table, world | left) && !lives(table, world | right) && !lives(table, world | left | right);
}

static void hear_listed(struct table *table, const struct meltdown_statement *statement)
{
    uint64_t kept = 0;

    for (uint64_t k = 0; k < table->count; k++) {
        uint32_t world = table->worlds[k];

        if ((statement->value ? world : ~world) & (uint32_t)statement->players)
            table->worlds[kept++] = world;
        else
            kill_world(table, world);
    }
    table->count = kept;
}

static bool is_sparse(const struct table *table)
{
    return table->count <= table->vectors / (SPARSE / 256);
}

static void list_living(struct table *table)
{
    uint64_t count = 0;

    table->worlds = (uint32_t *)table->next;
    for (size_t k = 0; k < table->vectors; k++)
        for (uint32_t i = 0; i < 4; i++)
            for (uint64_t rest = table->living[k][i]; rest; rest &= rest - 1)
                table->worlds[count++] = (uint32_t)(k << INSIDE) + i * 64 + (uint32_t)__builtin_ctzll(rest);
}

/* Drops the worlds in which a statement is false. *dropped: were there any? False without memory. */
static bool hear(struct table *table, const struct meltdown_round *round, struct arena *arena, bool *dropped)
{
    struct arena_mark mark = arena_mark(arena);
    uint64_t before = table->count;
    struct heard *heard;

    if (table->worlds) {
        for (size_t s = 0; s < round->count; s++)
            hear_listed(table, &round->statements[s]);
    } else if (round->count) {
        heard = arena_alloc(arena, round->count, sizeof *heard);
        if (!heard)
            return false;
        for (size_t s = 0; s < round->count; s++)
            heard[s] = translate(&round->statements[s]);
        table->count =
            has_wide() ? hear_all_wide(table, heard, round->count) : hear_all(table, heard, round->count);
        arena_release(arena, mark);
        if (is_sparse(table))
            list_living(table);
    }
    *dropped = table->count < before;
    return true;
}

/* Drops the listed worlds that have other announcers, which go behind the others until the last one has been
 * judged. Were there any? */
static bool judge_listed(struct table *table, uint32_t waiting, uint32_t announcers)
{
    uint64_t kept = 0;
    uint64_t before = table->count;

    for (uint64_t k = 0; k < before; k++) {
        uint32_t world = table->worlds[k];
        uint32_t rest = waiting;

        while (rest && knows(table, world, &table->players[__builtin_ctz(rest)]) ==
                           (announcers >> __builtin_ctz(rest) & 1))
            rest &= rest - 1;
        if (!rest) {
            table->worlds[k] = table->worlds[kept];
            table->worlds[kept++] = world;
        }
    }
    for (uint64_t k = kept; k < before; k++)
        kill_world(table, table->worlds[k]);
    table->count = kept;
    return kept < before;
}

/* The same where the worlds are not listed. */
static bool judge_table(struct table *table, uint32_t waiting, uint32_t announcers)
{
    uint64_t before = table->count;
    vector *survivors = table->next;

    for (uint32_t i = 0; i < table->player_count; i++)
        table->players[i].turned = announcers >> i & 1 ? all : none;
    table->count = has_wide() ? judge_all_wide(table, waiting) : judge_all(table, waiting);
    table->next = table->living;
    table->living = survivors;
    if (is_sparse(table))
        list_living(table);
    return table->count < before;
}

static enum outcome play(const struct meltdown_instance *game, struct table *table, struct work *work,
                         struct meltdown_answer *answer)
{
    uint32_t waiting = ((uint32_t)1 << game->player_count) - 1;
    bool changed = true;

    for (uint32_t r = 0; r < game->round_count && waiting; r++) {
        uint64_t steps = table->worlds ? table->count : table->vectors;
        bool dropped;

        if (!work_spend(work, steps * (game->player_count + game->rounds[r].count)))
            return OUTCOME_LIMIT;
        if (!hear(table, &game->rounds[r], work->arena, &dropped))
            return OUTCOME_NO_MEMORY;
        changed |= dropped;
        if (changed) {
            uint32_t announcers = 0;

            for (uint32_t rest = waiting; rest; rest &= rest - 1)
                if (knows(table, (uint32_t)game->cards, &table->players[__builtin_ctz(rest)]))
                    announcers |= rest & (0 - rest);
            COUNT(work->counters, words, table->worlds ? table->count : table->vectors * 4);
            changed = table->worlds ? judge_listed(table, waiting, announcers)
                                    : judge_table(table, waiting, announcers);
            waiting &= ~announcers;
            for (; announcers; announcers &= announcers - 1)
                answer->rounds[__builtin_ctz(announcers)] = (int16_t)(r + 1);
        }
        COUNT(work->counters, worlds, table->count);
    }
    return OUTCOME_SOLVED;
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    const struct meltdown_instance *game = instance;
    struct meltdown_answer *result = answer;
    struct table table = {.player_count = game->player_count};

    (void)context;
    if (refuses(game))
        return OUTCOME_UNSUPPORTED;
    table.vectors = is_outside(game->player_count) ? outside_bit(game->player_count) : 1;
    table.span = table.vectors < BLOCK ? table.vectors : BLOCK;
    table.players = arena_alloc(work->arena, game->player_count, sizeof *table.players);
    table.living = arena_alloc(work->arena, table.vectors, sizeof *table.living);
    table.next = arena_alloc(work->arena, table.vectors, sizeof *table.next);
    if (!table.players || !table.living || !table.next)
        return OUTCOME_NO_MEMORY;
    memset(table.living, 0xff, table.vectors * sizeof *table.living);
    for (uint32_t i = game->player_count; i < INSIDE; i++)
        table.living[0] &= ~ones[i]; /* no such players: their cards are 0 */
    for (uint32_t i = 0; i < game->player_count; i++)
        prepare(&table.players[i], i, &table);
    for (uint32_t i = 0; i < MELTDOWN_PLAYERS_MAX; i++)
        result->rounds[i] = i < game->player_count ? -1 : 0;
    return play(game, &table, work, result);
}

extern const struct variant meltdown_bitmask;
const struct variant meltdown_bitmask = {
    .name = "bitmask",
    .summary = "the living worlds as 2^n bits, 256 judged at a time",
    .bound = "O(2^n n m / 256) time, 2^n / 4 bytes",
    .domain = "at most 30 players",
    .claim = CLAIM_EXACT,
    .walk = "living worlds",
    .walk_counter = COUNTER_worlds,
    .refuses = refuses,
    .solve = solve,
};
