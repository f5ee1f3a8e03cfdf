/* A row that is no longer needed is a finding, or the list would only grow: a test that came later, or a line
 * that changed, shows there. It is one as soon as the text is gone, and for the rest only where the whole
 * file has been tried: a sample says nothing about what it has left out. */
#include "reasons.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/cli/file.h"

static const char program[] = "assay-mutate";

/* Up to the next ` | ` or the end, without spaces around it; *row goes behind it, to NULL at the end. */
static const char *take_field(char **row)
{
    char *begin = *row + strspn(*row, " "), *bar = strstr(*row, " | "),
         *end = bar ? bar : *row + strlen(*row);

    *row = bar ? bar + 3 : NULL;
    while (end > begin && end[-1] == ' ')
        end--;
    *end = '\0';
    return begin;
}

static bool take_row(struct reason *reason, int *column)
{
    const char **fields[] = {&reason->file, &reason->text, &reason->change, &reason->why};
    char *rest = reason->row;

    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        char *begin = rest;

        if (!rest || !*(*fields[i] = take_field(&rest)))
            return false;
        *column = (int)(begin - reason->row) + 1;
    }
    return !rest;
}

int reasons_read(struct reasons *reasons, const char *path)
{
    FILE *file = path ? fopen(path, "r") : NULL;
    struct reason reason = {.line = 0};
    int status = EXIT_WELL;
    size_t room = 0;

    *reasons = (struct reasons){.path = path};
    if (path && !file) {
        fprintf(stderr, "%s: %s: cannot be read\n", program, path);
        return EXIT_USAGE;
    }
    while (file && getline(&reason.row, &room, file) > 0) {
        struct reason *more;
        int column = 1;

        reason.line++;
        reason.row[strcspn(reason.row, "\n")] = '\0';
        if (*reason.row == '#' || !*reason.row)
            continue;
        more = realloc(reasons->reason, (reasons->count + 1) * sizeof *more);
        if (!more || !take_row(&reason, &column)) {
            fprintf(stderr, "%s:%u:%d: error: %s\n", path, reason.line, column,
                    more ? "not FILE | TEXT | CHANGE | REASON" : "out of memory");
            status = more ? EXIT_USAGE : EXIT_UNABLE;
        }
        if (!more)
            break;
        reasons->reason = more;
        reasons->reason[reasons->count++] = reason;
        reason.row = NULL;
        room = 0;
    }
    free(reason.row);
    if (file)
        fclose(file);
    return status;
}

void reasons_free(struct reasons *reasons)
{
    for (size_t i = 0; i < reasons->count; i++)
        free(reasons->reason[i].row);
    free(reasons->reason);
    *reasons = (struct reasons){.count = 0};
}

const char *reasons_find(struct reasons *reasons, const char *file, const char *line, size_t length,
                         const char *change)
{
    const char *why = NULL;

    for (size_t i = 0; i < reasons->count; i++) {
        struct reason *reason = &reasons->reason[i];

        if (strcmp(reason->file, file) != 0 || !memmem(line, length, reason->text, strlen(reason->text)) ||
            (strcmp(reason->change, "*") != 0 && !strstr(change, reason->change)))
            continue;
        reason->used = true;
        why = why ? why : reason->why;
    }
    return why;
}

void reasons_tried(struct reasons *reasons, const char *file)
{
    for (size_t i = 0; i < reasons->count; i++)
        if (strcmp(reasons->reason[i].file, file) == 0)
            reasons->reason[i].tried = true;
}

/* No text of a row holds the end of a line. */
static bool is_there(const struct reason *reason)
{
    struct file file;
    bool found;

    if (file_read(program, reason->file, &file) != EXIT_WELL)
        return false;
    found = memmem(file.bytes, file.size, reason->text, strlen(reason->text));
    file_free(&file);
    return found;
}

unsigned reasons_stale(const struct reasons *reasons)
{
    unsigned count = 0;

    for (size_t i = 0; i < reasons->count; i++) {
        const struct reason *reason = &reasons->reason[i];
        const char *fault = reason->used        ? NULL
                            : !is_there(reason) ? "stands for no line"
                            : reason->tried     ? "stands for no survivor"
                                                : NULL;

        if (fault)
            printf("%s:%u: %s: %s | %s | %s\n", reasons->path, reason->line, fault, reason->file,
                   reason->text, reason->change);
        count += fault != NULL;
    }
    return count;
}
