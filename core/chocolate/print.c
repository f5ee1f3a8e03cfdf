/* Puzzles and answers to text. */
#include "parts.h"

static const char shapes[] = "SRT_";
static const char flavours[] = "VSC_";

static void print_code(unsigned shape, unsigned flavour, bool ends_row, struct text *text)
{
    const char bytes[3] = {shapes[shape], flavours[flavour], ends_row ? '\n' : ' '};

    text_put(text, bytes, sizeof bytes);
}

static void format_clue(const struct chocolate_clue *clue, struct text *text)
{
    text_format(text, "%u %u\n", clue->height, clue->width);
    for (unsigned i = 0; i < (unsigned)clue->height * clue->width; i++)
        print_code(chocolate_shape(clue->codes[i]), chocolate_flavour(clue->codes[i]),
                   (i + 1) % clue->width == 0, text);
}

void chocolate_format(const struct cases *cases, struct text *text)
{
    text_format(text, "%zu\n", cases->count);
    for (size_t i = 0; i < cases->count; i++) {
        const struct chocolate_instance *puzzle = cases->instances[i];

        text_format(text, "%u\n", puzzle->count);
        for (unsigned c = 0; c < puzzle->count; c++)
            format_clue(&puzzle->clues[c], text);
    }
}

void chocolate_print(const void *instance, const struct result *result, size_t number, enum detail detail,
                     struct text *text)
{
    const struct chocolate_answer *answer = result->answer;

    (void)instance;
    (void)detail;
    text_format(text, "Puzzle #%zu:\n", number);
    if (result->outcome != OUTCOME_SOLVED)
        text_format(text, "%s\n", outcome_names[result->outcome]);
    else if (answer->boards == CHOCOLATE_NONE)
        text_string(text, "no board\n");
    else
        for (unsigned i = 0; i < CHOCOLATE_CELLS; i++)
            print_code(answer->cells[i] / CHOCOLATE_SIDE, answer->cells[i] % CHOCOLATE_SIDE,
                       (i + 1) % CHOCOLATE_SIDE == 0, text);
    text_char(text, '\n');
}
