/* The team of one puzzle, and the oracles that the build has found. */
#include "participant.h"

#include <string.h>

#define ORACLE(puzzle) extern const struct variant puzzle##_oracle;
#include "verify/oracles.def"
#undef ORACLE

static const struct {
    const char *puzzle;
    const struct variant *oracle;
} oracles[] = {
#define ORACLE(puzzle) {#puzzle, &puzzle##_oracle},
#include "verify/oracles.def"
#undef ORACLE
    {NULL, NULL},
};

const struct variant *oracle_find(const struct puzzle *puzzle)
{
    for (size_t i = 0; oracles[i].puzzle; i++)
        if (strcmp(oracles[i].puzzle, puzzle->name) == 0)
            return oracles[i].oracle;
    return NULL;
}

bool team_add(struct team *team, struct participant participant)
{
    if (team->count == PARTICIPANTS_MAX || team_find(team, participant.name) >= 0)
        return false;
    team->members[team->count++] = participant;
    return true;
}

bool team_make(struct team *team, const struct puzzle *puzzle, const struct variant *oracle)
{
    *team = (struct team){.puzzle = puzzle};
    for (size_t i = 0; puzzle->variants[i]; i++) {
        const struct variant *variant = puzzle->variants[i];

        if (!team_add(team, (struct participant){.name = variant->name, .variant = variant}))
            return false;
    }
    return !oracle || team_add(team, (struct participant){.name = "oracle", .role = ROLE_ORACLE, .variant = oracle});
}

static int find(const struct team *team, const char *name, size_t length)
{
    for (size_t i = 0; i < team->count; i++)
        if (strlen(team->members[i].name) == length && memcmp(team->members[i].name, name, length) == 0)
            return (int)i;
    return -1;
}

int team_find(const struct team *team, const char *name)
{
    return find(team, name, strlen(name));
}

bool team_keep(struct team *team, const char *names)
{
    uint64_t kept = 0;
    size_t count = 0;

    for (const char *at = names;;) {
        size_t length = strcspn(at, ",");
        int found = find(team, at, length);

        if (found < 0)
            return false;
        kept |= (uint64_t)1 << found;
        if (!at[length])
            break;
        at += length + 1;
    }
    for (size_t i = 0; i < team->count; i++)
        if (kept >> i & 1)
            team->members[count++] = team->members[i];
    team->count = count;
    return true;
}

const char *participant_refuses(const struct participant *participant, const void *instance)
{
    if (participant->say)
        return participant->declines ? participant->declines(participant->self, instance) : NULL;
    return participant->variant->refuses ? participant->variant->refuses(instance) : NULL;
}

uint64_t team_mask(const struct team *team, enum role role)
{
    uint64_t mask = 0;

    for (size_t i = 0; i < team->count; i++)
        if (team->members[i].role == role)
            mask |= (uint64_t)1 << i;
    return mask;
}
