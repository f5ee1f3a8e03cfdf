/* Signatures: compared, matched, named. */
#include "finding.h"

#include <string.h>

const char *const kind_names[KIND_COUNT] = {
#define KIND(name, word, summary) word,
#include "kinds.def"
#undef KIND
};

const char *const kind_summaries[KIND_COUNT] = {
#define KIND(name, word, summary) summary,
#include "kinds.def"
#undef KIND
};

bool signature_equal(const struct signature *a, const struct signature *b)
{
    return a->kind == b->kind && a->invariant == b->invariant && a->wrong == b->wrong &&
           memcmp(a->group, b->group, sizeof a->group) == 0;
}

static bool disagree(const struct signature *signature, int a, int b)
{
    if (signature->wrong)
        return (signature->wrong >> a & 1) != (signature->wrong >> b & 1);
    return signature->group[a] && signature->group[b] && signature->group[a] != signature->group[b];
}

bool signature_matches(const struct signature *kept, const struct signature *other)
{
    if (kept->kind != other->kind || kept->invariant != other->invariant)
        return false;
    if (kept->kind != KIND_DISAGREE || (kept->wrong && other->wrong))
        return kept->wrong == other->wrong;
    for (int a = 0; a < PARTICIPANTS_MAX; a++)
        for (int b = 0; b < a; b++)
            if (disagree(kept, a, b) && disagree(other, a, b))
                return true;
    return false;
}

static void join(const struct team *team, uint64_t mask, const char *between, const char *last, struct text *text)
{
    for (bool first = true; mask; mask &= mask - 1) {
        if (!first)
            text_string(text, mask & (mask - 1) ? between : last);
        first = false;
        text_string(text, team->members[__builtin_ctzll(mask)].name);
    }
}

static uint64_t members_of(const struct signature *signature, uint8_t group)
{
    uint64_t mask = 0;

    for (int i = 0; i < PARTICIPANTS_MAX; i++)
        if (signature->group[i] == group)
            mask |= (uint64_t)1 << i;
    return mask;
}

void signature_name(const struct signature *signature, const struct team *team, struct text *text)
{
    size_t begin = text->length;
    uint64_t members;

    text_format(text, "%s-%s", team->puzzle->name, kind_names[signature->kind]);
    if (signature->kind == KIND_INVARIANT)
        text_format(text, "-%s", team->puzzle->invariants[signature->invariant].name);
    if (signature->wrong) {
        text_char(text, '-');
        join(team, signature->wrong, "+", "+", text);
    }
    for (uint8_t group = 1; !signature->wrong && (members = members_of(signature, group)); group++) {
        text_string(text, group == 1 ? "-" : "-against-");
        join(team, members, "+", "+", text);
    }
    for (size_t i = begin; i < text->length; i++)
        if (text->bytes[i] == '/' || text->bytes[i] == ' ')
            text->bytes[i] = '_';
}
