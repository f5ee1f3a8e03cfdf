/* Games and answers as text. */
#include "parts.h"

void adjacent_format(const struct cases *cases, struct text *text)
{
    text_unsigned(text, cases->count);
    text_char(text, '\n');
    for (size_t i = 0; i < cases->count; i++) {
        const struct adjacent_instance *game = cases->instances[i];

        text_unsigned(text, game->n);
        text_char(text, '\n');
        for (uint32_t turn = 0; turn < game->n; turn++) {
            text_unsigned(text, game->turns[turn].tile);
            text_char(text, ' ');
            text_unsigned(text, game->turns[turn].cell);
            text_char(text, '\n');
        }
    }
}

void adjacent_print(const void *instance, const struct result *result, size_t number, enum detail detail,
                    struct text *text)
{
    const struct adjacent_answer *answer = result->answer;

    (void)instance;
    (void)detail;
    text_string(text, "Case #");
    text_unsigned(text, number);
    text_string(text, ": ");
    if (result->outcome == OUTCOME_SOLVED) {
        text_unsigned(text, answer->mistakes[ADJACENT_A]);
        text_char(text, ' ');
        text_unsigned(text, answer->mistakes[ADJACENT_B]);
    } else {
        text_string(text, outcome_names[result->outcome]);
    }
    text_char(text, '\n');
}
