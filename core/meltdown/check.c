/* The check of an answer, without any variant. It takes the answer at its word (who has announced by which
 * round is the answer's) and asks, from the real world outwards, whether each player of each round knew what
 * he would say: that needs the four worlds of his cell, whether one of these lives needs its own players in
 * the round before, and so on.
 *
 * The look-ups grow by 4n a round, so a budget ends it, and what lies beyond is not checked. Within
 * the budget it finds every wrong answer; the first round is checked whole at any size. A larger budget would
 * cost more than the variants do. What was found of a world in a round is remembered in a few places, the last one
 * asked for in each: that is all of a small game (four fifths of an exhaustive run's time without it), and little of a
 * large one, whose table would cost more than it saves. */
#include "internal.h"

enum { LOOKUPS_MAX = 1 << 12, PLACES = 128 };

struct remembered {
    uint64_t world;
    uint32_t round; /* from 1; 0: nothing yet */
    bool alive;
};

struct checker {
    const struct meltdown_instance *game;
    const struct meltdown_answer *answer;
    uint32_t lookups; /* so far */
    struct remembered places[PLACES];
};

static bool announced(const struct checker *checker, uint32_t player, uint32_t round)
{
    int16_t answer = checker->answer->rounds[player];

    return answer > 0 && (uint32_t)answer <= round + 1;
}

static bool lives(struct checker *checker, uint64_t world, uint32_t round);

/* In `world`, which lives, is what the player has to say the same in all the worlds that he holds possible?
 */
static bool knows(struct checker *checker, uint64_t world, uint32_t player, uint32_t round)
{
    uint32_t n = checker->game->player_count;
    uint64_t left = (uint64_t)1 << (player + n - 1) % n;
    uint64_t right = (uint64_t)1 << (player + 1) % n;
    bool own = world >> player & 1;
    bool possible[2] = {false, false};

    for (unsigned cards = 0; cards < 4; cards++) {
        uint64_t other = (world & ~(left | right)) | (cards & 1 ? left : 0) | (cards & 2 ? right : 0);
        bool says = own ? cards == 1 || cards == 2 : cards != 0;

        if (!possible[says] && (other == world || lives(checker, other, round)))
            possible[says] = true;
    }
    return possible[0] != possible[1];
}

static bool survives(struct checker *checker, uint64_t world, uint32_t round)
{
    const struct meltdown_round *heard = &checker->game->rounds[round];

    checker->lookups++;
    for (size_t s = 0; s < heard->count; s++, checker->lookups++)
        if (!meltdown_holds(&heard->statements[s], world))
            return false;
    if (!round)
        return true;
    if (checker->lookups > LOOKUPS_MAX || !lives(checker, world, round - 1))
        return false;
    for (uint32_t i = 0; i < checker->game->player_count && checker->lookups <= LOOKUPS_MAX; i++)
        if ((round == 1 || !announced(checker, i, round - 2)) &&
            knows(checker, world, i, round - 1) != announced(checker, i, round - 1))
            return false;
    return true;
}

/* Does the world live when the players of this round (from 0) reason? */
static bool lives(struct checker *checker, uint64_t world, uint32_t round)
{
    struct remembered *place = &checker->places[(world ^ world >> 7 ^ (uint64_t)round * 16) % PLACES];

    if (place->world != world || place->round != round + 1)
        *place = (struct remembered){world, round + 1, survives(checker, world, round)};
    return place->alive;
}

const char *meltdown_check(const void *instance, const void *answer)
{
    const struct meltdown_instance *game = instance;
    struct checker checker = {.game = game, .answer = answer};

    for (uint32_t i = 0; i < MELTDOWN_PLAYERS_MAX; i++) {
        int16_t round = checker.answer->rounds[i];

        if (i < game->player_count ? round != -1 && (round < 1 || round > (int32_t)game->round_count)
                                   : round != 0)
            return "a round that is not in the game";
    }
    for (uint32_t r = 0; r < game->round_count; r++) {
        for (uint32_t i = 0; i < game->player_count; i++) {
            bool known = (r && announced(&checker, i, r - 1)) || knows(&checker, game->cards, i, r);

            if (r && checker.lookups > LOOKUPS_MAX)
                return NULL;
            if (known != announced(&checker, i, r))
                return known ? "a player announces later than he could"
                             : "a player announces before he can know";
        }
    }
    return NULL;
}
