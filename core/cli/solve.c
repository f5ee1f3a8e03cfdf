/* assay solve: the answers of a file, in the format of the original contest. The whole file is checked before
 * the first answer. Answers are collected and written in pieces, so neither a million cases nor a long one
 * makes the program slow or large. */
#include "commands.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "file.h"

enum { PIECE = 1 << 16 };

struct run {
    const struct usage *usage;
    const struct puzzle *puzzle;
    const struct variant *variant; /* NULL: the best for each case */
    enum detail detail;
    uint64_t limit;
    const char *name; /* of the file, in messages */
    void **contexts;  /* by the variant's place in the puzzle's list; opened when first needed */
    bool *opened;
    struct arena arena; /* of one case */
    struct text output;
    struct text reason;
    bool found; /* a case had no answer, or one with a flaw */
};

static void say(struct run *run, size_t number, const char *what, const char *reason)
{
    fprintf(stderr, "%s: case %zu: %s%s%s\n", run->name, number, what, *reason ? ": " : "", reason);
    run->found = true;
}

static int give_up(const struct run *run, const char *variant)
{
    fprintf(stderr, "assay: %s: %s: out of memory\n", run->name, variant);
    return EXIT_UNABLE;
}

static bool open_context(struct run *run, const struct variant *variant, void **context)
{
    size_t i = 0;

    while (run->puzzle->variants[i] != variant)
        i++;
    if (!run->opened[i] && variant->open) {
        run->contexts[i] = variant->open();
        if (!run->contexts[i])
            return false;
        run->opened[i] = true;
    }
    *context = run->contexts[i];
    return true;
}

static void close_contexts(struct run *run)
{
    for (size_t i = 0; run->puzzle->variants[i]; i++)
        if (run->opened[i])
            run->puzzle->variants[i]->close(run->contexts[i]);
    free(run->contexts);
    free(run->opened);
}

/* Why nobody takes the case: the reason of the one that is preferred. */
static const struct variant *preferred(const struct run *run)
{
    const struct variant *best = NULL;

    for (size_t i = 0; run->puzzle->variants[i]; i++)
        if (run->puzzle->variants[i]->claim == CLAIM_EXACT && run->puzzle->variants[i]->detail >= run->detail)
            best = run->puzzle->variants[i];
    return best;
}

static void give_reason(struct run *run, const struct variant *variant, void *context, const void *instance,
                        enum outcome outcome, const struct work *work)
{
    const char *refused = variant->refuses(instance);

    text_clear(&run->reason);
    if (outcome == OUTCOME_UNSUPPORTED)
        text_format(&run->reason, "%s: %s", variant->name, refused ? refused : "outside its domain");
    else if (outcome == OUTCOME_LIMIT && !work->steps_left)
        text_format(&run->reason, "%s: stopped at the work limit", variant->name);
    else if (run->puzzle->explain &&
             run->puzzle->explain(instance, outcome, variant, context, &run->arena, &run->reason))
        return;
    else if (outcome == OUTCOME_LIMIT)
        text_format(&run->reason, "%s: stopped at its own work limit", variant->name);
}

static int solve_case(struct run *run, const void *instance, size_t number)
{
    const struct variant *variant =
        run->variant ? run->variant : variant_choose(run->puzzle, instance, run->detail);
    struct work work = work_start(&run->arena, run->limit);
    struct result result = {OUTCOME_UNSUPPORTED, NULL};
    void *answer = NULL, *context = NULL;
    const char *flaw = NULL;

    if (!variant)
        variant = preferred(run);
    if (!variant->refuses(instance)) {
        answer = arena_alloc(&run->arena, 1, run->puzzle->answer_size(instance));
        if (!answer || !open_context(run, variant, &context))
            return give_up(run, variant->name);
        result.outcome = variant->solve(context, instance, &work, answer);
        result.answer = result.outcome == OUTCOME_SOLVED ? answer : NULL;
    }
    if (result.outcome == OUTCOME_NO_MEMORY)
        return give_up(run, variant->name);
    run->puzzle->print(instance, &result, number, run->detail, &run->output);
    if (run->output.failed)
        return give_up(run, variant->name);
    if (result.outcome != OUTCOME_SOLVED) {
        give_reason(run, variant, context, instance, result.outcome, &work);
        if (run->reason.failed)
            return give_up(run, variant->name);
        say(run, number, outcome_names[result.outcome], run->reason.length ? run->reason.bytes : "");
    } else if (run->puzzle->flaw && (flaw = run->puzzle->flaw(instance, answer))) {
        say(run, number, flaw, "");
    }
    return EXIT_WELL;
}

static int solve_cases(struct run *run, const struct cases *cases)
{
    size_t variants = 0;
    int status = EXIT_WELL;

    while (run->puzzle->variants[variants])
        variants++;
    run->contexts = calloc(variants, sizeof *run->contexts);
    run->opened = calloc(variants, sizeof *run->opened);
    if (!run->contexts || !run->opened) {
        free(run->contexts);
        free(run->opened);
        return give_up(run, "solve");
    }
    for (size_t i = 0; i < cases->count && !status; i++) {
        status = solve_case(run, cases->instances[i], i + 1);
        arena_reset(&run->arena);
        if (!status && run->output.length >= PIECE)
            status = file_print("assay", &run->output);
    }
    if (!run->output.failed) {
        int printed = file_print("assay", &run->output);

        status = status ? status : printed;
    }
    close_contexts(run);
    return status ? status : run->found ? EXIT_FOUND : EXIT_WELL;
}

static int solve_file(struct run *run, const char *path)
{
    struct arena arena = {0};
    struct file file = {0};
    struct cases cases;
    int status = file_parse("assay", run->puzzle, path, &arena, &file, &cases);

    if (status == EXIT_WELL)
        status = solve_cases(run, &cases);
    text_free(&run->output);
    text_free(&run->reason);
    arena_free(&run->arena);
    arena_free(&arena);
    file_free(&file);
    return status;
}

static const char *const detail_names[] = {
    [DETAIL_ANSWER] = "answer", [DETAIL_MATRIX] = "matrix", [DETAIL_COUNTS] = "counts"};

/* What was asked for is there: checked before the file is opened. */
static int check_detail(const struct run *run)
{
    const struct variant *variant = run->variant;

    if (run->puzzle->detail < run->detail)
        return options_refuse(run->usage, "%s has no --%s", run->puzzle->name, detail_names[run->detail]);
    if (variant && variant->detail < run->detail)
        return options_refuse(run->usage, "%s %s has no --%s", run->puzzle->name, variant->name,
                              detail_names[run->detail]);
    return EXIT_WELL;
}

int command_solve(int count, char **arguments)
{
    const char *variant = NULL;
    bool matrix = false, counts = false;
    struct run run = {0};
    const struct option options[] = {
        {.name = "variant",
         .value = "NAME",
         .summary = "solve with this one, not with the best for each case",
         .text = &variant},
        {.name = "matrix", .summary = "print all that is known, not only the answer", .flag = &matrix},
        {.name = "counts", .summary = "the same with the number of possibilities", .flag = &counts},
        {.name = "limit",
         .value = "STEPS",
         .summary = "work at most so long on a case; a step is the variant's own",
         .number = &run.limit,
         .least = 1,
         .most = UINT64_MAX},
        {0},
    };
    const struct usage usage = {
        .program = "assay solve",
        .synopsis = "assay solve PUZZLE [OPTION]... [FILE]",
        .about =
            "Solves every case of FILE, or of standard input where it is - or not given.\n"
            "The file is checked whole before the first case is solved. Where a case has no answer,\n"
            "`limit`, `unsupported` or `contradiction` stands in its place, and standard error says why.\n"
            "\n"
            "Exit status: 0 all is well; 1 a case without an answer, or with one that is not the only one;\n"
            "2 usage or bad input; 3 no memory, or the output could not be written.\n",
        .options = options,
        .epilogue = "`assay solve PUZZLE --help` shows the puzzle's input format and its variants.\n",
    };
    size_t chosen;
    int operands, status;
    enum options_result result = options_parse(&usage, count, arguments, &operands);

    run.usage = &usage;
    if (result != OPTIONS_RUN)
        return command_help(&usage, result, operands, arguments);
    if (!(run.puzzle = operand_puzzle(&usage, operands, arguments)))
        return EXIT_USAGE;
    if (operands > 2)
        return options_refuse(&usage, "one FILE at most, but there is also '%s'", arguments[2]);
    chosen = choose_name(&usage, run.puzzle, "variant", variant, variant_name_at);
    if (chosen == SIZE_MAX)
        return EXIT_USAGE;
    run.variant = variant ? run.puzzle->variants[chosen] : NULL;
    run.detail = counts ? DETAIL_COUNTS : matrix ? DETAIL_MATRIX : DETAIL_ANSWER;
    if ((status = check_detail(&run)))
        return status;
    run.name = operands < 2 || (arguments[1][0] == '-' && !arguments[1][1]) ? "<stdin>" : arguments[1];
    return solve_file(&run, operands < 2 ? "-" : arguments[1]);
}
