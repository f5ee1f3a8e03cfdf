/* Generated games. Every statement is made true of the real cards: where the value drawn is held by none of
 * the players drawn, the other value is held by all of them. */
#include "internal.h"

enum { UNIFORM, STRUCTURED, WIDE, HARD, BOUNDARY, NONE };

const struct input_class meltdown_classes[] = {
    [UNIFORM] = {"uniform", "0 to 3 statements a round, each over any number of random players"},
    [STRUCTURED] = {"structured", "one statement over all, then intervals of 3 to 6 and pairs of neighbours"},
    [WIDE] = {"wide", "5 to 7 statements a round over random halves of the ring"},
    [HARD] = {"hard",
              "statements over all players or all but one: most worlds stay alive, worst for pruning"},
    [BOUNDARY] = {"boundary",
                  "statements whose news reaches the real cards when the rounds end, or just does not"},
    [NONE] = {"none", "statements too far from the real cards for anyone to announce"},
    {NULL, NULL},
};

/* `size` distinct players of 0 .. count - 1, every set equally likely (Floyd's sampling). */
static uint64_t draw_players(struct rng *rng, uint32_t count, uint32_t size)
{
    uint64_t players = 0;

    for (uint32_t last = count - size; last < count; last++) {
        uint64_t drawn = (uint64_t)1 << rng_below(rng, last + 1);

        players |= players & drawn ? (uint64_t)1 << last : drawn;
    }
    return players;
}

/* The same, of the members of `set`; size <= their number. */
static uint64_t draw_members(struct rng *rng, uint64_t set, uint32_t size)
{
    uint64_t places = draw_players(rng, (uint32_t)__builtin_popcountll(set), size);
    uint64_t drawn = 0;

    for (; set; set &= set - 1, places >>= 1)
        if (places & 1)
            drawn |= set & (0 - set);
    return drawn;
}

static uint64_t draw_neighbours(struct rng *rng, uint32_t count)
{
    uint32_t length = rng_one_in(rng, 3) ? 2 : (uint32_t)rng_between(rng, 3, count < 6 ? count : 6);
    uint64_t start = rng_below(rng, count);
    uint64_t players = 0;

    if (length == 2) /* two neighbours, or the two of whom one player sees neither */
        return (uint64_t)1 << start | (uint64_t)1 << (start + 1 + rng_below(rng, 2)) % count;
    for (uint32_t i = 0; i < length; i++)
        players |= (uint64_t)1 << (start + i) % count;
    return players;
}

static struct meltdown_statement make_true(struct rng *rng, uint64_t players, uint64_t cards)
{
    struct meltdown_statement statement = {players, rng_below(rng, 2)};

    if (!meltdown_holds(&statement, cards))
        statement.value ^= 1;
    return statement;
}

/* A statement of which `distance` of its players make it true: the nearest world in which it is false is that
 * many cards away. False where too few players hold either card. */
static bool draw_distant(struct rng *rng, const struct meltdown_instance *game, uint32_t distance,
                         struct meltdown_statement *statement)
{
    uint64_t everyone = meltdown_everyone(game->player_count);
    uint64_t value = rng_below(rng, 2);

    for (int attempt = 0; attempt < 2; attempt++, value ^= 1) {
        uint64_t holders = (value ? game->cards : ~game->cards) & everyone;

        if ((uint32_t)__builtin_popcountll(holders) >= distance) {
            statement->players = draw_members(rng, holders, distance);
            statement->players |= rng_next(rng) & everyone & ~holders;
            statement->value = value;
            return true;
        }
    }
    return false;
}

/* News travels at most two cards a round, mostly one: with `left` rounds to go (this one included) a world at
 * a distance of more than 2 * left tells the real players nothing, one at a distance of `left` may. */
static uint32_t draw_distance(struct rng *rng, size_t input_class, uint32_t players, uint32_t left)
{
    uint32_t distance = 2 * left + 1;

    if (input_class == BOUNDARY)
        return left + (uint32_t)rng_below(rng, left + 2);
    return distance < players ? distance + (uint32_t)rng_below(rng, players - distance) : distance;
}

static size_t draw_count(struct rng *rng, size_t input_class, uint32_t round)
{
    switch (input_class) {
    case UNIFORM:
        return (size_t)rng_below(rng, 4);
    case STRUCTURED:
        return round ? 1 + (size_t)rng_below(rng, 3) : 1;
    case WIDE:
        return 5 + (size_t)rng_below(rng, 3);
    default:
        return 1;
    }
}

static bool draw_statement(struct rng *rng, size_t input_class, const struct meltdown_instance *game,
                           uint32_t round, struct meltdown_statement *statement)
{
    uint32_t n = game->player_count;
    uint64_t players;

    switch (input_class) {
    case UNIFORM:
        players = draw_players(rng, n, 1 + (uint32_t)rng_below(rng, n));
        break;
    case STRUCTURED:
        players = round ? draw_neighbours(rng, n) : meltdown_everyone(n);
        break;
    case WIDE:
        players = draw_players(rng, n, n / 2);
        break;
    case HARD:
        players = draw_players(rng, n, n - (uint32_t)rng_below(rng, 2));
        break;
    default:
        return draw_distant(rng, game, draw_distance(rng, input_class, n, game->round_count - round),
                            statement);
    }
    *statement = make_true(rng, players, game->cards);
    return true;
}

static uint64_t draw_cards(struct rng *rng, size_t input_class, uint32_t count)
{
    if (input_class == HARD)
        return draw_players(rng, count, count / 2);
    if (input_class == NONE || input_class == BOUNDARY)
        return draw_players(rng, count, (uint32_t)rng_below(rng, count + 1));
    return rng_next(rng) & meltdown_everyone(count);
}

const void *meltdown_generate(struct rng *rng, const struct recipe *recipe, struct arena *arena,
                              struct error *error)
{
    uint32_t n = (uint32_t)recipe->size;
    struct meltdown_round *rounds;
    struct meltdown_instance *game =
        meltdown_make(n, (uint32_t)recipe->rounds, draw_cards(rng, recipe->input_class, n), &rounds, arena);
    struct meltdown_statement *statements;

    for (uint32_t r = 0; game && r < game->round_count; r++) {
        size_t count = draw_count(rng, recipe->input_class, r);

        statements = arena_alloc(arena, count, sizeof *statements);
        if (!statements) {
            game = NULL;
            break;
        }
        rounds[r].statements = statements;
        for (size_t i = 0; i < count; i++)
            if (draw_statement(rng, recipe->input_class, game, r, &statements[rounds[r].count]))
                rounds[r].count++;
    }
    if (!game)
        error_out_of_memory(error);
    return game;
}
