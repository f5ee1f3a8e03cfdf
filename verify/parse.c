/* A worker parses the bytes that were read, and what it learns is gone with it; only where it comes back are they parsed for good.
 * Twice the work, on input that was made by hand: rejected was a parser in the worker that judges the cases, as then the parent
 * cannot say how many cases there are, nor which case is the first of which file. */
#include "parse.h"

static const char program[] = "assay-verify";

static enum made parse_alone(void *self, struct engine *engine, uint64_t number, struct cases *cases)
{
    const struct file *file = self;
    struct error error = {0};

    (void)number;
    engine_phase(engine, PHASE_PARSE);
    engine->team->puzzle->parse(file->bytes, file->size, &engine->instances, cases, &error);
    return MADE_NOTHING;
}

int parse_guarded(const struct team *team, const struct settings *settings, const char *path, struct arena *arena,
                  struct file *file, struct cases *cases, struct finding *finding)
{
    struct run run = {.team = team, .settings = *settings, .stream = {.self = file, .make = parse_alone}, .end = 1};
    int status = file_read(program, path, file);

    if (status != EXIT_WELL)
        return status;
    run.settings.seconds = 0;
    run.settings.looking_for = NULL;
    status = run_start(&run);
    if (status == EXIT_WELL && run.board->finding_count) {
        *finding = run.board->findings[0];
        status = EXIT_FOUND;
    }
    board_close(run.board);
    if (status == EXIT_WELL)
        return file_parse_read(program, team->puzzle, path, arena, file, cases);
    if (status != EXIT_FOUND)
        file_free(file);
    return status;
}
