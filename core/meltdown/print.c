/* Instances and answers as bytes. The players of a statement are printed in rising order. */
#include "internal.h"

static void format_statement(const struct meltdown_statement *statement, struct text *text)
{
    text_unsigned(text, (uint64_t)__builtin_popcountll(statement->players));
    for (uint64_t rest = statement->players; rest; rest &= rest - 1) {
        text_char(text, ' ');
        text_unsigned(text, (uint64_t)__builtin_ctzll(rest));
    }
    text_char(text, ' ');
    text_unsigned(text, statement->value);
    text_char(text, '\n');
}

void meltdown_format(const struct cases *cases, struct text *text)
{
    const struct meltdown_instance *game = cases->instances[0];

    text_format(text, "%u %u\n", game->player_count, game->round_count);
    for (uint32_t i = 0; i < game->player_count; i++) {
        text_unsigned(text, game->cards >> i & 1);
        text_char(text, i + 1 < game->player_count ? ' ' : '\n');
    }
    for (uint32_t r = 0; r < game->round_count; r++) {
        text_unsigned(text, game->rounds[r].count);
        text_char(text, '\n');
        for (size_t i = 0; i < game->rounds[r].count; i++)
            format_statement(&game->rounds[r].statements[i], text);
    }
}

void meltdown_print(const void *instance, const struct result *result, size_t number, enum detail detail,
                    struct text *text)
{
    const struct meltdown_instance *game = instance;
    const struct meltdown_answer *answer = result->answer;

    (void)number;
    (void)detail;
    if (result->outcome != OUTCOME_SOLVED) {
        text_string(text, outcome_names[result->outcome]);
        text_char(text, '\n');
        return;
    }
    for (uint32_t i = 0; i < game->player_count; i++) {
        text_signed(text, answer->rounds[i]);
        text_char(text, i + 1 < game->player_count ? ' ' : '\n');
    }
}

/* Without a limit from outside only one that the variant's domain states can have been met. */
bool meltdown_explain(const void *instance, enum outcome outcome, const struct variant *variant,
                      void *context, struct arena *arena, struct text *text)
{
    const struct meltdown_instance *game = instance;

    (void)context;
    (void)arena;
    if (outcome != OUTCOME_LIMIT)
        return false;
    text_format(text, "the work on %u players passed a limit of %s: %s", game->player_count, variant->name,
                variant->domain);
    return true;
}
