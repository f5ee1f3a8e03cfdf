/* From a record to a regression case: the input, and the answer of somebody who can be trusted. */
#include <stdio.h>

#include "core/cli/file.h"
#include "inputs.h"
#include "record.h"

static const char program[] = "assay-verify";

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
    json_t *json = record_json(folder), *name;
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
        status = inputs_open(folder, team, settings, &inputs);
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
        inputs_close(inputs);
    return status;
}
