/* Guests: named, asked, measured. */
#include "guest.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/cli/file.h"
#include "enumerate.h"
#include "record.h"

/* Steps that it may take to find out whether an instance is promised. */
static const uint64_t STEPS = 1 << 24;

const char *ending_name(enum ending ending)
{
    static const char *const names[] = {"AC", "TLE", "MLE", "OLE", "RTE"};

    return names[ending];
}

const char *guest_declines(void *self, const void *instance)
{
    static struct exact exact;
    const struct guest *guest = self;
    const struct puzzle *puzzle = guest->guests->puzzle;
    struct result result;

    if (guest->guests->beyond)
        return NULL;
    if (exact.puzzle != puzzle)
        exact = (struct exact){.puzzle = puzzle, .steps = STEPS};
    result = exact_solve(&exact, instance);
    return puzzle->promised(instance, &result) ? NULL : "not promised by the contest";
}

/* The inputs that were slowest so far, a file a guest. */
static bool keep_slowest(const struct guest *guest, const struct text *input)
{
    struct text path = {0};
    int status;

    text_format(&path, "%s/%s.in", guest->guests->slowest, guest->name);
    status = path.failed ? verify_out_of_memory() : file_write("assay-verify", path.bytes, input->bytes, input->length);
    text_free(&path);
    return status == EXIT_WELL;
}

struct program_run guest_run(struct guest *guest, const struct text *input, uint64_t cases, struct text *output)
{
    struct guest_figures *figures = guest->figures;
    struct program_run run;

    if (input->failed || !program_run(guest->command, &guest->guests->limits, input->bytes, input->length, output, &run) ||
        (guest->guests->slowest && run.cpu > figures->seconds && !keep_slowest(guest, input)))
        return (struct program_run){.ending = ENDING_UNABLE};
    figures->runs++;
    figures->cases += run.ending == ENDING_ANSWER ? cases : 0;
    figures->seconds = run.cpu > figures->seconds ? run.cpu : figures->seconds;
    figures->memory = run.memory > figures->memory ? run.memory : figures->memory;
    return run;
}

static enum ending say(void *self, const void *instance, struct text *output, char detail[ENDING_DETAIL_SIZE])
{
    struct guest *guest = self;
    const struct guests *guests = guest->guests;
    struct text input = {0};
    struct program_run run;

    if (instance == guests->known && guests->passed >> (guest - guests->guest) & 1) {
        text_put(output, guests->known_answer->bytes, guests->known_answer->length);
        return ENDING_ANSWER;
    }
    guests->puzzle->format(&(struct cases){1, &instance}, &input);
    run = guest_run(guest, &input, 1, output);
    text_free(&input);
    memcpy(detail, run.detail, sizeof run.detail);
    return run.ending;
}

/* The command without the folders of its words, in letters that a file name and a signature can hold. */
static void name_guest(struct guest *guest, const struct team *team)
{
    size_t length = 0, word = 0, last = sizeof guest->name - 16;

    for (const char *at = guest->command; *at && length < last; at++) {
        if (*at == '/')
            length = word;
        else
            guest->name[length++] = isalnum((unsigned char)*at) || strchr("._-", *at) ? *at : '_';
        if (*at == ' ')
            word = length;
    }
    guest->name[length] = '\0';
    if (!length)
        length = (size_t)snprintf(guest->name, sizeof guest->name, "program");
    for (int copy = 2; team_find(team, guest->name) >= 0; copy++)
        snprintf(guest->name + length, sizeof guest->name - length, "-%d", copy);
}

int guests_join(struct guests *guests, struct team *team, const char *const *commands, size_t count)
{
    static const struct variant any = {.name = "program", .claim = CLAIM_EXACT};
    struct guest_figures *figures;

    if (!count)
        return EXIT_WELL;
    if (!program_ready())
        return EXIT_UNABLE;
    figures = mmap(NULL, GUESTS_MAX * sizeof *figures, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (figures == MAP_FAILED)
        return verify_out_of_memory();
    for (size_t i = 0; i < count; i++) {
        struct guest *guest = &guests->guest[i];

        if (guests->count == GUESTS_MAX || team->count == PARTICIPANTS_MAX) {
            fprintf(stderr, "assay-verify: at most %d programs\n", (int)guests->count);
            return EXIT_USAGE;
        }
        *guest = (struct guest){.command = commands[i], .guests = guests, .figures = &figures[i]};
        name_guest(guest, team);
        team_add(team, (struct participant){.name = guest->name,
                                            .role = ROLE_PROGRAM,
                                            .variant = &any,
                                            .say = say,
                                            .self = guest,
                                            .declines = guest_declines,
                                            .command = guest->command});
        guests->count++;
    }
    return EXIT_WELL;
}

/* NULL: it has no fault. */
static const char *verdict_of(const struct board *board, uint64_t mask)
{
    static const char *const names[KIND_COUNT] = {[KIND_DISAGREE] = "WA", [KIND_BATCH] = "WA", [KIND_TIME] = "TLE",
                                                  [KIND_SPACE] = "MLE",   [KIND_OUTPUT] = "OLE", [KIND_STATUS] = "RTE"};

    for (size_t i = 0; i < board->finding_count; i++) {
        const struct signature *signature = &board->findings[i].signature;
        bool named = signature->wrong & mask;

        for (int who = 0; who < PARTICIPANTS_MAX; who++)
            named |= signature->group[who] && mask >> who & 1;
        if (named && names[signature->kind])
            return names[signature->kind];
    }
    return NULL;
}

static void put_verdict(const struct guest *guest, const char *verdict, struct text *line)
{
    const struct guest_figures *figures = guest->figures;

    text_format(line, "%s: %s: ", guest->guests->puzzle->name, guest->name);
    if (!figures->runs) {
        text_format(line, "NOT ASKED ABOUT ANYTHING%s",
                    guest->guests->beyond ? "" : ": nothing here is promised by the contest (--beyond asks all the same)");
        return;
    }
    text_format(line, "%s, ", verdict);
    text_grouped(line, figures->cases);
    text_format(line, " cases in %" PRIu64 " runs, at most %.3f s CPU and %.1f MiB a run", figures->runs, figures->seconds,
                (double)figures->memory / (1 << 20));
}

int guests_tell(const struct guests *guests, const struct run *run, const char *mode, struct report *report)
{
    for (size_t i = 0; i < guests->count; i++) {
        const struct guest *guest = &guests->guest[i];
        int who = team_find(run->team, guest->name);
        const char *fault = who < 0 ? NULL : verdict_of(run->board, (uint64_t)1 << who);
        struct text line = {0};

        if (who < 0)
            continue;
        put_verdict(guest, fault ? fault : "AC", &line);
        if (line.failed)
            return verify_out_of_memory();
        report_check(report, &(struct check){!fault && guest->figures->runs ? VERDICT_PASSED : VERDICT_FAILED,
                                             guests->puzzle->name, mode, line.bytes, "", 0, 0});
        text_free(&line);
    }
    return EXIT_WELL;
}
