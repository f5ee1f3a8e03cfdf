/* One file a source, FOLDER/results/<source>.tsv: a heading with the hash of the source, then a line a
 * mutant. */
#include "results.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

unsigned long long results_hash(const char *bytes, size_t length)
{
    unsigned long long hash = 14695981039346656037ULL;

    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * 1099511628211ULL;
    return hash;
}

FILE *results_list(const char *path, char heading[LINE_SIZE])
{
    FILE *file = fopen(path, "r");

    if (file && !fgets(heading, LINE_SIZE, file)) {
        fclose(file);
        file = NULL;
    }
    return file;
}

static enum fate fate_of(const char *line, bool again)
{
    if (strstr(line, "\tPending\t") || (again && (strstr(line, "\tSurvived\t") || strstr(line, "\tNoCoverage\t"))))
        return FATE_PENDING;
    return FATE_KNOWN;
}

bool results_open(struct results *results, const char *folder, const char *source, const struct text *text,
                  size_t count, bool again)
{
    char path[LINE_SIZE], heading[LINE_SIZE], line[LINE_SIZE];
    FILE *old;

    snprintf(path, sizeof path, "%s/results/%s.tsv", folder, source);
    for (char *at = path + strlen(folder) + strlen("/results/"); *at; at++)
        *at = *at == '/' ? ':' : *at;
    snprintf(heading, sizeof heading, "# %016llx %zu %s\n", results_hash(text->bytes, text->length), count, source);
    *results = (struct results){
        .file = -1, .fate = calloc(MUTANTS_MAX + 1, sizeof *results->fate), .count = count};
    old = results_list(path, line);
    if (old && strcmp(line, heading) != 0) {
        fclose(old);
        old = NULL;
        unlink(path);
    }
    while (old && results->fate && fgets(line, sizeof line, old)) {
        unsigned number = (unsigned)strtoul(line, NULL, 10);

        if (number <= MUTANTS_MAX && strchr(line, '\n'))
            results->fate[number] = fate_of(line, again);
    }
    results->file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0666);
    if (!old && results->file >= 0 && write(results->file, heading, strlen(heading)) < 0)
        return false;
    if (old)
        fclose(old);
    return results->file >= 0 && results->fate;
}

bool results_has(const struct results *results, unsigned number)
{
    return results->fate[number] == FATE_KNOWN;
}

bool results_is_pending(const struct results *results, unsigned number)
{
    return results->fate[number] == FATE_PENDING;
}

bool results_add(struct results *results, const struct mutant *mutant, const struct result_line *line)
{
    char text[LINE_SIZE];
    int length = snprintf(text, sizeof text, "%u\t%s\t%s\t%s\t%d\t%.3f\t%s\t%u\t%u\t%u\t%u\t%s\n",
                          line->number, line->status, line->killer, line->kind, line->crashed, line->seconds,
                          mutant->kind, mutant->line, mutant->column, mutant->end_line, mutant->end_column,
                          mutant->replacement ? mutant->replacement : "");

    return length > 0 && (size_t)length < sizeof text && write(results->file, text, (size_t)length) == length;
}

void results_close(struct results *results)
{
    if (results->file >= 0)
        close(results->file);
    free(results->fate);
    *results = (struct results){.file = -1};
}
