/* All mutants of a file stand in one build: to compile and link each would take two seconds, to test it takes
 * milliseconds. */
#include "build.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/cli/file.h"

void path_of(char path[PATH_SIZE], const char *format, ...)
{
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vsnprintf(path, PATH_SIZE, format, arguments);
    va_end(arguments);
    if (length < 0 || length >= PATH_SIZE)
        exit(EXIT_UNABLE);
}

bool run_command(const char *format, ...)
{
    va_list arguments;
    char *command = NULL;
    bool well;

    va_start(arguments, format);
    well = vasprintf(&command, format, arguments) >= 0;
    va_end(arguments);
    well = well && system(command) == 0;
    free(command);
    return well;
}

/* The folder of a source, for its `#include "..."`. */
static void folder_of(const char *source, char folder[PATH_SIZE])
{
    path_of(folder, "%s", source);
    if (strrchr(folder, '/'))
        *strrchr(folder, '/') = '\0';
}

static bool write_text(const char *path, struct text *text)
{
    bool well = !text->failed && file_write("assay-mutate", path, text->bytes, text->length) == EXIT_WELL;

    text_free(text);
    return well;
}

/* Marks what stands on lines that the compiler refuses (a constant that must be known to it) to be built
 * alone. False where there are none. */
static bool set_apart(struct mutants *mutants, const char *log, const char *name)
{
    FILE *file = fopen(log, "r");
    char line[4096];
    bool any = false;

    while (file && fgets(line, sizeof line, file)) {
        const char *found = strstr(line, name);
        unsigned at;

        if (!found || !strstr(line, "error:") || sscanf(found + strlen(name), ":%u", &at) != 1)
            continue;
        for (size_t i = 0; i < mutants->count; i++)
            if (!mutants->mutant[i].alone && mutants->mutant[i].line <= at &&
                at <= mutants->mutant[i].end_line)
                any = mutants->mutant[i].alone = true;
    }
    if (file)
        fclose(file);
    return any;
}

static bool compile(const struct setting *setting, const char *source, const char *folder, const char *flags,
                    const char *output)
{
    char own[PATH_SIZE];

    folder_of(source, own);
    return run_command("%s -w -iquote %s %s %s/mutated.c -o %s/%s 2>%s/log", setting->compile, own, flags,
                       folder, folder, output, folder);
}

static bool link_programs(const struct setting *setting, const char *folder)
{
    return run_command("gcc %s/mutated.o %s -o %s/unit", folder, setting->unit, folder) &&
           run_command("gcc %s/mutated.o %s -o %s/assay-verify", folder, setting->verify, folder);
}

/* The optimised code of what lies at `text` and includes what `source` does, without anything that names its lines. */
static bool assemble(const struct setting *setting, const char *source, const char *text, const char *output)
{
    char own[PATH_SIZE];

    folder_of(source, own);
    return run_command("%s -O2 -g0 -w -iquote %s -S %s -o - 2>/dev/null | grep -v '\\.file' >%s; test -s %s",
                       setting->compile, own, text, output, output);
}

/* Each block of a mutated source's code is counted: select.h. */
#define BLOCKS "-fsanitize-coverage=trace-pc "
static const char LIBRARY[] = BLOCKS "-fPIC -shared -Wl,-Bsymbolic -include ci/mutate/select.h";

bool build_all(const struct setting *setting, const char *source, struct mutants *mutants, const char *folder)
{
    char path[PATH_SIZE];
    bool well;

    do {
        struct text text = {0};

        path_of(path, "%s/mutated.c", folder);
        mutants_all(mutants, &text);
        if (!write_text(path, &text))
            return false;
        well = compile(setting, source, folder, LIBRARY, "mutated.so");
        path_of(path, "%s/log", folder);
    } while (!well && set_apart(mutants, path, "mutated.c"));
    path_of(path, "%s/original.s", folder);
    return well && assemble(setting, source, source, path);
}

/* The tests hold the counters of variants to each other: one that counted alone would fail. */
#define PROGRAM BLOCKS "-UASSAY_COUNT -c "

bool build_killers(const struct setting *setting, const char *source, const char *folder)
{
    return compile(setting, source, folder, PROGRAM "-DMUTANT_LEARN -include ci/mutate/select.h", "mutated.o") &&
           link_programs(setting, folder);
}

static bool write_one(const struct mutants *mutants, size_t index, const char *folder)
{
    struct text text = {0};
    char path[PATH_SIZE];

    path_of(path, "%s/mutated.c", folder);
    mutants_one(mutants, index, &text);
    return write_text(path, &text);
}

bool build_library(const struct setting *setting, const char *source, const struct mutants *mutants,
                   size_t index, const char *folder)
{
    return write_one(mutants, index, folder) && compile(setting, source, folder, LIBRARY, "mutated.so");
}

bool build_programs(const struct setting *setting, const char *source, const struct mutants *mutants,
                    size_t index, const char *folder)
{
    return write_one(mutants, index, folder) && compile(setting, source, folder, PROGRAM, "mutated.o") &&
           link_programs(setting, folder);
}

bool is_equivalent(const struct setting *setting, const char *source, const struct mutants *mutants,
                   size_t index, const char *folder, const char *scratch)
{
    char path[PATH_SIZE], output[PATH_SIZE];

    path_of(path, "%s/mutated.c", scratch);
    path_of(output, "%s/one.s", scratch);
    return write_one(mutants, index, scratch) && assemble(setting, source, path, output) &&
           run_command("cmp -s %s/original.s %s", folder, output);
}
