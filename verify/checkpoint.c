/* Checkpoints. Counts are written as the numbers that they are, with the participants' names before them, for the statement at the
 * end. */
#include "checkpoint.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "core/cli/file.h"

static const char program[] = "assay-verify";

enum { NUMBERS = sizeof(struct counts) / sizeof(uint64_t) };
_Static_assert(sizeof(struct counts) % sizeof(uint64_t) == 0, "counts are numbers and nothing else");

static void put_head(const struct checkpoint *checkpoint, const struct run *run, struct text *text)
{
    text_format(text, "%s\n", checkpoint->identity);
    for (size_t i = 0; i < run->team->count; i++)
        text_format(text, "%s%s", i ? " " : "", run->team->members[i].name);
    text_char(text, '\n');
}

static void write_file(const struct checkpoint *checkpoint, const struct run *run, uint64_t done, const struct counts *counts)
{
    struct text text = {0};
    uint64_t numbers[NUMBERS];

    memcpy(numbers, counts, sizeof numbers);
    text_format(&text, "%" PRIu64 "\n", done);
    put_head(checkpoint, run, &text);
    text_format(&text, "%" PRIu64 "\n%" PRIu64, (uint64_t)((run->before + seconds_now() - run->began) * 1e3), run->board->fit);
    for (size_t i = 0; i < NUMBERS; i++)
        text_format(&text, "%c%" PRIu64, i ? ' ' : '\n', numbers[i]);
    text_char(&text, '\n');
    if (text.failed)
        run->board->no_memory = true;
    else
        run->board->unable |= file_write(program, checkpoint->path, text.bytes, text.length) != EXIT_WELL;
    text_free(&text);
}

void checkpoint_tick(const struct checkpoint *checkpoint, const struct run *run)
{
    struct board *board = run->board;

    if (!checkpoint->path || board->finding_count || board->unable)
        return;
    if (board->finished || board->done == run->end) {
        write_file(checkpoint, run, board->done, &board->counts);
    } else if (!__atomic_load_n(&board->snapshot_wanted, __ATOMIC_ACQUIRE)) {
        if (board->snapshot_done > run->first)
            write_file(checkpoint, run, board->snapshot_done, &board->snapshot);
        __atomic_store_n(&board->snapshot_wanted, true, __ATOMIC_RELEASE);
    }
}

/* One number and the byte after it. */
static bool take_number(const char **at, uint64_t *value)
{
    int taken = 0;

    if (sscanf(*at, "%" SCNu64 "%n", value, &taken) != 1 || ((*at)[taken] != '\n' && (*at)[taken] != ' '))
        return false;
    *at += taken + 1;
    return true;
}

static bool take_counts(const char *at, struct run *run)
{
    uint64_t numbers[NUMBERS], milliseconds;

    if (!take_number(&at, &milliseconds) || !take_number(&at, &run->board->fit))
        return false;
    for (size_t i = 0; i < NUMBERS; i++)
        if (!take_number(&at, &numbers[i]))
            return false;
    memcpy(&run->board->counts, numbers, sizeof numbers);
    run->before = (double)milliseconds * 1e-3;
    return *at == '\0';
}

static int take(const struct checkpoint *checkpoint, struct run *run, const char *at)
{
    struct text head = {0};
    int status = EXIT_USAGE;

    put_head(checkpoint, run, &head);
    if (head.failed) {
        status = EXIT_UNABLE;
    } else if (!take_number(&at, &run->first) || run->first > run->end) {
        fprintf(stderr, "%s:1:1: error: not a checkpoint: expected the number of cases done\n", checkpoint->path);
    } else if (strncmp(at, head.bytes, head.length) != 0) {
        fprintf(stderr, "%s:2:1: error: of another run: expected '%s' and the same participants\n", checkpoint->path,
                checkpoint->identity);
    } else if (!take_counts(at + head.length, run)) {
        fprintf(stderr, "%s:4:1: error: expected the counts of these participants\n", checkpoint->path);
    } else {
        run->board->resumed = run->first > 0;
        status = EXIT_WELL;
    }
    text_free(&head);
    return status;
}

int checkpoint_read(const struct checkpoint *checkpoint, struct run *run)
{
    struct stat about;
    struct file file;
    struct text text = {0};
    int status;

    run->board = board_open(run->stream.classes);
    if (!run->board) {
        fprintf(stderr, "%s: out of memory\n", program);
        return EXIT_UNABLE;
    }
    if (!checkpoint->path || stat(checkpoint->path, &about) != 0)
        return EXIT_WELL;
    status = file_read(program, checkpoint->path, &file);
    if (status != EXIT_WELL)
        return status;
    text_put(&text, file.bytes, file.size);
    file_free(&file);
    status = text.failed ? EXIT_UNABLE : take(checkpoint, run, text.length ? text.bytes : "");
    text_free(&text);
    return status;
}
