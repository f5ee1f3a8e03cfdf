/* Files: all variants on inputs that lie there. Where an .ans lies beside a file, what each exact variant prints for the whole file
 * must be it, line for line, at one of the details that the variant fills in (blanks at the end of a line and
 * empty lines at the end of the file aside: editors leave them); who is merely sound is held against the exact
 * answers as everywhere. All cases of all files are one stream, so contexts live on from case to case and from file to file, and
 * a share of the cases is run in fresh ones: state that leaks shows. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/cli/file.h"
#include "modes.h"
#include "parse.h"
#include "tokens.h"

static const char program[] = "assay-verify";

enum { DETAILS = DETAIL_COUNTS + 1 };

struct source {
    char *path;
    struct file file, expected; /* expected.bytes NULL: no .ans */
    struct cases cases;
    uint64_t first; /* the number of its first case */
};

struct library {
    const struct desk *desk;
    const struct team *team;
    const struct settings *settings;
    bool dead; /* a parser died of some file */
    struct arena arena;
    struct source *sources;
    size_t count;
    uint64_t total;
    /* In the worker: what has been printed of the source in hand. */
    size_t current;
    uint64_t complete; /* participants that answered all of its cases so far */
    struct text texts[PARTICIPANTS_MAX][DETAILS];
};

static size_t source_of(const struct library *library, uint64_t number)
{
    size_t low = 0, high = library->count;

    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;

        if (library->sources[middle].first <= number)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static enum made make(void *self, struct engine *engine, uint64_t number, struct cases *cases)
{
    const struct library *library = self;
    const struct source *source;

    (void)engine;
    if (number >= library->total)
        return MADE_END;
    source = &library->sources[source_of(library, number)];
    *cases = (struct cases){1, &source->cases.instances[number - source->first]};
    return MADE;
}

static void compare_file(struct library *library, struct engine *engine, const struct source *source)
{
    uint64_t wrong = 0;
    size_t line = 0, told = 0;

    for (uint64_t left = library->complete; left; left &= left - 1) {
        int who = __builtin_ctzll(left);
        const struct variant *variant = library->team->members[who].variant;
        bool right = false;

        if (variant->claim != CLAIM_EXACT)
            continue;
        for (int detail = (int)variant->detail; detail >= 0 && !right; detail--) {
            const struct text *text = &library->texts[who][detail];

            line = differing_line(text->bytes, text->length, source->expected.bytes, source->expected.size);
            right = line == 0;
        }
        if (right)
            continue;
        wrong |= (uint64_t)1 << who;
        told = line;
    }
    if (wrong)
        engine_note(engine, KIND_EXPECTED, 0, wrong, "%s: line %zu of the answer is not the expected one", source->path, told);
}

static void print_and_compare(void *self, struct engine *engine, uint64_t number)
{
    struct library *library = self;
    size_t index = source_of(library, number);
    const struct source *source = &library->sources[index];
    uint64_t which = number - source->first;

    if (!source->expected.bytes)
        return;
    if (which == 0) {
        library->current = index;
        library->complete = ~(team_mask(library->team, ROLE_PROGRAM));
        for (size_t i = 0; i < library->team->count; i++)
            for (int detail = 0; detail < DETAILS; detail++)
                text_clear(&library->texts[i][detail]);
    }
    if (library->current != index)
        return; /* this worker took over in the middle of the file */
    library->complete &= engine->answered;
    for (uint64_t left = library->complete; left; left &= left - 1) {
        int who = __builtin_ctzll(left);
        struct result result = {engine->asked[who].outcome, engine->asked[who].answer};

        for (int detail = 0; detail <= (int)library->team->members[who].variant->detail; detail++)
            library->team->puzzle->print(engine->instance, &result, (size_t)which + 1, (enum detail)detail,
                                         &library->texts[who][detail]);
    }
    if (which + 1 == source->cases.count)
        compare_file(library, engine, source);
}

static void put_operand(struct origin *origin, const char *path)
{
    struct text text = {0};

    text_quoted(&text, path);
    snprintf(origin->command, sizeof origin->command, "%s", text.failed ? path : text.bytes);
    text_free(&text);
}

static void tell_origin(const struct run *run, uint64_t number, struct origin *origin)
{
    const struct library *library = run->stream.self;
    const struct source *source = &library->sources[source_of(library, number)];

    origin->mode = "files";
    snprintf(origin->text, sizeof origin->text, "%s, case %llu", source->path,
             (unsigned long long)(number - source->first + 1));
    put_operand(origin, source->path);
}

/* ---- gathering ---- */

static bool has_ending(const char *name, const char *ending)
{
    size_t length = strlen(name), tail = strlen(ending);

    return length > tail && strcmp(name + length - tail, ending) == 0;
}

static int is_input(const struct dirent *entry)
{
    static const char *const others[] = {".ans", ".md", ".err", ".txt", ".json", ".def", ".c", ".h"};

    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (has_ending(entry->d_name, others[i]))
            return 0;
    return entry->d_name[0] != '.' && strcmp(entry->d_name, "README") != 0;
}

/* X.ans beside X.in. */
static int read_expected(struct source *source)
{
    size_t length = strlen(source->path);
    const char *dot = strrchr(source->path, '.');
    struct text path = {0};
    struct stat about;
    int status = EXIT_WELL;

    if (dot && !strchr(dot, '/'))
        length = (size_t)(dot - source->path);
    text_put(&path, source->path, length);
    text_string(&path, ".ans");
    if (path.failed)
        return verify_out_of_memory();
    if (stat(path.bytes, &about) == 0)
        status = file_read(program, path.bytes, &source->expected);
    text_free(&path);
    return status;
}

/* The parser died of this file: that is told and kept, and the others go on. */
static int tell_death(struct library *library, const char *path, const struct file *file, const struct finding *finding)
{
    const struct counterexample example = {.signature = finding->signature, .label = LABEL_FOUND, .repeated = true};
    struct origin origin = {.mode = "files"};
    struct text statement = {0}, folder = {0}, notes = {0};
    int status;

    snprintf(origin.text, sizeof origin.text, "%s", path);
    put_operand(&origin, path);
    status = record_write(library->desk->failures, library->team, library->settings, finding, &example, &origin, &folder);
    text_format(&statement, "%s: %s: %s: %s", library->team->puzzle->name, path, kind_names[finding->signature.kind],
                finding->detail);
    text_format(&notes, "kept in %s\n", folder.length ? folder.bytes : "");
    text_string(&folder, "/input.in");
    if (status == EXIT_WELL)
        status = statement.failed || notes.failed || folder.failed ? verify_out_of_memory()
                                                                   : file_write(program, folder.bytes, file->bytes, file->size);
    if (status == EXIT_WELL)
        report_check(library->desk->report, &(struct check){.verdict = VERDICT_FAILED, .puzzle = library->team->puzzle->name,
                                                            .mode = "files", .statement = statement.bytes,
                                                            .notes = notes.bytes});
    library->dead = true;
    text_free(&statement);
    text_free(&folder);
    text_free(&notes);
    return status;
}

static int add_file(struct library *library, const char *path)
{
    struct source *sources = realloc(library->sources, (library->count + 1) * sizeof *sources);
    struct finding finding;
    struct source *source;
    int status;

    if (!sources)
        return verify_out_of_memory();
    library->sources = sources;
    source = &sources[library->count];
    *source = (struct source){.path = strdup(path), .first = library->total};
    if (!source->path)
        return verify_out_of_memory();
    status = parse_guarded(library->team, library->settings, path, &library->arena, &source->file, &source->cases, &finding);
    if (status == EXIT_WELL && (status = read_expected(source)) != EXIT_WELL)
        file_free(&source->file);
    if (status != EXIT_WELL)
        free(source->path);
    if (status == EXIT_FOUND) {
        status = tell_death(library, path, &source->file, &finding);
        file_free(&source->file);
        return status;
    }
    if (status != EXIT_WELL)
        return status;
    library->count++;
    library->total += source->cases.count;
    return EXIT_WELL;
}

/* Folders in folders too, but no links to folders: those may lead back. */
static int add_folder(struct library *library, const char *path)
{
    struct dirent **entries;
    struct text below = {0};
    int count = scandir(path, &entries, is_input, alphasort), status = EXIT_WELL;

    if (count < 0) {
        fprintf(stderr, "%s: %s: %s\n", program, path, strerror(errno));
        return EXIT_USAGE;
    }
    for (int i = 0; i < count; i++) {
        struct stat about;

        text_clear(&below);
        text_format(&below, "%s/%s", path, entries[i]->d_name);
        if (status == EXIT_WELL && below.failed)
            status = verify_out_of_memory();
        else if (status == EXIT_WELL && lstat(below.bytes, &about) == 0 && S_ISDIR(about.st_mode))
            status = add_folder(library, below.bytes);
        else if (status == EXIT_WELL && stat(below.bytes, &about) == 0 && S_ISREG(about.st_mode))
            status = add_file(library, below.bytes);
        free(entries[i]);
    }
    free(entries);
    text_free(&below);
    return status;
}

static int add(struct library *library, const char *path)
{
    struct stat about;

    return stat(path, &about) == 0 && S_ISDIR(about.st_mode) ? add_folder(library, path) : add_file(library, path);
}

static void close_library(struct library *library)
{
    for (size_t i = 0; i < library->count; i++) {
        file_free(&library->sources[i].file);
        if (library->sources[i].expected.bytes)
            file_free(&library->sources[i].expected);
        free(library->sources[i].path);
    }
    free(library->sources);
    arena_free(&library->arena);
    free(library);
}

static int run_library(const struct desk *desk, const struct team *team, const struct settings *settings,
                       struct library *library, const char *name)
{
    struct run run = {.team = team, .settings = *settings, .end = library->total};
    struct text subject = {0};
    size_t expected = 0;
    int status;

    run.stream = (struct stream){.self = library, .make = make, .after = print_and_compare};
    for (size_t i = 0; i < library->count; i++)
        expected += library->sources[i].expected.bytes != NULL;
    status = run_start(&run);
    if (status == EXIT_WELL) {
        text_format(&subject, "%zu %s (%zu with expected answers) of %s, %llu %s", library->count,
                    library->count == 1 ? "file" : "files", expected, name, (unsigned long long)run.board->counts.cases,
                    run.board->counts.cases == 1 ? "case" : "cases");
        status = subject.failed ? verify_out_of_memory()
                                : conclude(desk, &run, "files", subject.bytes, 0, tell_origin,
                                           json_pack("{ss sI sI}", "name", name, "files", (json_int_t)library->count,
                                                     "expected", (json_int_t)expected));
    }
    board_close(run.board);
    text_free(&subject);
    return status;
}

int verify_files(const struct desk *desk, const struct team *team, const struct settings *settings, int count, char **paths,
                 const char *name)
{
    struct library *library = calloc(1, sizeof *library);
    int status = EXIT_WELL;

    if (!library)
        return verify_out_of_memory();
    library->desk = desk;
    library->team = team;
    library->settings = settings;
    library->current = SIZE_MAX;
    for (int i = 0; i < count && status == EXIT_WELL; i++)
        status = add(library, paths[i]);
    if (status == EXIT_WELL && !library->total && !library->dead) {
        fprintf(stderr, "%s: %s: no input files\n", program, name);
        status = EXIT_USAGE;
    }
    if (status == EXIT_WELL && library->total)
        status = run_library(desk, team, settings, library, name);
    close_library(library);
    return status;
}
