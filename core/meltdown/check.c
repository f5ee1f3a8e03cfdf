/* The check of an answer, without any variant. It takes the answer at its word (who has announced by which
 * round is the answer's) and asks, from the real world outwards, whether each player of each round knew what
 * he would say: that needs the four worlds of his cell, whether one of these lives needs its own players in
 * the round before, and so on.
 *
 * The look-ups grow by 4n a round, so a budget ends it: a player for whom it has not sufficed is not judged,
 * nor is anything after him. Within the budget it finds every wrong answer; the first round is checked whole
 * at any size. A larger budget would cost more than the variants do. What was found of a world in a round is
 * remembered in a few places, the last one asked for in each: that is all of a small game (four fifths of an
 * exhaustive run's time without it), and little of a large one, whose table would cost more than it saves. */
#include "internal.h"

enum {
    LOOKUPS_MAX = 1 << 12, /* of a world in a round or a statement */
    ROUNDS = 8,            /* and WORLDS: what there is a place for */
    WORLDS = 16
};

struct remembered {
    uint64_t world;
    uint32_t round; /* 0: nothing yet */
    bool alive;
};

struct checker {
    const struct meltdown_instance *game;
    const struct meltdown_answer *answer;
    struct work work; /* a step is a look-up */
    struct remembered places[ROUNDS][WORLDS];
};

/* By the end of the round. Rounds count from 1, as in the answer; -1, for never, is the largest number. */
static bool announced(const struct checker *checker, uint32_t player, uint32_t round)
{
    return (uint32_t)checker->answer->rounds[player] <= round;
}

static bool lives(struct checker *checker, uint64_t world, uint32_t round);

/* What the player would say: the XOR of his neighbours' cards where his own is 1, else their OR. */
static bool answer_in(uint64_t world, uint32_t left, uint32_t self, uint32_t right)
{
    return 1 & (world >> self & 1 ? world >> left ^ world >> right : world >> left | world >> right);
}

/* In `world`, which lives, has none of the other worlds that the player holds possible another answer? */
static bool knows(struct checker *checker, uint64_t world, uint32_t player, uint32_t round)
{
    uint32_t n = checker->game->player_count;
    uint32_t left = (player + n - 1) % n, right = (player + 1) % n;
    uint64_t unseen = (uint64_t)1 << left | (uint64_t)1 << right, turned = 0;
    bool answer = answer_in(world, left, player, right);

    do {
        if (answer_in(world ^ turned, left, player, right) != answer && lives(checker, world ^ turned, round))
            return false;
        turned = (turned - unseen) & unseen;
    } while (turned);
    return true;
}

static bool survives(struct checker *checker, uint64_t world, uint32_t round)
{
    const struct meltdown_round *heard = &checker->game->rounds[round - 1];

    if (!work_spend(&checker->work, 1 + heard->count) && round > 1)
        return false; /* nobody will be judged by it */
    for (size_t s = 0; s < heard->count; s++)
        if (!meltdown_holds(&heard->statements[s], world))
            return false;
    if (round == 1)
        return true;
    if (!lives(checker, world, round - 1))
        return false;
    for (uint32_t i = 0; i < checker->game->player_count; i++)
        if (!announced(checker, i, round - 2) &&
            knows(checker, world, i, round - 1) != announced(checker, i, round - 1))
            return false;
    return true;
}

/* Does the world live when the players of this round reason? */
static bool lives(struct checker *checker, uint64_t world, uint32_t round)
{
    struct remembered *place = &checker->places[round % ROUNDS][world % WORLDS];

    if (place->world != world || place->round != round)
        *place = (struct remembered){world, round, survives(checker, world, round)};
    return place->alive;
}

const char *meltdown_check(const void *instance, const void *answer)
{
    const struct meltdown_instance *game = instance;
    struct checker checker = {.game = game, .answer = answer, .work = work_start(NULL, LOOKUPS_MAX)};

    for (uint32_t i = 0; i < MELTDOWN_PLAYERS_MAX; i++) {
        int16_t round = checker.answer->rounds[i];

        if (i < game->player_count ? round != -1 && (round < 1 || round > (int32_t)game->round_count)
                                   : round != 0)
            return "a round that is not in the game";
    }
    for (uint32_t r = 1; r <= game->round_count; r++) {
        for (uint32_t i = 0; i < game->player_count; i++) {
            bool known = announced(&checker, i, r - 1) || knows(&checker, game->cards, i, r);

            if (r > 1 && !checker.work.steps_left)
                return NULL;
            if (known != announced(&checker, i, r))
                return known ? "a player announces later than he could"
                             : "a player announces before he can know";
        }
    }
    return NULL;
}
