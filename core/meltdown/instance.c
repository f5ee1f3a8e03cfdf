/* Instances made by anything but the parser start here: a ring with rounds that the caller fills in. */
#include "internal.h"

#include <string.h>

struct meltdown_instance *meltdown_make(uint32_t players, uint32_t rounds, uint64_t cards,
                                        struct meltdown_round **filled, struct arena *arena)
{
    struct meltdown_instance *game = arena_alloc(arena, 1, sizeof *game);

    *filled = arena_zalloc(arena, rounds, sizeof **filled);
    if (!game || !*filled)
        return NULL;
    *game = (struct meltdown_instance){players, rounds, cards, *filled};
    return game;
}

struct meltdown_instance *meltdown_copy(const struct meltdown_instance *game, struct meltdown_round **filled,
                                        struct arena *arena)
{
    struct meltdown_instance *copy =
        meltdown_make(game->player_count, game->round_count, game->cards, filled, arena);

    if (copy)
        memcpy(*filled, game->rounds, game->round_count * sizeof **filled);
    return copy;
}
