/* The last step of every run. "They agree" is said with its bound: how many cases, by whom, and by whom not. */
#include "conclude.h"

#include <stdio.h>
#include <string.h>

#include "core/cli/file.h"
#include "enumerate.h"

enum { SHRUNK_MAX = 16 };

static void counted(struct text *text, uint64_t count, const char *what, bool *first)
{
    if (!count)
        return;
    text_string(text, *first ? "" : ", ");
    *first = false;
    text_grouped(text, count);
    text_format(text, " %s", what);
}

void describe_counts(const struct team *team, const struct counts *counts, struct text *text)
{
    for (size_t i = 0; i < team->count; i++) {
        const struct tally *tally = &counts->tallies[i];
        bool first = true;

        text_format(text, "%s: ", team->members[i].name);
        counted(text, tally->outcomes[OUTCOME_SOLVED], "solved", &first);
        counted(text, tally->outcomes[OUTCOME_CONTRADICTION], "contradictions", &first);
        counted(text, tally->outcomes[OUTCOME_LIMIT], "met the work limit", &first);
        counted(text, tally->outcomes[OUTCOME_NO_MEMORY], "out of memory", &first);
        counted(text, tally->outcomes[OUTCOME_UNSUPPORTED], "outside its domain", &first);
        counted(text, tally->lost, "crashes or hangs", &first);
        counted(text, tally->spared, "not asked", &first);
        counted(text, tally->again, "asked twice", &first);
        counted(text, tally->fresh, "in a fresh context", &first);
        text_string(text, first ? "nothing\n" : "\n");
        if (tally->lost >= DEATHS_MAX)
            text_format(text, "%s: left out after %d crashes or hangs\n", team->members[i].name, DEATHS_MAX);
    }
}

static void describe_classes(const struct run *run, struct text *text)
{
    for (size_t i = 0; i < run->board->class_count; i++) {
        const struct class_tally *class = &run->board->counts.classes[i];

        if (!class->made && !class->discarded)
            continue;
        text_format(text, "class %s: ", run->team->puzzle->classes[i].name);
        text_grouped(text, class->made);
        text_format(text, " cases, sizes %llu to %llu", (unsigned long long)class->least, (unsigned long long)class->most);
        text_format(text, " (ends met %llu and %llu times)", (unsigned long long)class->at_least,
                    (unsigned long long)class->at_most);
        text_format(text, ", %llu distinct of %llu looked at", (unsigned long long)class->distinct,
                    (unsigned long long)class->looked_at);
        text_format(text, ", %llu discarded\n", (unsigned long long)class->discarded);
    }
}

static void describe_checks(const struct run *run, struct text *text)
{
    const struct counts *counts = &run->board->counts;
    const struct invariant *law = run->team->puzzle->invariants;

    if (counts->mutated)
        text_format(text, "damaged inputs: %llu, %llu refused with a place, %llu still accepted and solved\n",
                    (unsigned long long)counts->mutated, (unsigned long long)counts->refused_well,
                    (unsigned long long)counts->accepted);
    if (counts->alone) {
        text_grouped(text, counts->alone);
        text_string(text, " cases had fewer than two answers: not checked\n");
    }
    if (!counts->deep)
        return;
    text_string(text, "round trip, determinism and invariants on ");
    text_grouped(text, counts->deep);
    text_string(text, " cases:");
    for (size_t i = 0; law && law[i].name && i < INVARIANTS_MAX; i++)
        text_format(text, " %s %llu", law[i].name, (unsigned long long)counts->changed[i]);
    text_char(text, '\n');
}

/* What follows from another fault of the same participant is told, but not followed. */
static bool is_echo(const struct board *board, const struct finding *finding)
{
    if (finding->signature.kind != KIND_INVARIANT && finding->signature.kind != KIND_EXPECTED)
        return false;
    for (size_t i = 0; i < board->finding_count; i++) {
        const struct signature *other = &board->findings[i].signature;

        if ((other->kind == KIND_DISAGREE || other->kind == KIND_CHECK || other->kind == KIND_LEAK ||
             other->kind == KIND_UNSTABLE) &&
            other->wrong & finding->signature.wrong)
            return true;
    }
    return false;
}

static int follow(const struct desk *desk, const struct run *run, const struct finding *finding, origin_teller tell,
                  struct text *notes)
{
    static struct engine maker;
    struct board *board = board_open(run->stream.classes);
    struct origin origin = {.mode = ""};
    struct counterexample example;
    struct text path = {0};
    int status;

    if (!board)
        return verify_out_of_memory();
    engine_open(&maker, run->team, &run->settings, board);
    tell(run, finding->number, &origin);
    status = shrink_finding(run, finding, &maker, desk->shrink_seconds, &example);
    if (status == EXIT_WELL)
        status = record_write(desk->failures, run->team, &run->settings, finding, &example, &origin, &path);
    if (status == EXIT_WELL) {
        text_format(notes, "  %s", label_names[example.label]);
        if (example.space)
            text_format(notes, " of all %s %llu (rank %llu)", example.space->unit, (unsigned long long)example.size,
                        (unsigned long long)example.rank);
        text_format(notes, ", %zu shrink runs, %.1f s; %s\n  kept in %s\n", example.runs, example.seconds, origin.text,
                    path.bytes);
        if (example.signature.wrong && !finding->signature.wrong)
            text_format(notes, "  made small, it is decided: %s\n", example.detail);
    }
    text_free(&path);
    engine_close(&maker);
    board_close(board);
    return status;
}

static int describe_findings(const struct desk *desk, const struct run *run, origin_teller tell, struct text *notes)
{
    const struct board *board = run->board;
    int status = EXIT_WELL, shrunk = 0;

    for (size_t i = 0; i < board->finding_count && status == EXIT_WELL; i++) {
        const struct finding *finding = &board->findings[i];

        signature_name(&finding->signature, run->team, notes);
        text_format(notes, ": %s; ", finding->detail);
        text_grouped(notes, finding->count);
        text_string(notes, finding->count == 1 ? " case\n" : " cases\n");
        if (is_echo(board, finding))
            text_string(notes, "  follows from the fault above\n");
        else if (++shrunk > SHRUNK_MAX)
            text_string(notes, "  not followed: too many faults at once\n");
        else
            status = follow(desk, run, finding, tell, notes);
    }
    if (board->unnamed)
        text_format(notes, "%llu more cases with further faults\n", (unsigned long long)board->unnamed);
    return status;
}

static void state(const struct run *run, const char *subject, uint64_t least, struct text *text)
{
    const struct board *board = run->board;
    const struct counts *counts = &board->counts;
    uint64_t oracles = team_mask(run->team, ROLE_ORACLE);

    text_format(text, "%s: %s: ", run->team->puzzle->name, subject);
    if (board_found(board)) {
        text_format(text, "%zu %s, in ", board->finding_count, board->finding_count == 1 ? "fault" : "faults");
        text_grouped(text, board_found(board));
        text_string(text, " of ");
        text_grouped(text, counts->cases);
        text_string(text, " cases");
        return;
    }
    text_format(text, "%zu variants", run->team->count - (size_t)__builtin_popcountll(oracles));
    text_string(text, oracles ? " and the oracle agree" : " agree");
    if (counts->compared < counts->cases || (oracles && counts->by_oracle < counts->compared)) {
        text_string(text, "; compared ");
        text_grouped(text, counts->compared);
    }
    if (oracles && counts->by_oracle < counts->cases) {
        text_string(text, ", by the oracle ");
        text_grouped(text, counts->by_oracle);
    }
    if (board_checked(board) == 0)
        text_string(text, "; NOTHING WAS CHECKED");
    else if (board_checked(board) < least)
        text_format(text, "; FEWER THAN THE %llu PROMISED", (unsigned long long)least);
}

int conclude(const struct desk *desk, struct run *run, const char *mode, const char *subject, uint64_t least,
             origin_teller origin, json_t *more)
{
    struct text statement = {0}, notes = {0};
    struct check check = {.puzzle = run->team->puzzle->name, .mode = mode, .seconds = run->seconds};
    uint64_t checked = board_checked(run->board);
    int status;

    report_progress_end();
    state(run, subject, least, &statement);
    if (run->seconds > 0)
        text_format(&notes, "%.1f s, %.0f cases/s\n", run->seconds,
                    (double)run->board->counts.cases / run->seconds);
    describe_counts(run->team, &run->board->counts, &notes);
    describe_classes(run, &notes);
    describe_checks(run, &notes);
    status = describe_findings(desk, run, origin, &notes);
    if (statement.failed || notes.failed)
        status = verify_out_of_memory();
    if (status == EXIT_WELL) {
        check.verdict = board_found(run->board) || checked == 0 || checked < least ? VERDICT_FAILED : VERDICT_PASSED;
        check.statement = statement.bytes;
        check.notes = notes.bytes;
        check.instances = run->whole ? run->board->counts.cases : 0;
        report_check(desk->report, &check);
        report_run(desk->report, run, mode, statement.bytes, more);
        if (desk->guests)
            status = guests_tell(desk->guests, run, mode, desk->report);
    } else {
        json_decref(more);
    }
    board_close(run->board);
    run->board = NULL;
    text_free(&statement);
    text_free(&notes);
    return status;
}
