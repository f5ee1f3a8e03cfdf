/* One file a source, FOLDER/results/<source>.tsv: a heading with the hash of the source, then a line a
 * mutant. */
#include "results.h"

#include <dirent.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/cli/environment.h"
#include "core/cli/file.h"

static const char program[] = "assay-mutate";
enum { LINE_SIZE = 8192, FIELDS = 12, SIZES_MAX = 16 };

static unsigned long long hash_of(const struct text *text)
{
    unsigned long long hash = 14695981039346656037ULL;

    for (size_t i = 0; i < text->length; i++)
        hash = (hash ^ (unsigned char)text->bytes[i]) * 1099511628211ULL;
    return hash;
}

static FILE *open_list(const char *path, char heading[LINE_SIZE])
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
    snprintf(heading, sizeof heading, "# %016llx %zu %s\n", hash_of(text), count, source);
    *results = (struct results){
        .file = -1, .fate = calloc(MUTANTS_MAX + 1, sizeof *results->fate), .count = count};
    old = open_list(path, line);
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

/* ---- the sum ---- */

struct tally {
    unsigned tried, killed, crashed, by_work, slow, survived, unreached, equivalent, refused;
    unsigned sizes[SIZES_MAX]; /* killed by the exhaustive run of this size and no smaller one */
    json_t *killers;           /* which check noticed: "unit", "exhaustive", "work" ... */
    json_t *kinds;             /* what it found, where that is known: "disagree", "check", "invariant" ... */
};

static void count_name(json_t *counts, const char *name)
{
    char first[NAME_SIZE]; /* unit:..., one entry */

    snprintf(first, sizeof first, "%.*s", (int)strcspn(name, ":"), name);
    json_object_set_new(counts, first, json_integer(json_integer_value(json_object_get(counts, first)) + 1));
}

/* Other counters, or a loop that does not end: the work is wrong, and no answer is. */
static bool is_work(const char *kind)
{
    return strcmp(kind, "work") == 0 || strcmp(kind, "endless") == 0;
}

static void count_killer(struct tally *tally, const char *killer, const char *kind)
{
    bool by_work = is_work(kind);
    int size;

    if (!by_work && sscanf(killer, "exhaustive:%d", &size) == 1 && size >= 0 && size < SIZES_MAX)
        tally->sizes[size]++;
    count_name(tally->killers, by_work ? kind : killer);
    if (*kind)
        count_name(tally->kinds, kind);
}

static void count(struct tally *tally, char *const field[FIELDS])
{
    const char *status = field[1];

    tally->tried++;
    if (strcmp(status, "Killed") == 0) {
        tally->killed++;
        tally->crashed += field[4][0] == '1';
        tally->by_work += is_work(field[3]);
        count_killer(tally, field[2], field[3]);
    }
    tally->slow += strcmp(status, "Timeout") == 0;
    tally->survived += strcmp(status, "Survived") == 0 || strcmp(status, "Pending") == 0;
    tally->unreached += strcmp(status, "NoCoverage") == 0;
    tally->equivalent += strcmp(status, "Ignored") == 0;
    tally->refused += strcmp(status, "CompileError") == 0;
}

/* Killed of those not proved equivalent. A time-out is no kill: nobody but the clock notices an endless loop.
 */
static double score(const struct tally *tally)
{
    unsigned all = tally->killed + tally->slow + tally->survived + tally->unreached;

    return all ? 100.0 * tally->killed / all : 100;
}

static json_t *tally_json(const struct tally *tally)
{
    json_t *sizes = json_object();

    for (int i = 0; i < SIZES_MAX; i++) {
        char name[16];

        snprintf(name, sizeof name, "%d", i);
        if (tally->sizes[i])
            json_object_set_new(sizes, name, json_integer(tally->sizes[i]));
    }
    return json_pack("{sf si si si si si si si si si sO sO so}", "score", score(tally), "tried", tally->tried,
                     "killed", tally->killed, "killed_by_crash", tally->crashed, "killed_by_work_alone",
                     tally->by_work, "timeout", tally->slow, "survived", tally->survived, "not_reached",
                     tally->unreached, "equivalent", tally->equivalent, "not_compiled", tally->refused,
                     "killers", tally->killers, "kinds", tally->kinds, "smallest_size", sizes);
}

static bool split(char *line, char *field[FIELDS])
{
    for (int i = 0; i < FIELDS; i++) {
        field[i] = line;
        line += strcspn(line, i < FIELDS - 1 ? "\t" : "\n");
        if (!*line)
            return false;
        *line++ = '\0';
    }
    return true;
}

static json_t *element(char *const field[FIELDS])
{
    json_t *mutant = json_pack("{ss ss ss s{s{si si} s{si si}} ss}", "id", field[0], "mutatorName", field[6],
                               "replacement", field[11], "location", "start", "line", atoi(field[7]),
                               "column", atoi(field[8]), "end", "line", atoi(field[9]), "column",
                               atoi(field[10]), "status", field[1]);

    if (*field[2])
        json_object_set_new(mutant, "killedBy", json_pack("[s]", field[2]));
    return mutant;
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

static bool take_list(const char *path, struct tally *tally, json_t *mutants, char *source, FILE *survivors)
{
    static char *latest[MUTANTS_MAX + 1];
    char line[LINE_SIZE], *field[FIELDS];
    FILE *file = open_list(path, line);
    bool well = file && sscanf(line, "# %*s %*u %1023s", source) == 1;

    if (well)
        read_lines(file, latest);
    if (file)
        fclose(file);
    for (size_t i = 0; i <= MUTANTS_MAX; i++) {
        if (latest[i] && split(latest[i], field)) {
            count(tally, field);
            json_array_append_new(mutants, element(field));
            if (survivors && (strcmp(field[1], "Survived") == 0 || strcmp(field[1], "Pending") == 0 || strcmp(field[1], "NoCoverage") == 0))
                fprintf(survivors, "%s:%s:%s: %s: %s: %s\n", source, field[7], field[8], field[1], field[6],
                        *field[11] ? field[11] : "(statement deleted)");
        }
        free(latest[i]);
        latest[i] = NULL;
    }
    return well;
}

static json_t *source_json(const char *source, json_t *mutants)
{
    struct file file;
    json_t *object = NULL;

    if (file_read(program, source, &file) == EXIT_WELL) {
        object = json_pack("{ss so sO}", "language", "c", "source", json_stringn(file.bytes, file.size),
                           "mutants", mutants);
        file_free(&file);
    }
    return object;
}

static void add_counts(json_t *sum, json_t *counts)
{
    const char *name;
    json_t *value;

    json_object_foreach(counts, name, value) json_object_set_new(
        sum, name, json_integer(json_integer_value(json_object_get(sum, name)) + json_integer_value(value)));
}

static void add_up(struct tally *sum, const struct tally *tally)
{
    sum->tried += tally->tried, sum->killed += tally->killed, sum->crashed += tally->crashed,
        sum->by_work += tally->by_work;
    sum->slow += tally->slow, sum->survived += tally->survived, sum->unreached += tally->unreached;
    sum->equivalent += tally->equivalent, sum->refused += tally->refused;
    for (int i = 0; i < SIZES_MAX; i++)
        sum->sizes[i] += tally->sizes[i];
    add_counts(sum->killers, tally->killers);
    add_counts(sum->kinds, tally->kinds);
}

/* The floor of a source, or -1. */
static double floor_of(const char *floors, const char *source)
{
    FILE *file = floors ? fopen(floors, "r") : NULL;
    char line[LINE_SIZE], name[1024];
    double percent = -1, value;

    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "%1023s %lf", name, &value) == 2 && strcmp(name, source) == 0)
            percent = value;
    if (file)
        fclose(file);
    return percent;
}

static int write_json(const char *path, json_t *root)
{
    char *dump = root ? json_dumps(root, JSON_INDENT(1) | JSON_SORT_KEYS) : NULL;
    int status = dump ? file_write(program, path, dump, strlen(dump)) : EXIT_UNABLE;

    free(dump);
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

static int print_row(const char *source, const struct tally *tally, double least)
{
    bool low = score(tally) + 0.05 < least;

    printf("%-32s %6.1f%%  %5u tried %5u killed (%u by work alone) %4u slow %4u survived %4u not reached %4u "
           "equivalent%s\n",
           source, score(tally), tally->tried, tally->killed, tally->by_work, tally->slow, tally->survived,
           tally->unreached, tally->equivalent, low ? "  BELOW ITS FLOOR" : "");
    return low ? EXIT_FOUND : EXIT_WELL;
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

int results_report(const char *folder, const char *floors)
{
    struct tally sum = {.killers = json_object(), .kinds = json_object()};
    json_t *files = json_object(), *elements = json_object(), *root;
    char path[LINE_SIZE], source[1024], statement[256];
    struct dirent **entries = NULL;
    int lists, status = EXIT_WELL, found = EXIT_WELL;
    FILE *survivors;

    snprintf(path, sizeof path, "%s/survivors.txt", folder);
    survivors = fopen(path, "w");
    snprintf(path, sizeof path, "%s/results", folder);
    lists = scandir(path, &entries, NULL, by_name);
    for (int i = 0; i < lists; i++) {
        struct tally tally = {.killers = json_object(), .kinds = json_object()};
        json_t *mutants = json_array();

        snprintf(path, sizeof path, "%s/results/%s", folder, entries[i]->d_name);
        if (strstr(entries[i]->d_name, ".tsv") && take_list(path, &tally, mutants, source, survivors)) {
            if (print_row(source, &tally, floor_of(floors, source)) != EXIT_WELL)
                found = EXIT_FOUND;
            add_up(&sum, &tally);
            json_object_set_new(files, source, tally_json(&tally));
            json_object_set_new(elements, source, source_json(source, mutants));
        }
        json_decref(mutants);
        json_decref(tally.killers);
        json_decref(tally.kinds);
        free(entries[i]);
    }
    free(entries);
    if (survivors)
        fclose(survivors);
    snprintf(statement, sizeof statement,
             "%.1f%% of %u mutants noticed, %u of them by work counters alone; %u time-outs, %u proved "
             "equivalent, %u survived",
             score(&sum), sum.killed + sum.slow + sum.survived + sum.unreached, sum.by_work, sum.slow,
             sum.equivalent, sum.survived + sum.unreached);
    root =
        json_pack("{ss so s[{ss ss}] so so}", "command", "make mutate", "environment", environment_json(),
                  "runs", "mode", "core", "statement", statement, "total", tally_json(&sum), "files", files);
    status = write_json("build/results/mutation.json", root);
    json_decref(root);
    root = json_pack("{ss s{si si} so}", "schemaVersion", "2", "thresholds", "high", 95, "low", 80, "files",
                     elements);
    if (status == EXIT_WELL)
        status = write_json("build/results/mutation-elements.json", root);
    json_decref(root);
    json_decref(sum.killers);
    json_decref(sum.kinds);
    puts(statement);
    return status == EXIT_WELL ? (sum.tried ? found : EXIT_FOUND) : status;
}
