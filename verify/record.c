/* Records: written, repeated, promoted. The input is kept and not the call that generated it: generators change. */
#include "record.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/cli/environment.h"
#include "core/cli/file.h"
#include "parse.h"
#include "program.h"

static const char program[] = "assay-verify";

int verify_out_of_memory(void)
{
    fprintf(stderr, "%s: out of memory\n", program);
    return EXIT_UNABLE;
}

/* ---- writing ---- */

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
        fflush(engine->output);
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

/* ---- reading ---- */

static json_t *read_json(const char *folder)
{
    struct text path = {0};
    json_error_t error;
    json_t *json;

    text_format(&path, "%s/record.json", folder);
    if (path.failed)
        return NULL;
    json = json_load_file(path.bytes, 0, &error);
    if (!json)
        fprintf(stderr, "%s:%d:%d: error: %s\n", path.bytes, error.line > 0 ? error.line : 1,
                error.column > 0 ? error.column : 1, error.text);
    text_free(&path);
    return json;
}

/* The inputs of a record. Instances point into the files, which stay until the end. */
enum { INPUTS_MAX = 512 };

struct inputs {
    struct arena arena;
    struct cases cases;
    size_t count;
    struct file files[INPUTS_MAX];
};

static void close_inputs(struct inputs *inputs)
{
    for (size_t i = 0; i < inputs->count; i++)
        file_free(&inputs->files[i]);
    arena_free(&inputs->arena);
    free(inputs);
}

/* Takes FOLDER/NAME where it is there; its last case where there are others before it. */
static int add_input(struct inputs *inputs, const struct team *team, const struct settings *settings, const char *folder,
                     const char *name, bool *there)
{
    struct finding finding;
    struct text path = {0};
    struct cases cases;
    struct stat about;
    int status = EXIT_WELL;

    text_format(&path, "%s/%s", folder, name);
    if (path.failed)
        return verify_out_of_memory();
    *there = stat(path.bytes, &about) == 0 && inputs->count < INPUTS_MAX;
    if (*there)
        status = parse_guarded(team, settings, path.bytes, &inputs->arena, &inputs->files[inputs->count], &cases, &finding);
    if (status == EXIT_FOUND) {
        printf("%s: %s: %s\n", path.bytes, kind_names[finding.signature.kind], finding.detail);
        file_free(&inputs->files[inputs->count]);
    }
    if (*there && status == EXIT_WELL) {
        inputs->cases.instances[inputs->count++] = cases.instances[cases.count - 1];
        inputs->cases.count = inputs->count;
        if (inputs->count == 1 && cases.count > 1)
            inputs->cases = cases;
    }
    text_free(&path);
    return status;
}

/* input.in, or input-1.in, input-2.in ... EXIT_FOUND where the parser dies of one. */
static int read_inputs(const char *folder, const struct team *team, const struct settings *settings, struct inputs **inputs)
{
    struct inputs *in = calloc(1, sizeof *in);
    char name[32];
    bool there = false;
    int status;

    *inputs = in;
    if (!in || !(in->cases.instances = arena_alloc(&in->arena, INPUTS_MAX, sizeof *in->cases.instances)))
        return verify_out_of_memory();
    status = add_input(in, team, settings, folder, "input.in", &there);
    there = !there;
    for (size_t i = 1; there && status == EXIT_WELL; i++) {
        snprintf(name, sizeof name, "input-%zu.in", i);
        status = add_input(in, team, settings, folder, name, &there);
    }
    if (status == EXIT_WELL && !in->count) {
        fprintf(stderr, "%s: %s: has no input.in\n", program, folder);
        status = EXIT_USAGE;
    }
    return status;
}

/* A fault of programs does not show where they are not asked. Their commands are not run just because a file says so. */
static int check_programs(const struct team *team, const char *folder)
{
    json_t *json = read_json(folder), *with;
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
        status = read_inputs(folder, team, settings, &inputs);
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
        close_inputs(inputs);
    return status;
}

/* ---- promoting ---- */

/* What promotion needs from the worker: the texts of all cases of the file. */
struct promotion {
    struct cases cases;
    const char *path; /* without ending */
    uint64_t wrong;
};

static enum made make_case(void *self, struct engine *engine, uint64_t number, struct cases *cases)
{
    struct promotion *promotion = self;

    (void)engine;
    *cases = (struct cases){1, &promotion->cases.instances[number]};
    return MADE;
}

/* Who is to be trusted on the case in hand: the oracle, else somebody exact who is not accused and whom nobody exact and not accused
 * contradicts; -1 where there is none. */
static int trusted(struct engine *engine, uint64_t wrong)
{
    uint64_t left = engine->answered & ~wrong, oracles = left & team_mask(engine->team, ROLE_ORACLE);
    int chosen = -1;

    if (oracles)
        return __builtin_ctzll(oracles);
    for (; left; left &= left - 1) {
        int who = __builtin_ctzll(left);

        if (engine->team->members[who].say || engine->team->members[who].variant->claim != CLAIM_EXACT)
            continue;
        if (chosen >= 0 && !answers_fit(engine, chosen, who))
            return -1;
        chosen = who;
    }
    return chosen;
}

static void keep_answer(void *self, struct engine *engine, uint64_t number)
{
    struct promotion *promotion = self;
    static struct text text;
    int who = trusted(engine, promotion->wrong);

    if (number == 0)
        text_clear(&text);
    if (who < 0) {
        engine->board->stop = true;
        return;
    }
    engine->team->puzzle->print(engine->instance, &(struct result){engine->asked[who].outcome, engine->asked[who].answer},
                                (size_t)number + 1, DETAIL_ANSWER, &text);
    if (number + 1 == promotion->cases.count) {
        struct text path = {0};

        text_format(&path, "%s.ans", promotion->path);
        engine->board->no_memory |= text.failed || path.failed;
        if (!text.failed && !path.failed && file_write(program, path.bytes, text.bytes, text.length) == EXIT_WELL)
            engine->board->fit = 1;
        else
            engine->board->unable = true;
        text_free(&path);
    }
}

static int read_accused(const struct team *team, const char *folder, uint64_t *wrong)
{
    json_t *json = read_json(folder), *name;
    size_t i;

    if (!json)
        return EXIT_USAGE;
    json_array_foreach(json_object_get(json, "wrong"), i, name)
    {
        int who = json_is_string(name) ? team_find(team, json_string_value(name)) : -1;

        *wrong |= who >= 0 ? (uint64_t)1 << who : 0;
    }
    json_decref(json);
    return EXIT_WELL;
}

/* The file beside the answers that the run has written. */
static int write_promoted(const struct team *team, const struct promotion *promotion)
{
    struct text text = {0}, path = {0};
    int status;

    team->puzzle->format(&promotion->cases, &text);
    text_format(&path, "%s.in", promotion->path);
    status = text.failed || path.failed ? verify_out_of_memory()
                                        : file_write(program, path.bytes, text.bytes, text.length);
    if (status == EXIT_WELL)
        printf("%s\n", path.bytes);
    text_free(&text);
    text_free(&path);
    return status;
}

static int promote(const struct team *team, const struct settings *settings, const char *folder, struct promotion *promotion)
{
    struct run run = {.team = team, .settings = *settings, .end = promotion->cases.count};
    int status;

    if (promotion->cases.count > team->puzzle->cases_per_file) {
        fprintf(stderr, "%s: %s: needs several files in order, which a corpus file cannot say\n", program, folder);
        return EXIT_FOUND;
    }
    run.settings.left_out |= promotion->wrong;
    run.settings.deep = 0;
    run.stream = (struct stream){.self = promotion, .make = make_case, .after = keep_answer};
    status = run_start(&run);
    if (status == EXIT_WELL && !run.board->fit) {
        fprintf(stderr, "%s: %s: no oracle and no agreement says what is right; not promoted\n", program, folder);
        status = EXIT_FOUND;
    }
    board_close(run.board);
    return status == EXIT_WELL ? write_promoted(team, promotion) : status;
}

int record_promote(const struct team *team, const struct settings *settings, const char *folder, const char *corpus,
                   const char *name)
{
    struct inputs *inputs = NULL;
    struct text path = {0};
    struct promotion promotion = {0};
    int status = read_accused(team, folder, &promotion.wrong);

    if (status == EXIT_WELL)
        status = read_inputs(folder, team, settings, &inputs);
    text_format(&path, "%s/%s/%s", corpus, team->puzzle->name, name);
    if (status == EXIT_WELL && path.failed)
        status = verify_out_of_memory();
    if (status == EXIT_WELL) {
        promotion.cases = inputs->cases;
        promotion.path = path.bytes;
        status = promote(team, settings, folder, &promotion);
    }
    text_free(&path);
    if (inputs)
        close_inputs(inputs);
    return status;
}
