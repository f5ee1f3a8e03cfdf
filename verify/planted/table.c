/* The page of the self-test. */
#include "table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/cli/environment.h"
#include "verify/enumerate.h"

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

double median_seconds(const struct selftest *test)
{
    double *seconds = calloc(test->count + 1, sizeof *seconds), median = 0;

    for (size_t i = 0; seconds && i < test->count; i++)
        seconds[i] = test->hunts[i].seconds;
    if (seconds && test->count) {
        qsort(seconds, test->count, sizeof *seconds, by_value);
        median = (seconds[(test->count - 1) / 2] + seconds[test->count / 2]) / 2;
    }
    free(seconds);
    return median;
}

void describe_verdict(const struct hunt *hunt, struct text *text)
{
    if (hunt->found)
        text_format(text, "%s: %s", kind_names[hunt->finding.signature.kind], hunt->finding.detail);
    else
        text_string(text, "MISSED");
    if (hunt->accused)
        text_string(text, " (AND SOMEBODY ELSE ACCUSED)");
}

static void write_row(const struct selftest *test, const struct hunt *hunt, struct text *text)
{
    const struct puzzle *puzzle = puzzle_find(hunt->bug->puzzle);

    text_format(text, "| `%s` | %s | ", hunt->bug->variant->name, hunt->bug->variant->summary);
    describe_verdict(hunt, text);
    text_format(text, " | %s | ", hunt->place);
    text_grouped(text, hunt->cases);
    text_format(text, " | %.2f | %" PRIu64 " %s", hunt->seconds, hunt->size, puzzle->size.name);
    if (hunt->others)
        text_format(text, " after %zu more %s", hunt->others, hunt->others == 1 ? "case" : "cases");
    text_format(text, " | %s | ", label_names[hunt->label]);
    if (!test->uniform)
        text_string(text, "-");
    else if (!hunt->uniform_found)
        text_string(text, "**none** in ");
    if (test->uniform)
        text_grouped(text, hunt->uniform);
    text_string(text, " |\n");
}

void test_commit(struct selftest *test, const char *commit)
{
    if (test->commits.length && strstr(test->commits.bytes, commit))
        return;
    text_format(&test->commits, "%s%s", test->commits.length ? ", " : "", commit);
}

static void write_environment(const struct selftest *test, struct text *text)
{
    struct environment environment;
    double load = 0;

    environment_read(&environment);
    if (getloadavg(&load, 1) != 1)
        load = 0;
    text_format(text, "Made by `%s` on %.10s: %s, %d CPUs, load %.1f, %s, %s, commit %s.\n\n", test->command,
                environment.date, environment.cpu, environment.cpus, load, environment.kernel, environment.compiler,
                test->commits.bytes);
}

/* Those that no uniform case has shown, puzzle by puzzle. */
static void write_missed(const struct selftest *test, struct text *text)
{
    size_t missed = 0;

    text_string(text, "By uniform cases alone, ");
    text_grouped(text, test->uniform);
    text_string(text, " a bug, these were missed:");
    for (size_t i = 0; i < test->count; i++) {
        const char *puzzle = test->hunts[i].bug->puzzle;

        missed += !test->hunts[i].uniform_found && test->hunts[i].uniform >= test->uniform;
        if (i + 1 < test->count && strcmp(test->hunts[i + 1].bug->puzzle, puzzle) == 0)
            continue;
        text_format(text, " %zu of %s%s", missed, puzzle, i + 1 < test->count ? "," : ".\n\n");
        missed = 0;
    }
}

static void write_head(const struct selftest *test, struct text *text)
{
    double slowest = 0;
    size_t found = 0;

    for (size_t i = 0; i < test->count; i++) {
        found += test->hunts[i].found;
        slowest = test->hunts[i].seconds > slowest ? test->hunts[i].seconds : slowest;
    }
    text_string(text, "# The self-test: every planted bug is found\n\n");
    write_environment(test, text);
    text_format(text,
                "%zu of %zu wrong variants found, each among all right ones and the oracle, as `make test` "
                "looks for them: random\n"
                "cases of all classes in turn, of sizes that two variants compare in a millisecond, then all small "
                "instances.\nTo the first counterexample: median "
                "%.2f s, slowest %.2f s.\n\n",
                found, test->count, median_seconds(test), slowest);
    if (test->uniform)
        write_missed(test, text);
    if (test->right_cases) {
        text_string(text, "With nobody wrong taking part, ");
        text_grouped(text, test->right_cases);
        text_format(text, " cases were compared in %.0f s, and %s.\n\n", test->right_seconds,
                    test->right_accused ? "SOMEBODY WAS ACCUSED" : "nobody was accused");
    }
    text_string(
        text,
        "*verdict*: what the engine says of the bug. *cases*, *seconds*: up to the first counterexample.\n"
        "*smallest*: its size after shrinking. *uniform*: cases of the class `uniform` alone, answers "
        "compared and nothing\n"
        "else, up to the first counterexample, or all that were tried.\n");
}

void write_page(const struct selftest *test, struct text *text)
{
    const char *puzzle = "";

    write_head(test, text);
    for (size_t i = 0; i < test->count; i++) {
        const struct hunt *hunt = &test->hunts[i];

        if (strcmp(puzzle, hunt->bug->puzzle) != 0)
            text_format(
                text,
                "\n## %s\n\nRandom cases of at most %" PRIu64 " %s.\n\n"
                "| bug | the mistake | verdict | seen in | cases | seconds | smallest | label | uniform |\n"
                "|---|---|---|---|--:|--:|---|---|--:|\n",
                hunt->bug->puzzle, hunt->largest, puzzle_find(hunt->bug->puzzle)->size.name);
        puzzle = hunt->bug->puzzle;
        write_row(test, hunt, text);
    }
}
