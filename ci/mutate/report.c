/* The sum of FOLDER/results/: scores, who noticed what, and the list of survivors, those first that have no
 * reason. Results of another text of a source than the one that lies there are left out: their lines are not
 * where they were. */
#include "report.h"

#include <dirent.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/cli/environment.h"
#include "core/cli/file.h"
#include "reasons.h"
#include "tally.h"

static const char program[] = "assay-mutate";
enum { SOURCE_SIZE = 1024 };

/* What becomes of all lists. */
struct sum {
    struct reasons reasons;
    struct tally tally;
    struct text bare, excused; /* lines of survivors.txt */
    json_t *files, *elements;
};

/* A source whose list is read. */
struct subject {
    char name[SOURCE_SIZE];
    struct file file;
    size_t count; /* of all its mutants */
    size_t ended; /* of those that have been tried to the end */
    struct tally tally;
    json_t *mutants;
};

static bool split(char *line, char *field[FIELD_COUNT])
{
    for (int i = 0; i < FIELD_COUNT; i++) {
        field[i] = line;
        line += strcspn(line, i < FIELD_COUNT - 1 ? "\t" : "\n");
        if (!*line)
            return false;
        *line++ = '\0';
    }
    return true;
}

/* The last line about each mutant counts: a survivor may have been shown to newer tests. */
static void read_lines(FILE *file, char **latest)
{
    char line[LINE_SIZE];

    while (fgets(line, sizeof line, file)) {
        unsigned long number = strtoul(line, NULL, 10);

        if (number > MUTANTS_MAX || !strchr(line, '\n'))
            continue; /* cut off by a kill */
        free(latest[number]);
        latest[number] = strdup(line);
    }
}

/* The text of a line, without its end. */
static const char *line_of(const struct file *file, unsigned long number, size_t *length)
{
    const char *at = file->bytes, *end = at + file->size, *next;

    while (--number && (next = memchr(at, '\n', (size_t)(end - at))))
        at = next + 1;
    next = memchr(at, '\n', (size_t)(end - at));
    *length = (size_t)((next ? next : end) - at);
    return at;
}

static json_t *element(char *const field[FIELD_COUNT], const char *why)
{
    json_t *mutant = json_pack("{ss ss ss s{s{si si} s{si si}} ss}", "id", field[FIELD_NUMBER], "mutatorName",
                               field[FIELD_CHANGE], "replacement", field[FIELD_REPLACEMENT], "location",
                               "start", "line", atoi(field[FIELD_LINE]), "column", atoi(field[FIELD_COLUMN]),
                               "end", "line", atoi(field[FIELD_END_LINE]), "column",
                               atoi(field[FIELD_END_COLUMN]), "status", field[FIELD_STATUS]);

    if (*field[FIELD_KILLER])
        json_object_set_new(mutant, "killedBy", json_pack("[s]", field[FIELD_KILLER]));
    if (why)
        json_object_set_new(mutant, "statusReason", json_string(why));
    return mutant;
}

static bool is_alive(const char *status)
{
    static const char *const alive[] = {"Survived", "NoCoverage", "Pending", "Timeout"};

    for (size_t i = 0; i < sizeof alive / sizeof *alive; i++)
        if (strcmp(status, alive[i]) == 0)
            return true;
    return false;
}

/* Why it may live, or NULL. Who lives without a reason is named on standard output too; but a time-out is
 * another one's on another machine, and what has not been tried to the end may still be killed: they may have
 * a reason and need none. */
static const char *put_survivor(struct sum *sum, const struct subject *subject,
                                char *const field[FIELD_COUNT])
{
    const char *status = field[FIELD_STATUS], *why, *line;
    struct text change = {0};
    size_t length;

    line = line_of(&subject->file, strtoul(field[FIELD_LINE], NULL, 10), &length);
    text_format(&change, "%s: %s", field[FIELD_CHANGE],
                *field[FIELD_REPLACEMENT] ? field[FIELD_REPLACEMENT] : "(statement deleted)");
    why = change.failed ? NULL : reasons_find(&sum->reasons, subject->name, line, length, change.bytes);
    text_format(why ? &sum->excused : &sum->bare, "%s:%s:%s: %s: %s%s%s\n", subject->name, field[FIELD_LINE],
                field[FIELD_COLUMN], status, change.failed ? "" : change.bytes, why ? " | " : "",
                why ? why : "");
    if (!why && strcmp(status, "Timeout") != 0 && strcmp(status, "Pending") != 0)
        printf("%s:%s:%s: survives without a reason: %s\n", subject->name, field[FIELD_LINE],
               field[FIELD_COLUMN], change.failed ? "" : change.bytes);
    text_free(&change);
    return why;
}

static void take_lines(struct sum *sum, struct subject *subject, FILE *file)
{
    static char *latest[MUTANTS_MAX + 1];
    char *field[FIELD_COUNT];

    read_lines(file, latest);
    for (size_t i = 0; i <= MUTANTS_MAX; i++) {
        if (latest[i] && split(latest[i], field)) {
            const char *why = is_alive(field[FIELD_STATUS]) ? put_survivor(sum, subject, field) : NULL;

            tally_count(&subject->tally, field, why);
            json_array_append_new(subject->mutants, element(field, why));
            subject->ended += strcmp(field[FIELD_STATUS], "Pending") != 0;
        }
        free(latest[i]);
        latest[i] = NULL;
    }
    if (subject->ended == subject->count)
        reasons_tried(&sum->reasons, subject->name);
}

static void print_row(const char *source, const struct tally *tally)
{
    printf("%-32s %6.1f%%  %5u tried %5u killed (%u by work alone) %4u slow %4u pending %4u survived %4u not "
           "reached (%u with a reason) %4u "
           "equivalent\n",
           source, tally_score(tally), tally->tried, tally->killed, tally->by_work, tally->slow,
           tally->pending, tally->survived, tally->unreached, tally->excused, tally->equivalent);
}

static void take_list(struct sum *sum, const char *path)
{
    struct subject subject = {.mutants = json_array()};
    char heading[LINE_SIZE];
    unsigned long long hash;
    FILE *file = results_list(path, heading);

    tally_open(&subject.tally);
    if (file && sscanf(heading, "# %llx %zu %1023s", &hash, &subject.count, subject.name) == 3 &&
        file_read(program, subject.name, &subject.file) == EXIT_WELL) {
        if (hash != results_hash(subject.file.bytes, subject.file.size)) {
            printf("%-32s has changed since it was tried: left out\n", subject.name);
        } else {
            subject.tally.all = (unsigned)subject.count;
            take_lines(sum, &subject, file);
            print_row(subject.name, &subject.tally);
            tally_add(&sum->tally, &subject.tally);
            json_object_set_new(sum->files, subject.name, tally_json(&subject.tally));
            json_object_set_new(sum->elements, subject.name,
                                json_pack("{ss so sO}", "language", "c", "source",
                                          json_stringn(subject.file.bytes, subject.file.size), "mutants",
                                          subject.mutants));
        }
        file_free(&subject.file);
    }
    if (file)
        fclose(file);
    tally_close(&subject.tally);
    json_decref(subject.mutants);
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static void take_lists(struct sum *sum, const char *folder)
{
    char path[LINE_SIZE];
    struct dirent **entries = NULL;
    int lists;

    snprintf(path, sizeof path, "%s/results", folder);
    lists = scandir(path, &entries, NULL, by_name);
    for (int i = 0; i < lists; i++) {
        snprintf(path, sizeof path, "%s/results/%s", folder, entries[i]->d_name);
        if (strstr(entries[i]->d_name, ".tsv"))
            take_list(sum, path);
        free(entries[i]);
    }
    free(entries);
}

static int write_survivors(const struct sum *sum, const char *folder)
{
    char path[LINE_SIZE];
    struct text text = {0};
    int status = EXIT_UNABLE;

    snprintf(path, sizeof path, "%s/survivors.txt", folder);
    text_put(&text, sum->bare.bytes, sum->bare.length);
    text_put(&text, sum->excused.bytes, sum->excused.length);
    if (!text.failed && !sum->bare.failed && !sum->excused.failed)
        status = file_write(program, path, text.bytes, text.length);
    text_free(&text);
    return status;
}

/* Takes the reference. */
static int write_json(const char *path, json_t *root)
{
    char *dump = root ? json_dumps(root, JSON_INDENT(1) | JSON_SORT_KEYS) : NULL;
    int status = dump ? file_write(program, path, dump, strlen(dump)) : EXIT_UNABLE;

    free(dump);
    json_decref(root);
    return status;
}

static json_t *environment_json(void)
{
    struct environment e;

    environment_read(&e);
    return json_pack("{ss si ss ss ss sb ss ss}", "cpu", e.cpu, "cpus", e.cpus, "kernel", e.kernel,
                     "compiler", e.compiler, "commit", e.commit, "dirty", (int)e.dirty, "date", e.date,
                     "host", e.host);
}

static int write_results(const struct sum *sum, const char *statement)
{
    int status = write_json("build/results/mutation.json",
                            json_pack("{ss so s[{ss ss}] so sO}", "command", "make mutate", "environment",
                                      environment_json(), "runs", "mode", "core", "statement", statement,
                                      "total", tally_json(&sum->tally), "files", sum->files));

    if (status == EXIT_WELL)
        status = write_json("build/results/mutation-elements.json",
                            json_pack("{ss s{si si} sO}", "schemaVersion", "2", "thresholds", "high", 95,
                                      "low", 80, "files", sum->elements));
    return status;
}

int report(const char *folder, const char *reasons)
{
    struct sum sum = {.files = json_object(), .elements = json_object()};
    const struct tally *tally = &sum.tally;
    int status = reasons_read(&sum.reasons, reasons);
    char statement[256];
    unsigned stale;

    tally_open(&sum.tally);
    if (status == EXIT_WELL) {
        take_lists(&sum, folder);
        stale = reasons_stale(&sum.reasons);
        status = write_survivors(&sum, folder);
        snprintf(statement, sizeof statement,
                 "%.1f%% of %u mutants noticed, %u of them by work counters alone; %u time-outs, %u pending, "
                 "%u proved "
                 "equivalent, %u survived, %u of these without a reason; %u rows stand for nothing",
                 tally_score(tally), tally_mutants(tally), tally->by_work, tally->slow, tally->pending,
                 tally->equivalent, tally_survivors(tally), tally_survivors(tally) - tally->excused, stale);
        puts(statement);
        if (status == EXIT_WELL)
            status = write_results(&sum, statement);
        if (status == EXIT_WELL && (stale || tally->excused < tally_survivors(tally) || !tally->tried))
            status = EXIT_FOUND;
    }
    tally_close(&sum.tally);
    json_decref(sum.files);
    json_decref(sum.elements);
    text_free(&sum.bare);
    text_free(&sum.excused);
    reasons_free(&sum.reasons);
    return status;
}
