/* From crash files to regression cases: `triage-<puzzle> FOLDER FILE...` replays each file in a child, groups those that fail alike,
 * makes one of each group small and writes FOLDER/<signature>/input with a README that says what it is. What has a folder
 * already is left as it is.
 *
 * A signature is the target's own line, or the sanitizer's kind of report and the first function of core below it, or the signal;
 * no line numbers, so that it outlives edits. Small is: first by the puzzle's own steps, then by leaving out bytes; a candidate
 * counts only if it fails alike, so there is no drift to another fault. Candidates are made in the child as well, since the parser
 * may be what fails. A hang is much processor time, not time: a busy machine makes none. */
#include "target.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    ROOM = 1 << 20,
    SAID = 1 << 14,
    NAME = 120,
    HANG_SECONDS = 10, /* the long work limit under sanitizers takes some */
    RUNS_MAX = 5000,
    NO_MORE = 77 /* exit status of a child that has no such candidate */
};

/* What parent and child share. */
struct shared {
    size_t size;
    bool made; /* the candidate is there: what fails now is the target */
    uint8_t bytes[ROOM];
};

struct finding {
    char name[NAME]; /* the signature, as a file name */
    char said[SAID];
};

struct triage {
    struct shared *shared;
    FILE *output; /* the child's */
    unsigned runs;
};

typedef bool candidate_function(struct shared *shared, const uint8_t *bytes, size_t size, size_t step);

static _Noreturn void give_up(const char *what)
{
    fprintf(stderr, "triage: %s: %s\n", what, strerror(errno));
    exit(3);
}

static bool put_cases(struct shared *shared, const struct cases *cases)
{
    struct text text = {0};

    FUZZ_PUZZLE.format(cases, &text);
    if (text.failed || text.length > ROOM)
        return false;
    memcpy(shared->bytes, text.bytes, text.length);
    shared->size = text.length;
    text_free(&text);
    return true;
}

/* The cases are left out one by one, then each is made smaller. */
static bool smaller_by_cases(struct shared *shared, const uint8_t *bytes, size_t size, size_t step)
{
    struct arena arena = {0};
    struct error error = {0};
    struct cases cases;
    bool made = false;

    if (!FUZZ_PUZZLE.parse(bytes, size, &arena, &cases, &error))
        return false;
    if (cases.count > 1 && step < cases.count) {
        memmove(cases.instances + step, cases.instances + step + 1, (cases.count - step - 1) * sizeof *cases.instances);
        cases.count--;
        made = put_cases(shared, &cases);
    } else {
        step -= cases.count > 1 ? cases.count : 0;
        for (size_t i = 0; i < cases.count && !made; i++) {
            size_t steps = 0;
            const void *instance;

            while ((instance = FUZZ_PUZZLE.shrink(cases.instances[i], steps, &arena)) && steps != step)
                steps++;
            step -= steps;
            if (instance) {
                cases.instances[i] = instance;
                made = put_cases(shared, &cases);
            }
        }
    }
    arena_free(&arena);
    return made;
}

/* Stretches of half the size, of a quarter, and so on to single bytes are left out. */
static bool smaller_by_bytes(struct shared *shared, const uint8_t *bytes, size_t size, size_t step)
{
    for (size_t width = (size + 1) / 2; width > 0; width = width == 1 ? 0 : (width + 1) / 2) {
        size_t stretches = size / width, at = step * width;

        if (step >= stretches) {
            step -= stretches;
            continue;
        }
        memcpy(shared->bytes, bytes, at);
        memcpy(shared->bytes + at, bytes + at + width, size - at - width);
        shared->size = size - width;
        return true;
    }
    return false;
}

static bool as_it_is(struct shared *shared, const uint8_t *bytes, size_t size, size_t step)
{
    (void)step;
    memcpy(shared->bytes, bytes, size);
    shared->size = size;
    return true;
}

static _Noreturn void be_child(const struct triage *triage, candidate_function *candidate, const uint8_t *bytes, size_t size,
                               size_t step)
{
    struct itimerval limit = {.it_value = {.tv_sec = HANG_SECONDS}};
    uint8_t *exact;

    dup2(fileno(triage->output), STDERR_FILENO);
    setitimer(ITIMER_VIRTUAL, &limit, NULL);
    if (!candidate(triage->shared, bytes, size, step))
        _exit(NO_MORE);
    triage->shared->made = true;
    size = triage->shared->size;
    exact = malloc(size ? size : 1);
    if (!exact)
        _exit(NO_MORE);
    memcpy(exact, triage->shared->bytes, size);
    LLVMFuzzerTestOneInput(exact, size);
    free(exact);
    exit(0); /* where leaks are looked for */
}

/* The word after `mark`, up to one of `ends`. */
static void copy_after(char *to, size_t room, const char *from, const char *mark, const char *ends)
{
    const char *at = strstr(from, mark);
    size_t length = at ? strcspn(at + strlen(mark), ends) : 0;

    if (at)
        snprintf(to, room, "%.*s", (int)length, at + strlen(mark));
}

/* The first function of a stack that lies in core, after its file, since every variant has a `solve`. */
static void find_place(const char *said, char *place, size_t room)
{
    for (const char *line = strstr(said, "    #"); line; line = strstr(line + 1, "    #")) {
        size_t length = strcspn(line, "\n");
        const char *file = memmem(line, length, "core/", 5), *slash;

        if (file) {
            while ((slash = memchr(file, '/', strcspn(file, ".\n"))))
                file = slash + 1;
            snprintf(place, room, "%.*s ", (int)strcspn(file, ".\n"), file);
            copy_after(place + strlen(place), room - strlen(place), line, " in ", " \n");
            return;
        }
    }
}

static void describe(const char *said, int status, char *signature, size_t room)
{
    char kind[NAME / 2] = "", place[NAME / 2] = "";

    snprintf(signature, room, "signal %d", WIFSIGNALED(status) ? WTERMSIG(status) : 0);
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGVTALRM)
        snprintf(signature, room, "hang");
    find_place(said, place, sizeof place);
    if (strstr(said, "fuzz: ")) {
        copy_after(signature, room, strstr(said, "fuzz: ") + 6, " ", "\n");
    } else if (strstr(said, "LeakSanitizer")) {
        snprintf(signature, room, "leak %s", place);
    } else if (strstr(said, "runtime error: ")) {
        copy_after(kind, sizeof kind, said, "runtime error: ", "0123456789'\n");
        snprintf(signature, room, "%s %s", kind, place);
    } else if (strstr(said, "Sanitizer: ")) {
        copy_after(kind, sizeof kind, said, "Sanitizer: ", " \n");
        snprintf(signature, room, "%s %s", kind, place);
    }
}

/* Letters and digits stay, a run of anything else becomes one dash. */
static void make_name(char *text)
{
    char *to = text;

    for (const char *at = text; *at; at++) {
        bool good = (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z') || (*at >= '0' && *at <= '9') || *at == '_';

        if (good || (to > text && to[-1] != '-'))
            *to++ = good ? *at : '-';
    }
    while (to > text && to[-1] == '-')
        to--;
    *to = '\0';
}

enum ran { RAN_WELL, RAN_BADLY, RAN_NOTHING };

static enum ran run_child(struct triage *triage, candidate_function *candidate, const uint8_t *bytes, size_t size, size_t step,
                          struct finding *finding)
{
    size_t length;
    int status;
    pid_t child;

    triage->shared->made = false;
    triage->runs++;
    rewind(triage->output);
    if (ftruncate(fileno(triage->output), 0) != 0)
        give_up("the child's output");
    child = fork();
    if (child == 0)
        be_child(triage, candidate, bytes, size, step);
    if (child < 0 || waitpid(child, &status, 0) != child)
        give_up("fork");
    if (!triage->shared->made)
        return RAN_NOTHING;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return RAN_WELL;
    rewind(triage->output);
    length = fread(finding->said, 1, sizeof finding->said - 1, triage->output);
    finding->said[length] = '\0';
    describe(finding->said, status, finding->name, sizeof finding->name);
    make_name(finding->name);
    return RAN_BADLY;
}

/* Goes on from the step that was last taken, and round again, until a whole round takes none. */
static void take_steps(struct triage *triage, candidate_function *candidate, uint8_t *bytes, size_t *size,
                       struct finding *finding)
{
    size_t step = 0, since = 0, steps = SIZE_MAX;

    while (triage->runs < RUNS_MAX && since <= steps) {
        struct finding other;
        enum ran ran = run_child(triage, candidate, bytes, *size, step, &other);

        if (ran == RAN_NOTHING) {
            if (step == 0)
                return;
            steps = step;
            step = 0;
        } else if (ran == RAN_BADLY && strcmp(other.name, finding->name) == 0) {
            *finding = other;
            *size = triage->shared->size;
            memcpy(bytes, triage->shared->bytes, *size);
            since = 0;
            steps = SIZE_MAX;
        } else {
            step++;
            since++;
        }
    }
}

static void write_file(const char *folder, const char *name, const void *bytes, size_t size)
{
    struct text path = {0};
    FILE *file;
    bool good;

    text_format(&path, "%s/%s%c", folder, name, '\0');
    file = path.failed ? NULL : fopen(path.bytes, "wb");
    good = file && fwrite(bytes, 1, size, file) == size;
    if (!file || fclose(file) != 0 || !good)
        give_up(path.failed ? folder : path.bytes);
    text_free(&path);
}

static void write_case(struct triage *triage, const char *folder, uint8_t *bytes, size_t size, struct finding *finding)
{
    struct text path = {0}, readme = {0};
    size_t before = size;
    bool known;

    text_format(&path, "%s/%s%c", folder, finding->name, '\0');
    if (path.failed)
        give_up(folder);
    known = mkdir(path.bytes, 0777) != 0;
    if (known && errno != EEXIST)
        give_up(path.bytes);
    if (known) {
        printf("%s: known\n", path.bytes);
    } else {
        /* Kept before it is made small: nothing is lost when that is interrupted. */
        write_file(path.bytes, "input", bytes, size);
        triage->runs = 0;
        take_steps(triage, smaller_by_cases, bytes, &size, finding);
        take_steps(triage, smaller_by_bytes, bytes, &size, finding);
        text_format(&readme, "# %s: %s\n\nFound by fuzzing, made small from %zu to %zu bytes in %u runs. Replay, from the project's root:\n\n",
                    FUZZ_PUZZLE.name, finding->name, before, size, triage->runs);
        text_format(&readme, "    make CONFIG=asan replay\n    build/asan/replay-%s --thorough %s/input\n\nWhat it said then:\n\n",
                    FUZZ_PUZZLE.name, path.bytes);
        text_format(&readme, "```\n%.3000s\n```\n", finding->said);
        write_file(path.bytes, "input", bytes, size);
        write_file(path.bytes, "README.md", readme.bytes, readme.length);
        printf("%s: %zu to %zu bytes in %u runs\n", path.bytes, before, size, triage->runs);
    }
    fflush(stdout);
    text_free(&readme);
    text_free(&path);
}

static void triage_file(struct triage *triage, const char *folder, const char *path)
{
    static uint8_t bytes[ROOM];
    static struct finding finding;
    FILE *file = fopen(path, "rb");
    size_t size;

    if (!file)
        give_up(path);
    size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    if (run_child(triage, as_it_is, bytes, size, 0, &finding) == RAN_BADLY)
        write_case(triage, folder, bytes, size, &finding);
    else
        printf("%s: did not come again\n", path);
}

int main(int argument_count, char **arguments)
{
    struct triage triage = {.output = tmpfile()};

    if (argument_count < 3) {
        fprintf(stderr, "usage: %s FOLDER FILE...\n", arguments[0]);
        return 2;
    }
    triage.shared = mmap(NULL, sizeof *triage.shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (!triage.output || triage.shared == MAP_FAILED)
        give_up("memory");
    fuzz_be_thorough();
    LLVMFuzzerInitialize(&argument_count, &arguments);
    for (int i = 2; i < argument_count; i++)
        triage_file(&triage, arguments[1], arguments[i]);
    return 0;
}
