/* The lists of a draft's statements lie one after the other in one block whose size is known before it is begun, so
 * nothing moves while statements are added. */
#include "draft.h"

#include <string.h>

#define TWENTY(stem)                                                                                         \
    stem "01" stem "02" stem "03" stem "04" stem "05" stem "06" stem "07" stem "08" stem "09" stem "10" stem \
         "11" stem "12" stem "13" stem "14" stem "15" stem "16" stem "17" stem "18" stem "19" stem "20"

/* Names of one length each, one after the other. */
static const struct {
    const char *names;
    size_t length;
} stems[CLUELESS_CATEGORIES + 1] = {
    {TWENTY("suspect"), 9}, {TWENTY("weapon"), 8}, {TWENTY("room"), 6}, {TWENTY("player"), 8}};

static struct clueless_name name_of(unsigned stem, unsigned index)
{
    struct clueless_name name = {0};

    memcpy(name.bytes, stems[stem].names + index * stems[stem].length, stems[stem].length);
    return name;
}

bool clueless_draft_start(struct clueless_draft *draft, struct arena *arena, size_t statements, size_t bytes)
{
    draft->arena = arena;
    draft->game = arena_zalloc(arena, 1, sizeof *draft->game);
    draft->statements = arena_alloc(arena, statements, sizeof *draft->statements);
    draft->bytes = arena_alloc(arena, bytes, 1);
    if (!draft->game || !draft->statements || !draft->bytes)
        return false;
    draft->game->me = CLUELESS_NOBODY;
    draft->game->statements = draft->statements;
    return true;
}

static struct clueless_name *copy_names(const struct clueless_name *names, size_t count, struct arena *arena)
{
    struct clueless_name *copies = arena_alloc(arena, count, sizeof *copies);

    return copies ? memcpy(copies, names, count * sizeof *copies) : NULL;
}

size_t clueless_draft_bytes(const struct clueless_instance *game)
{
    size_t bytes = 0;

    for (size_t i = 0; i < game->statement_count; i++)
        bytes += (size_t)game->statements[i].card_count + game->statements[i].other_count;
    return bytes;
}

bool clueless_draft_copy(struct clueless_draft *draft, struct arena *arena,
                         const struct clueless_instance *game, size_t extra)
{
    size_t bytes = clueless_draft_bytes(game) + extra * CLUELESS_CARDS_MAX;

    if (!clueless_draft_start(draft, arena, game->statement_count + extra, bytes))
        return false;
    *draft->game = *game;
    draft->game->statements = draft->statements;
    draft->game->statement_count = 0;
    for (size_t i = 0; i < game->statement_count; i++)
        clueless_draft_add(draft, game->statements[i]);
    if (game->format == CLUELESS_CONTEST)
        return true;
    draft->game->cards = copy_names(game->cards, clueless_card_count(game), arena);
    draft->game->players = copy_names(game->players, game->player_count, arena);
    return draft->game->cards && draft->game->players;
}

bool clueless_draft_names(struct clueless_draft *draft)
{
    struct clueless_instance *game = draft->game;
    struct clueless_name *names;

    if (game->format == CLUELESS_CONTEST)
        return true;
    names = arena_alloc(draft->arena, CLUELESS_CARDS_MAX + CLUELESS_PLAYERS_MOST, sizeof *names);
    if (!names)
        return false;
    for (unsigned i = 0; i < CLUELESS_CATEGORIES; i++)
        for (unsigned card = game->first[i]; card < game->first[i + 1]; card++)
            names[card] = name_of(i, card - game->first[i]);
    for (unsigned i = 0; i < game->player_count; i++)
        names[CLUELESS_CARDS_MAX + i] = name_of(CLUELESS_CATEGORIES, i);
    game->cards = names;
    game->players = names + CLUELESS_CARDS_MAX;
    return true;
}

static bool is_drafted(const struct clueless_name *name, unsigned stem, unsigned index)
{
    struct clueless_name drafted = name_of(stem, index);

    return clueless_same_name(name, &drafted);
}

bool clueless_has_draft_names(const struct clueless_instance *game)
{
    if (game->format == CLUELESS_CONTEST)
        return true;
    for (unsigned i = 0; i < CLUELESS_CATEGORIES; i++)
        for (unsigned card = game->first[i]; card < game->first[i + 1]; card++)
            if (!is_drafted(&game->cards[card], i, card - game->first[i]))
                return false;
    for (unsigned i = 0; i < game->player_count; i++)
        if (!is_drafted(&game->players[i], CLUELESS_CATEGORIES, i))
            return false;
    return true;
}

struct clueless_statement clueless_statement_of(enum clueless_verb verb)
{
    return (struct clueless_statement){
        .verb = (uint8_t)verb, .who = CLUELESS_NOBODY, .shower = CLUELESS_NOBODY, .shown = CLUELESS_NOBODY};
}

void clueless_draft_add(struct clueless_draft *draft, struct clueless_statement statement)
{
    if (statement.card_count)
        memcpy(draft->bytes, statement.cards, statement.card_count);
    statement.cards = draft->bytes;
    draft->bytes += statement.card_count;
    if (statement.other_count)
        memcpy(draft->bytes, statement.others, statement.other_count);
    statement.others = draft->bytes;
    draft->bytes += statement.other_count;
    draft->statements[draft->game->statement_count++] = statement;
}

const struct clueless_instance *clueless_draft_finish(struct clueless_draft *draft)
{
    return clueless_derive(draft->game, draft->arena) ? draft->game : NULL;
}
