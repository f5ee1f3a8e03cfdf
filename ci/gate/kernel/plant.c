/* The chase visits the slots of an array along one cycle, so that each load waits for the one before it. Near and far
 * differ in the distance of the slots alone: same loop, same count, other addresses. */
#include "plant.h"

#include <stdlib.h>
#include <string.h>

enum { SLOTS = 1 << 13, NEAR_STRIDE = 1, FAR_STRIDE = 1 << 10 /* 4 KiB: 32 MiB in all */ };

static uint32_t *make_cycle(size_t slots, size_t stride)
{
    uint32_t *next = calloc(slots * stride, sizeof *next);
    size_t slot = 0;

    /* 5 n + 1 modulo a power of two is a full cycle that no prefetcher guesses. */
    for (size_t i = 0; next && i < slots; i++) {
        size_t following = (5 * slot + 1) % slots;

        next[slot * stride] = (uint32_t)(following * stride);
        slot = following;
    }
    return next;
}

bool plant_parse(const char *text, struct plant *plant)
{
    static const char *const names[] = {"", "answer", "work", "repeat", "spin", "near", "far"};
    const char *colon = strchr(text, ':');
    size_t length = colon ? (size_t)(colon - text) : strlen(text);

    *plant = (struct plant){.amount = colon ? strtoull(colon + 1, NULL, 10) : 0};
    for (size_t i = 1; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == length && memcmp(names[i], text, length) == 0)
            plant->kind = (enum plant_kind)i;
    if (plant->kind == PLANT_NEAR)
        plant->next = make_cycle(16, NEAR_STRIDE);
    if (plant->kind == PLANT_FAR)
        plant->next = make_cycle(SLOTS, FAR_STRIDE);
    return plant->kind != PLANT_NONE && (plant->kind < PLANT_NEAR || plant->next);
}

void plant_disturb(struct plant *plant, struct work *work, enum outcome *outcome)
{
    if (plant->kind == PLANT_ANSWER)
        *outcome = OUTCOME_CONTRADICTION;
    if (plant->kind == PLANT_WORK)
        COUNT(work->counters, nodes, 1);
    if (plant->kind == PLANT_SPIN)
        for (uint64_t i = 0; i < plant->amount; i++)
            __asm__ volatile("");
}

uint64_t plant_share(struct plant *plant, uint64_t steps)
{
    uint64_t share = plant->owed + steps * plant->amount;

    plant->owed = share % 10000;
    return share / 10000;
}

void plant_batch(struct plant *plant)
{
    uint32_t place = plant->place; /* on from where the last pass ended, or the few lines of one would stay in the cache */

    plant->owed = 0;
    if (plant->kind != PLANT_NEAR && plant->kind != PLANT_FAR)
        return;
    for (uint64_t i = 0; i < plant->amount; i++)
        place = plant->next[place];
    plant->place = place;
}
