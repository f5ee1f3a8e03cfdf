/* The bounds: exhaustive runs that passed, and statements proved by other programs. */
#include "bounds.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "core/cli/file.h"
#include "enumerate.h"

static bool is_bound(const struct check *check)
{
    return check->instances && check->verdict == VERDICT_PASSED;
}

static double rate(const struct check *check)
{
    return check->seconds > 0 ? (double)check->instances / check->seconds : 0;
}

/* A row: right-aligned numbers, so that the statements, which are not all ASCII, may be of any width. */
static void print_row(const struct check *check, const char *prefix)
{
    struct text instances = {0}, each = {0};

    text_grouped(&instances, check->instances);
    text_grouped(&each, (uint64_t)rate(check));
    if (!instances.failed && !each.failed)
        printf("%s%15s %9.1f %11s  %s\n", prefix, instances.bytes, check->seconds, each.bytes, check->statement);
    text_free(&instances);
    text_free(&each);
}

void bounds_print(const struct report *report)
{
    const char *prefix = report->tap ? "# " : "";
    size_t count = 0;

    for (size_t i = 0; i < report->count; i++)
        count += is_bound(&report->checks[i]);
    if (count < 2)
        return;
    printf("%s\n%s%15s %9s %11s  bound\n", report->tap ? "#" : "", prefix, "instances", "seconds", "a second");
    for (size_t i = 0; i < report->count; i++)
        if (is_bound(&report->checks[i]))
            print_row(&report->checks[i], prefix);
}

json_t *bounds_json(const struct report *report)
{
    json_t *array = json_array();

    for (size_t i = 0; i < report->count; i++) {
        const struct check *check = &report->checks[i];

        if (is_bound(check))
            json_array_append_new(array, json_pack("{ss ss sI sf sf}", "puzzle", check->puzzle, "statement", check->statement,
                                                   "instances", (json_int_t)check->instances, "seconds", check->seconds,
                                                   "rate", rate(check)));
    }
    return array;
}

/* A line, whose tabs become ends of strings. */
static bool take_line(struct report *report, char *line)
{
    char *statement = strchr(line, '\t'), *numbers = statement ? strchr(statement + 1, '\t') : NULL;
    const struct puzzle *puzzle;
    uint64_t instances;
    double seconds;
    int taken = 0;

    if (!numbers || sscanf(numbers, "%" SCNu64 " %lf%n", &instances, &seconds, &taken) != 2 || numbers[taken])
        return false;
    *statement = *numbers = '\0';
    puzzle = puzzle_find(line);
    if (!puzzle)
        return false;
    report_check(report, &(struct check){.verdict = VERDICT_PASSED, .puzzle = puzzle->name, .mode = "theorem", .notes = "",
                                         .statement = statement + 1, .seconds = seconds, .instances = instances});
    return true;
}

int bounds_read(struct report *report, const char *path)
{
    struct file file;
    struct text text = {0};
    struct stat about;
    int line = 0, status;

    if (stat(path, &about) != 0)
        return EXIT_WELL;
    status = file_read("assay-verify", path, &file);
    if (status != EXIT_WELL)
        return status;
    text_put(&text, file.bytes, file.size);
    file_free(&file);
    if (text.failed)
        status = EXIT_UNABLE;
    for (char *at = text.length ? text.bytes : "", *end; status == EXIT_WELL && (end = strchr(at, '\n')); at = end + 1) {
        *end = '\0';
        line++;
        if (!take_line(report, at)) {
            fprintf(stderr, "%s:%d:1: error: expected puzzle, statement, instances and seconds, with tabs between\n", path, line);
            status = EXIT_USAGE;
        }
    }
    text_free(&text);
    return status;
}
