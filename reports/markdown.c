#include "escape.h"
#include "units.h"
#include "views.h"

static void put_row(struct text *text, const struct ladder *ladder, size_t rung)
{
    const struct puzzle_note *puzzle = &ladder->run->puzzles[ladder->puzzle];
    const struct benchmark *best = ladder_fastest(ladder, rung);
    char figure[UNITS_SIZE];

    text_format(text, "| %s |", show_count(ladder->sizes[rung], figure));
    for (size_t i = 0; i < puzzle->variant_count; i++) {
        const struct benchmark *cell = ladder->cells[rung][i];

        if (puzzle->variants[i].reference)
            continue;
        if (!cell)
            text_string(text, " – |");
        else
            text_format(text, cell == best ? " **%s**%s |" : " %s%s |", show_time(cell->time.median, figure),
                        is_noisy(cell) ? " ~" : "");
    }
    text_char(text, '\n');
}

static void put_ladder(struct text *text, const struct ladder *ladder)
{
    const struct puzzle_note *puzzle = &ladder->run->puzzles[ladder->puzzle];

    text_string(text, "\n**");
    put_markdown(text, ladder->name);
    text_string(text, "**: fastest are ");
    put_fastest(text, ladder, put_markdown);
    text_string(text, ". ");
    put_crossovers(text, ladder, put_markdown);
    text_char(text, ' ');
    put_growth(text, ladder, put_markdown);
    text_string(text, "\n\n| ");
    put_markdown(text, puzzle->measure);
    text_string(text, " |");
    for (size_t i = 0; i < puzzle->variant_count; i++) {
        if (puzzle->variants[i].reference)
            continue;
        text_char(text, ' ');
        put_markdown(text, puzzle->variants[i].name);
        text_string(text, " |");
    }
    text_string(text, "\n|--:|");
    for (size_t i = 0; i < puzzle->variant_count; i++)
        text_string(text, puzzle->variants[i].reference ? "" : "--:|");
    text_char(text, '\n');
    for (size_t r = 0; r < ladder->rung_count; r++)
        put_row(text, ladder, r);
}

static void put_told(void *self, const char *name, const char *value)
{
    struct text *text = self;

    text_string(text, "  - ");
    put_markdown(text, name);
    text_string(text, ": ");
    put_markdown(text, value);
    text_char(text, '\n');
}

void put_markdown_report(struct text *text, const struct report *report)
{
    text_string(text, "# Which implementation is fastest where\n\n");
    put_origin(text, &report->run->origin, put_markdown);
    text_string(text, "\n\nTime per case, median; bold is the fastest that claims to be exact, ~ has "
                      "quartiles more than 10% apart.\n");
    for (size_t i = 0; i < report->run->puzzle_count; i++) {
        text_string(text, "\n## ");
        put_markdown(text, report->run->puzzles[i].title);
        text_char(text, '\n');
        for (size_t k = 0; k < report->ladder_counts[i]; k++)
            put_ladder(text, &report->ladders[i][k]);
        if (!report->ladder_counts[i])
            text_string(text, "\nNo workload of rising sizes was timed.\n");
    }
    text_string(text, "\n## Checks\n\n");
    for (size_t i = 0; i < OTHERS; i++) {
        text_format(text, "- %s%s\n", report->others[i].title,
                    report->others[i].root ? "" : " (not among the results)");
        if (report->others[i].root)
            other_tell(&report->others[i], put_told, text);
    }
}
