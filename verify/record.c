/* Records: written and repeated. The input is kept and not the call that generated it: generators change. */
#include "record.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/cli/environment.h"
#include "core/cli/file.h"
#include "inputs.h"
#include "program.h"

static const char program[] = "assay-verify";

int verify_out_of_memory(void)
{
    fprintf(stderr, "%s: out of memory\n", program);
    return EXIT_UNABLE;
}

static int write_text(const char *folder, const char *name, const struct text *text)
{
    struct text path = {0};
    int status;

    text_format(&path, "%s/%s", folder, name);
    if (path.failed || text->failed)
        return verify_out_of_memory();
    status = file_write(program, path.bytes, text->bytes, text->length);
    text_free(&path);
    return status;
}

/* One file where the format holds all cases, else one file a case, in the order in which they are solved. */
static int write_cases(const char *folder, const char *stem, const struct puzzle *puzzle, const struct cases *cases)
{
    bool together = cases->count == 1 || puzzle->cases_per_file >= cases->count;
    struct text text = {0}, name = {0};
    int status = EXIT_WELL;

    for (size_t i = 0; i < (together ? 1 : cases->count) && status == EXIT_WELL; i++) {
        struct cases one = {1, &cases->instances[i]};

        text_clear(&text);
        text_clear(&name);
        puzzle->format(together ? cases : &one, &text);
        if (together)
            text_format(&name, "%s.in", stem);
        else
            text_format(&name, "%s-%zu.in", stem, i + 1);
        status = write_text(folder, name.bytes, &text);
    }
    text_free(&text);
    text_free(&name);
    return status;
}

/* What everybody says about the case in hand. */
static void print_answers(struct engine *engine, struct text *text)
{
    const struct team *team = engine->team;

    for (size_t i = 0; i < team->count; i++) {
        const struct participant *participant = &team->members[i];
        const struct asked *asked = &engine->asked[i];
        struct result result = {asked->outcome, asked->answer};

        text_format(text, "%s: ", participant->name);
        if (asked->refuses)
            text_format(text, "unsupported: %s\n", participant_refuses(participant, engine->instance));
        else if (!asked->ran)
            text_string(text, "not asked (it died, or was left out)\n");
        else if (participant->say)
            text_put(text, asked->said.bytes, asked->said.length);
        else if (asked->outcome != OUTCOME_SOLVED)
            text_format(text, "%s\n", outcome_names[asked->outcome]);
        else
            team->puzzle->print(engine->instance, &result, 1, participant->variant->detail, text);
    }
}

static void print_findings(const struct board *board, const struct team *team, struct text *text)
{
    for (size_t i = 0; i < board->finding_count; i++) {
        struct text name = {0};

        signature_name(&board->findings[i].signature, team, &name);
        text_format(text, "%.*s: %s\n", (int)name.length, name.bytes, board->findings[i].detail);
        text_free(&name);
    }
}

/* Where the child leaves what the case in hand was answered with. */
struct answers_file {
    struct cases cases;
    const char *folder; /* NULL: standard output */
};

static enum made make_cases(void *self, struct engine *engine, uint64_t number, struct cases *cases)
{
    struct answers_file *file = self;

    (void)engine;
    *cases = file->cases;
    return number ? MADE_END : MADE;
}

static void keep_answers(void *self, struct engine *engine, uint64_t number)
{
    struct answers_file *file = self;
    struct text text = {0};

    (void)number;
    print_answers(engine, &text);
    if (file->folder) {
        engine->board->unable |= write_text(file->folder, "answers.txt", &text) != EXIT_WELL;
    } else if (engine->output) {
        fwrite(text.bytes, 1, text.length, engine->output);
        if (fflush(engine->output) || ferror(engine->output)) {
            fprintf(stderr, "%s: <stdout>: %s\n", program, strerror(errno));
            engine->board->unable = true;
        }
    }
    text_free(&text);
}

/* Asks everybody about the last case, after the others; the answers go to the folder or to standard output. */
static int ask_everybody(struct run *run, const struct team *team, const struct settings *settings,
                         struct answers_file *file)
{
    *run = (struct run){.team = team, .settings = *settings, .end = 1};
    run->settings.deep = run->settings.thorough = 1;
    run->settings.budget = run->settings.seconds = 0;
    run->settings.lazy = 0;
    run->settings.looking_for = NULL;
    memset(run->settings.share, 0, sizeof run->settings.share);
    run->stream = (struct stream){.self = file, .make = make_cases, .after = keep_answers, .isolated = true};
    return run_start(run);
}

static bool is_about_program(const struct team *team, const struct signature *signature, size_t i)
{
    return team->members[i].command && (signature->wrong >> i & 1 || signature->group[i]);
}

static json_t *describe(const struct team *team, const struct finding *finding, const struct counterexample *example,
                        const struct origin *origin, const char *signature)
{
    struct environment environment;
    json_t *names = json_array(), *with = json_array(), *json;

    environment_read(&environment);
    for (size_t i = 0; i < team->count; i++) {
        if (example->signature.wrong >> i & 1)
            json_array_append_new(names, json_string(team->members[i].name));
        if (is_about_program(team, &example->signature, i))
            json_array_append_new(with, json_string(team->members[i].command));
    }
    json = json_pack("{ss ss ss ss so so ss sI sI sI ss ss sI ss ss ss sb ss}", "puzzle", team->puzzle->name, "signature",
                     signature, "kind", kind_names[example->signature.kind], "detail", example->detail, "wrong", names,
                     "with", with, "label", label_names[example->label], "runs", (json_int_t)example->runs, "cases",
                     (json_int_t)example->cases.count, "seen", (json_int_t)finding->count, "mode", origin->mode, "origin",
                     origin->text, "number", (json_int_t)finding->number, "commit", environment.commit, "compiler",
                     environment.compiler, "config", environment.config, "dirty", (int)environment.dirty, "date",
                     environment.date);
    if (json && origin->class_name)
        json_object_update_new(json, json_pack("{sI ss sI}", "seed", (json_int_t)origin->seed, "class", origin->class_name,
                                               "index", (json_int_t)origin->index));
    if (json && example->space)
        json_object_update_new(json, json_pack("{ss sI sI}", "space", example->space->name, "size",
                                               (json_int_t)example->size, "rank", (json_int_t)example->rank));
    return json;
}

static int write_json(const char *folder, json_t *json)
{
    char *dump = json ? json_dumps(json, JSON_INDENT(2)) : NULL;
    struct text text = {0};
    int status;

    json_decref(json);
    if (!dump)
        return verify_out_of_memory();
    text_format(&text, "%s\n", dump);
    free(dump);
    status = write_text(folder, "record.json", &text);
    text_free(&text);
    return status;
}

/* " --with 'COMMAND'" for each program that the fault is about. */
static void put_programs(struct text *text, const struct team *team, const struct signature *signature)
{
    for (size_t i = 0; i < team->count; i++) {
        if (!is_about_program(team, signature, i))
            continue;
        text_string(text, " --with ");
        text_quoted(text, team->members[i].command);
    }
}

static int write_readme(const char *folder, const struct team *team, const char *signature,
                        const struct counterexample *example, const struct origin *origin)
{
    struct text text = {0};
    int status;

    text_format(&text, "%s: %s\n", signature, example->detail);
    if (example->space)
        text_format(&text, "The smallest of all %s %llu (rank %llu): everything before it was tried.\n", example->space->unit,
                    (unsigned long long)example->size, (unsigned long long)example->rank);
    else
        text_format(&text, "%s after %zu shrink runs%s.\n", label_names[example->label], example->runs,
                    example->repeated ? "" : "; it did not fail again when made anew");
    if (example->cases.count > 1)
        text_format(&text, "It needs %zu cases in this order; the last one fails.\n", example->cases.count);
    text_format(&text, "Found by: %s\n", origin->text);
    text_format(&text, "Find it again: assay verify %s %s", team->puzzle->name, origin->command);
    put_programs(&text, team, &example->signature);
    text_format(&text, "\nRepeat: assay verify %s --replay ", team->puzzle->name);
    text_quoted(&text, folder);
    put_programs(&text, team, &example->signature);
    text_char(&text, '\n');
    status = write_text(folder, "README", &text);
    text_free(&text);
    return status;
}

int record_write(const char *folder, const struct team *team, const struct settings *settings, const struct finding *finding,
                 const struct counterexample *example, const struct origin *origin, struct text *path)
{
    struct text signature = {0};
    struct answers_file file = {.cases = example->cases};
    struct run run = {0};
    int status = EXIT_WELL;

    signature_name(&example->signature, team, &signature);
    text_clear(path);
    text_format(path, "%s/%s", folder, signature.bytes);
    if (path->failed || signature.failed)
        return verify_out_of_memory();
    if (example->cases.count) {
        file.folder = path->bytes;
        status = write_cases(path->bytes, "input", team->puzzle, &example->cases);
        if (status == EXIT_WELL && example->label != LABEL_FOUND)
            status = write_cases(path->bytes, "found", team->puzzle, &example->found);
        if (status == EXIT_WELL)
            status = ask_everybody(&run, team, settings, &file);
        board_close(run.board);
    }
    if (status == EXIT_WELL)
        status = write_readme(path->bytes, team, signature.bytes, example, origin);
    if (status == EXIT_WELL)
        status = write_json(path->bytes, describe(team, finding, example, origin, signature.bytes));
    text_free(&signature);
    return status;
}

/* ---- repeating ---- */

/* A fault of programs does not show where they are not asked. Their commands are not run just because a file says so. */
static int check_programs(const struct team *team, const char *folder)
{
    json_t *json = record_json(folder), *with;
    int status = json ? EXIT_WELL : EXIT_USAGE;
    size_t i;

    json_array_foreach(json_object_get(json, "with"), i, with)
    {
        const char *command = json_is_string(with) ? json_string_value(with) : "";
        bool takes_part = false;

        for (size_t who = 0; who < team->count; who++)
            takes_part |= team->members[who].command && strcmp(team->members[who].command, command) == 0;
        if (takes_part)
            continue;
        fprintf(stderr, "%s: %s: is about a program, which does not take part: --with '%s'\n", program, folder, command);
        status = EXIT_USAGE;
    }
    json_decref(json);
    return status;
}

int record_replay(const struct team *team, const struct settings *settings, const char *folder)
{
    struct answers_file file = {.folder = NULL};
    struct inputs *inputs = NULL;
    struct text text = {0};
    struct run run = {0};
    int status = check_programs(team, folder);

    if (status == EXIT_WELL)
        status = inputs_open(folder, team, settings, &inputs);
    if (status == EXIT_WELL) {
        file.cases = inputs->cases;
        status = ask_everybody(&run, team, settings, &file);
    }
    if (status == EXIT_WELL) {
        print_findings(run.board, team, &text);
        printf("%.*s%s", (int)text.length, text.length ? text.bytes : "",
               run.board->finding_count ? "" : "nothing is wrong with it any more\n");
        status = run.board->finding_count ? EXIT_FOUND : EXIT_WELL;
    }
    board_close(run.board);
    text_free(&text);
    if (inputs)
        inputs_close(inputs);
    return status;
}
