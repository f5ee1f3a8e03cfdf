/* The target without an engine: runs files, and those of folders (sorted, all levels, but for README files), each once or
 * --repeat N times, each after the other in one process; --parse goes no further than the parser. For CI, coverage, the memory
 * sanitizer, and for timing. As TAP, one line an argument; a finding ends the process as it ends an engine's. */
#include "target.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct run {
    size_t files;
    size_t repeat;
    bool parse_only;
    struct arena arena; /* for that */
};

static _Noreturn void give_up(const char *path)
{
    fprintf(stderr, "replay: %s: %s\n", path, strerror(errno));
    exit(3);
}

static void parse(struct run *run, const uint8_t *bytes, size_t size)
{
    struct error error = {0};
    struct cases cases;

    FUZZ_PUZZLE.parse(bytes, size, &run->arena, &cases, &error);
    arena_reset(&run->arena);
}

/* The bytes with nothing behind them, so that the address sanitizer sees the first one too many. */
static void replay_file(struct run *run, const char *path, size_t size)
{
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = malloc(size ? size : 1);

    if (!file || !bytes || fread(bytes, 1, size, file) != size)
        give_up(path);
    fclose(file);
    fprintf(stderr, "# %s\n", path);
    for (size_t i = 0; i < run->repeat; i++)
        if (run->parse_only)
            parse(run, bytes, size);
        else
            LLVMFuzzerTestOneInput(bytes, size);
    free(bytes);
    run->files++;
}

static int is_input(const struct dirent *entry)
{
    return entry->d_name[0] != '.' && strncmp(entry->d_name, "README", 6) != 0;
}

static void replay_path(struct run *run, const char *path)
{
    struct dirent **entries;
    struct stat status;
    int count;

    if (stat(path, &status) != 0)
        give_up(path);
    if (!S_ISDIR(status.st_mode)) {
        replay_file(run, path, (size_t)status.st_size);
        return;
    }
    count = scandir(path, &entries, is_input, alphasort);
    if (count < 0)
        give_up(path);
    for (int i = 0; i < count; i++) {
        struct text below = {0};

        text_format(&below, "%s/%s%c", path, entries[i]->d_name, '\0');
        if (below.failed)
            give_up(path);
        replay_path(run, below.bytes);
        text_free(&below);
        free(entries[i]);
    }
    free(entries);
}

int main(int argument_count, char **arguments)
{
    struct run run = {.repeat = 1};
    int tests = 0;

    LLVMFuzzerInitialize(&argument_count, &arguments);
    for (int i = 1; i < argument_count; i++) {
        size_t before = run.files;

        if (strcmp(arguments[i], "--thorough") == 0) {
            fuzz_be_thorough();
        } else if (strcmp(arguments[i], "--parse") == 0) {
            run.parse_only = true;
        } else if (strcmp(arguments[i], "--repeat") == 0 && i + 1 < argument_count) {
            run.repeat = strtoul(arguments[++i], NULL, 10);
        } else {
            replay_path(&run, arguments[i]);
            printf("ok %d - %s: %zu inputs of %s\n", ++tests, arguments[i], run.files - before, FUZZ_PUZZLE.name);
            fflush(stdout);
        }
    }
    arena_free(&run.arena);
    return run.files ? 0 : 3;
}
