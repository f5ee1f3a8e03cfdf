/* assay-report: results in, one page out. It knows result files only: what a puzzle or a variant is called
 * stands in them. */
#include <glob.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/cli/file.h"
#include "core/cli/options.h"
#include "views.h"

enum { STORED_MAX = 64 };

static const char program[] = "assay-report";

static struct {
    const char *results, *out, *records, *gallery, *export, *record;
    uint64_t within;
    bool text, compare, no_plots;
} chosen = {.results = "build/results", .out = "build/report", .records = "reports/records", .within = 5};

static const char about[] =
    "Makes index.html and report.md from the results of make bench and of whatever else left some there.\n"
    "  assay report --compare A.json B.json    two runs side by side\n";

static const struct option options[] = {
    {"results", "DIR", "where the results are; default build/results", .text = &chosen.results},
    {"out", "DIR", "where index.html and report.md go; default build/report", .text = &chosen.out},
    {"records", "DIR", "stored runs, for the history; default reports/records", .text = &chosen.records},
    {"no-plots", NULL, "leave the plots out", .flag = &chosen.no_plots},
    {"text", NULL, "print the report for a terminal and stop", .flag = &chosen.text},
    {"export", "FORMAT", "print google, repetitions, benchstat, csv or junit and stop",
     .text = &chosen.export},
    {"gallery", "DIR", "write each plot as an SVG file of its own and stop", .text = &chosen.gallery},
    {"record", "NAME", "keep this run in the records and stop", .text = &chosen.record},
    {"compare", NULL, "compare two result files", .flag = &chosen.compare},
    {"within", "PERCENT", "with --compare: what is still called the same; default 5",
     .number = &chosen.within, .least = 1, .most = 100},
    {0},
};

static const struct usage usage = {
    .program = "assay report",
    .synopsis = "assay report [OPTION]...",
    .about = about,
    .options = options,
    .epilogue = "Exit status: 0 all is well; 1 --compare found a difference; 2 usage or a bad result file; 3 "
                "the program could not do "
                "its work.\n",
};

static int out_of_memory(void)
{
    fprintf(stderr, "%s: out of memory\n", program);
    return EXIT_UNABLE;
}

static const char *join(struct arena *arena, const char *folder, const char *name)
{
    size_t size = strlen(folder) + strlen(name) + 2;
    char *path = arena_alloc(arena, size, 1);

    if (path)
        snprintf(path, size, "%s/%s", folder, name);
    return path;
}

/* The text is cleared in any case. */
static int write_text(const char *folder, const char *name, struct text *text, struct arena *arena)
{
    const char *path = join(arena, folder, name);
    int status =
        text->failed || !path ? out_of_memory() : file_write(program, path, text->bytes, text->length);

    text_free(text);
    return status;
}

/* ---- what goes in ---- */

struct sources {
    struct arena arena;
    struct run run;
    struct run stored[STORED_MAX];
    const struct run *order[STORED_MAX + 1];
    struct report report;
};

static int open_run(struct sources *sources)
{
    const char *path = join(&sources->arena, chosen.results, "bench.json");
    const char *instructions = join(&sources->arena, chosen.results, "instructions.json");
    int status;

    if (!path || !instructions)
        return out_of_memory();
    status = run_open(path, &sources->arena, &sources->run);
    if (status == EXIT_WELL && access(instructions, F_OK) == 0)
        status = run_take_instructions(instructions, &sources->run);
    return status;
}

/* Oldest first; the run itself is one of them where it was kept. */
static void sort_stored(struct sources *sources)
{
    struct report *report = &sources->report;

    for (size_t i = 1; i < report->stored_count; i++) {
        const struct run *moved = sources->order[i];
        size_t k = i;

        for (; k > 0 && strcmp(sources->order[k - 1]->origin.date, moved->origin.date) > 0; k--)
            sources->order[k] = sources->order[k - 1];
        sources->order[k] = moved;
    }
}

static int open_stored(struct sources *sources)
{
    const char *pattern = join(&sources->arena, chosen.records, "*.json");
    glob_t found = {0};
    bool own = true;
    int status = EXIT_WELL;

    if (!pattern)
        return out_of_memory();
    if (glob(pattern, 0, NULL, &found) == 0) {
        for (size_t i = 0; i < found.gl_pathc && i < STORED_MAX && status == EXIT_WELL; i++) {
            struct run *run = &sources->stored[i];
            const char *path = join(&sources->arena, "", found.gl_pathv[i]);

            status = path ? run_open(path + 1, &sources->arena, run) : out_of_memory();
            sources->order[sources->report.stored_count++] = run;
            own &= strcmp(run->origin.date ? run->origin.date : "", sources->run.origin.date) != 0;
        }
        globfree(&found);
    }
    if (own)
        sources->order[sources->report.stored_count++] = &sources->run;
    if (status == EXIT_WELL)
        sort_stored(sources);
    sources->report.stored = sources->order;
    return status;
}

static int open_sources(struct sources *sources)
{
    struct report *report = &sources->report;
    int status = open_run(sources);

    report->run = &sources->run;
    if (status == EXIT_WELL)
        status = open_stored(sources);
    if (status == EXIT_WELL)
        status = others_open(chosen.results, &sources->arena, report->others);
    for (size_t i = 0; i < sources->run.puzzle_count && i < VARIANTS_MAX && status == EXIT_WELL; i++) {
        report->ladders[i] = ladders_find(&sources->run, i, &sources->arena, &report->ladder_counts[i]);
        if (!report->ladders[i])
            status = out_of_memory();
    }
    return status;
}

static void close_sources(struct sources *sources)
{
    for (size_t i = 0; i < sources->report.figures.count; i++)
        text_free(&sources->report.figures.list[i]->plot.svg);
    for (size_t i = 0; i < STORED_MAX; i++)
        run_close(&sources->stored[i]);
    others_close(sources->report.others);
    run_close(&sources->run);
    arena_free(&sources->arena);
}

/* ---- what comes out ---- */

static int draw(struct sources *sources)
{
    struct report *report = &sources->report;

    for (size_t i = 0; i < sources->run.puzzle_count && i < VARIANTS_MAX; i++)
        if (!figures_add(&report->figures, report->ladders[i], report->ladder_counts[i], &sources->arena))
            return out_of_memory();
    if (report->stored_count > 1 &&
        !figures_add_history(&report->figures, report->stored, report->stored_count, &sources->arena))
        return out_of_memory();
    for (size_t i = 0; i < OTHERS; i++)
        if (!figures_add_curves(&report->figures, &report->others[i], &sources->arena))
            return out_of_memory();
    return figures_draw(&report->figures);
}

static int make_pages(struct sources *sources)
{
    struct text page = {0}, markdown = {0}, said = {0};
    int status = chosen.no_plots ? EXIT_WELL : draw(sources);

    if (status != EXIT_WELL)
        return status;
    put_page(&page, &sources->report);
    put_markdown_report(&markdown, &sources->report);
    status = write_text(chosen.out, "index.html", &page, &sources->arena);
    if (status == EXIT_WELL)
        status = write_text(chosen.out, "report.md", &markdown, &sources->arena);
    text_free(&markdown);
    text_format(&said, "%s/index.html%s\n", chosen.out,
                sources->report.figures.drawn ? "" : " (without plots)");
    if (status == EXIT_WELL)
        status = file_print(program, &said);
    text_free(&said);
    return status;
}

static int export(const struct report *report)
{
    struct text text = {0};
    int format = 0, status;

    while (format < EXPORT_FORMATS && strcmp(export_names[format], chosen.export) != 0)
        format++;
    if (format == EXPORT_FORMATS)
        return options_refuse(
            &usage, "--export wants google, repetitions, benchstat, csv or junit, found '%s'", chosen.export);
    status = put_export(&text, report, (enum export_format)format);
    if (status == EXIT_WELL)
        status = file_print(program, &text);
    text_free(&text);
    return status;
}

static int compare(char **files, int count)
{
    struct arena arena = {0};
    struct run before = {0}, after = {0};
    struct text text = {0};
    size_t different = 0;
    int status;

    if (count != 2)
        return options_refuse(&usage, "--compare wants two result files");
    status = run_open(files[0], &arena, &before);
    if (status == EXIT_WELL)
        status = run_open(files[1], &arena, &after);
    if (status == EXIT_WELL) {
        different = put_comparison(&text, &before, &after, (double)chosen.within);
        status = file_print(program, &text);
    }
    text_free(&text);
    run_close(&before);
    run_close(&after);
    arena_free(&arena);
    return status == EXIT_WELL && different ? EXIT_FOUND : status;
}

static int keep(struct sources *sources)
{
    struct text text = {0}, name = {0};
    int status = put_export(&text, &sources->report, EXPORT_REPETITIONS);

    if (strchr(chosen.record, '/') || *chosen.record == '.' || !*chosen.record)
        status = options_refuse(&usage, "--record wants a name, found '%s'", chosen.record);
    text_format(&name, "%s.json", chosen.record);
    text_char(&name, '\0');
    if (status == EXIT_WELL)
        status =
            name.failed ? out_of_memory() : write_text(chosen.records, name.bytes, &text, &sources->arena);
    text_free(&text);
    text_free(&name);
    return status;
}

static int report(void)
{
    struct sources *sources = calloc(1, sizeof *sources);
    struct text text = {0};
    int status;

    if (!sources)
        return out_of_memory();
    status = open_sources(sources);
    if (status == EXIT_WELL && chosen.text) {
        put_terminal_report(&text, &sources->report);
        status = file_print(program, &text);
    } else if (status == EXIT_WELL && chosen.export) {
        status = export(&sources->report);
    } else if (status == EXIT_WELL && chosen.record) {
        status = keep(sources);
    } else if (status == EXIT_WELL && chosen.gallery) {
        status = draw(sources);
        if (status == EXIT_WELL)
            status = write_gallery(&sources->report, chosen.gallery);
    } else if (status == EXIT_WELL) {
        status = make_pages(sources);
    }
    text_free(&text);
    close_sources(sources);
    free(sources);
    return status;
}

int main(int count, char **arguments)
{
    enum options_result result;
    int operands;

    signal(SIGPIPE, SIG_IGN);
    result = options_parse(&usage, count - 1, arguments + 1, &operands);
    if (result != OPTIONS_RUN)
        return options_finish(&usage, result);
    if (chosen.compare)
        return compare(arguments + 1, operands);
    if (operands)
        return options_refuse(&usage, "no operand is wanted, found '%s'", arguments[1]);
    return report();
}
