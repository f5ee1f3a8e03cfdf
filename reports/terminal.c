#include <math.h>
#include <string.h>

#include "escape.h"
#include "units.h"
#include "views.h"

enum { NAME_WIDTH = 14, BAR_WIDTH = 40 };

/* A bar on a logarithmic scale, from the fastest to the slowest. */
static void put_bar(struct text *text, double ratio, double most)
{
    int length = most > 1 ? (int)(log(ratio) / log(most) * (BAR_WIDTH - 1)) + 1 : 1;

    for (int i = 0; i < length; i++)
        text_char(text, '#');
}

static void put_common(struct text *text, const struct ladder *ladder)
{
    const struct puzzle_note *puzzle = &ladder->run->puzzles[ladder->puzzle];
    size_t variants, rung = ladder_common(ladder, &variants);
    const struct benchmark *best = ladder_fastest(ladder, rung);
    double most = 1;
    char time[UNITS_SIZE], ratio[UNITS_SIZE];

    for (size_t i = 0; best && i < puzzle->variant_count; i++)
        if (ladder->cells[rung][i])
            most = fmax(most, ladder->cells[rung][i]->time.median / best->time.median);
    for (size_t i = 0; best && i < puzzle->variant_count; i++) {
        const struct benchmark *cell = ladder->cells[rung][i];
        size_t length = strlen(puzzle->variants[i].name);

        if (!cell || puzzle->variants[i].reference)
            continue;
        text_string(text, "    ");
        put_terminal(text, puzzle->variants[i].name);
        /* The micro sign is two bytes and one column. */
        show_time(cell->time.median, time);
        text_format(text, "%*s%*s %8s  ", (int)(length < NAME_WIDTH ? NAME_WIDTH - length : 1), "",
                    strchr(time, '\xC2') ? 10 : 9, time,
                    show_ratio(cell->time.median / best->time.median, ratio));
        put_bar(text, fmax(1, cell->time.median / best->time.median), most);
        text_char(text, '\n');
    }
}

static void put_ladder(struct text *text, const struct ladder *ladder)
{
    char size[UNITS_SIZE];
    size_t variants;

    text_string(text, "  ");
    put_terminal(text, ladder->name);
    text_string(text, ": ");
    put_fastest(text, ladder, put_terminal);
    text_string(text, "\n    ");
    put_crossovers(text, ladder, put_terminal);
    text_string(text, "\n    ");
    put_growth(text, ladder, put_terminal);
    text_format(text, "\n    at %s ", show_count(ladder->sizes[ladder_common(ladder, &variants)], size));
    put_terminal(text, ladder->run->puzzles[ladder->puzzle].measure);
    text_string(text, ":\n");
    put_common(text, ladder);
}

static void put_told(void *self, const char *name, const char *value)
{
    struct text *text = self;

    text_string(text, "    ");
    put_terminal(text, name);
    text_string(text, ": ");
    put_terminal(text, value);
    text_char(text, '\n');
}

void put_terminal_report(struct text *text, const struct report *report)
{
    put_origin(text, &report->run->origin, put_terminal);
    text_char(text, '\n');
    for (size_t i = 0; i < report->run->puzzle_count; i++) {
        text_char(text, '\n');
        put_terminal(text, report->run->puzzles[i].title);
        text_char(text, '\n');
        for (size_t k = 0; k < report->ladder_counts[i]; k++)
            put_ladder(text, &report->ladders[i][k]);
        if (!report->ladder_counts[i])
            text_string(text, "  no workload of rising sizes was timed\n");
    }
    for (size_t i = 0; i < OTHERS; i++) {
        text_format(text, "\n%s%s\n", report->others[i].title,
                    report->others[i].root ? "" : ": not among the results");
        if (report->others[i].root)
            other_tell(&report->others[i], put_told, text);
    }
}
