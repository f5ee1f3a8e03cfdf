/* Submissions. What is expected is what @EXPECTED_RESULTS@ in the source says, else what the folder's name does. C, C++ and
 * Python 3 are run where their tools are found; everything else is skipped, and says so. */
#include "submission.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/cli/file.h"
#include "record.h"

static const char program[] = "assay-verify";

static const struct {
    const char *name;
    unsigned expected;
} folders[] = {
    {"accepted", EXPECT_AC},
    {"wrong_answer", EXPECT_WA},
    {"time_limit_exceeded", EXPECT_TLE},
    {"run_time_error", EXPECT_RTE | EXPECT_MLE},
    {"memory_limit_exceeded", EXPECT_MLE},
    {"output_limit_exceeded", EXPECT_OLE},
    {"compiler_error", EXPECT_CE},
    {"brute_force", EXPECT_TLE | EXPECT_RTE | EXPECT_MLE},
    {"rejected", EXPECT_WA | EXPECT_TLE | EXPECT_RTE | EXPECT_MLE | EXPECT_OLE},
};

/* The names that DOMjudge and Kattis use, without what is no letter. */
static const struct {
    const char *name;
    unsigned expected;
} results[] = {
    {"CORRECT", EXPECT_AC},         {"ACCEPTED", EXPECT_AC},          {"AC", EXPECT_AC},
    {"WRONGANSWER", EXPECT_WA},     {"NOOUTPUT", EXPECT_WA},          {"WA", EXPECT_WA},
    {"TIMELIMIT", EXPECT_TLE},      {"TIMELIMITEXCEEDED", EXPECT_TLE}, {"TLE", EXPECT_TLE},
    {"RUNERROR", EXPECT_RTE | EXPECT_MLE}, {"RUNTIMEERROR", EXPECT_RTE | EXPECT_MLE}, {"RTE", EXPECT_RTE | EXPECT_MLE},
    {"MEMORYLIMIT", EXPECT_MLE},    {"MLE", EXPECT_MLE},              {"OUTPUTLIMIT", EXPECT_OLE},
    {"OLE", EXPECT_OLE},            {"COMPILERERROR", EXPECT_CE},     {"CE", EXPECT_CE},
};

void expected_names(unsigned expected, struct text *text)
{
    static const char *const names[] = {"AC", "WA", "TLE", "RTE", "MLE", "OLE", "CE"};
    bool first = true;

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (!(expected >> i & 1))
            continue;
        text_format(text, "%s%s", first ? "" : " or ", names[i]);
        first = false;
    }
}

/* ---- finding ---- */

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.' && !strstr(entry->d_name, ".yaml") && !strstr(entry->d_name, ".md");
}

static int add(struct submissions *submissions, const char *folder, const char *name, unsigned expected)
{
    struct submission *list = realloc(submissions->list, (submissions->count + 1) * sizeof *list);
    struct text path = {0};

    text_format(&path, "submissions/%s/%s", folder, name);
    if (list)
        submissions->list = list;
    if (!list || path.failed)
        return verify_out_of_memory();
    list[submissions->count++] = (struct submission){.path = path.bytes, .expected = expected};
    return EXIT_WELL;
}

static int add_folder(struct submissions *submissions, const char *folder, const char *name)
{
    struct text path = {0};
    struct dirent **entries;
    unsigned expected = 0;
    int count, status = EXIT_WELL;

    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (strcmp(folders[i].name, name) == 0)
            expected = folders[i].expected;
    text_format(&path, "%s/submissions/%s", folder, name);
    if (path.failed)
        return verify_out_of_memory();
    count = scandir(path.bytes, &entries, is_visible, alphasort);
    for (int i = 0; i < count; i++) {
        if (status == EXIT_WELL)
            status = add(submissions, name, entries[i]->d_name, expected);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
    text_free(&path);
    return status;
}

static int accepted_first(const void *a, const void *b)
{
    const struct submission *x = a, *y = b;
    int order = (y->expected == EXPECT_AC) - (x->expected == EXPECT_AC);

    return order ? order : strcmp(x->path, y->path);
}

int submissions_find(const char *folder, struct submissions *submissions)
{
    struct text path = {0};
    struct dirent **entries;
    int count, status = EXIT_WELL;

    *submissions = (struct submissions){0};
    text_format(&path, "%s/submissions", folder);
    if (path.failed)
        return verify_out_of_memory();
    count = scandir(path.bytes, &entries, is_visible, alphasort);
    if (count < 0) {
        fprintf(stderr, "%s: %s: %s\n", program, path.bytes, strerror(errno));
        status = EXIT_USAGE;
    }
    for (int i = 0; i < count; i++) {
        if (status == EXIT_WELL)
            status = add_folder(submissions, folder, entries[i]->d_name);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
    text_free(&path);
    if (submissions->count)
        qsort(submissions->list, submissions->count, sizeof *submissions->list, accepted_first);
    return status;
}

/* ---- building ---- */

enum language { LANGUAGE_C, LANGUAGE_CXX, LANGUAGE_PYTHON, LANGUAGES };

static const struct {
    const char *endings[6];
    const char *tools[3];
    const char *flags;   /* NULL: run by the tool, not compiled */
    const char *libraries;
} languages[LANGUAGES] = {
    [LANGUAGE_C] = {{".c"}, {"gcc", "cc"}, "-O2 -std=gnu17 -o ", " -lm"},
    [LANGUAGE_CXX] = {{".cc", ".cpp", ".cxx", ".c++", ".C"}, {"g++", "c++"}, "-O2 -std=gnu++17 -o ", ""},
    [LANGUAGE_PYTHON] = {{".py", ".py3"}, {"python3"}, NULL, NULL},
};

static int language_of(const char *name)
{
    const char *dot = strrchr(name, '.');

    for (int i = 0; dot && i < LANGUAGES; i++)
        for (size_t j = 0; languages[i].endings[j]; j++)
            if (strcmp(dot, languages[i].endings[j]) == 0)
                return i;
    return LANGUAGES;
}

static bool is_there(const char *tool)
{
    const char *path = getenv("PATH");
    bool found = false;

    for (const char *at = path ? path : "/usr/bin:/bin"; *at && !found;) {
        size_t length = strcspn(at, ":");
        struct text file = {0};

        text_format(&file, "%.*s/%s", (int)length, at, tool);
        found = !file.failed && access(file.bytes, X_OK) == 0;
        text_free(&file);
        at += length + (at[length] == ':');
    }
    return found;
}

static const char *tool_of(int language)
{
    for (size_t i = 0; languages[language].tools[i]; i++)
        if (is_there(languages[language].tools[i]))
            return languages[language].tools[i];
    return NULL;
}

/* Word by word, in capitals; a word of the list that is none of ours is passed over. */
static unsigned results_named(const char *list, size_t length)
{
    char word[32];
    size_t used = 0;
    unsigned expected = 0;

    for (size_t i = 0; i <= length; i++) {
        char byte = i < length ? list[i] : ',';

        if (isalpha((unsigned char)byte) && used + 1 < sizeof word)
            word[used++] = (char)toupper((unsigned char)byte);
        if (byte != ',')
            continue;
        word[used] = '\0';
        for (size_t j = 0; j < sizeof results / sizeof *results; j++)
            expected |= strcmp(results[j].name, word) == 0 ? results[j].expected : 0;
        used = 0;
    }
    return expected;
}

static int read_expected(const char *path, struct submission *submission)
{
    static const char tag[] = "@EXPECTED_RESULTS@:";
    struct file file;
    const char *found;
    int status = file_read(program, path, &file);

    if (status != EXIT_WELL)
        return status;
    found = memmem(file.bytes, file.size, tag, sizeof tag - 1);
    if (found) {
        const char *from = found + sizeof tag - 1, *end = (const char *)file.bytes + file.size;
        const char *line = memchr(from, '\n', (size_t)(end - from));
        unsigned expected = results_named(from, (size_t)((line ? line : end) - from));

        submission->expected = expected ? expected : submission->expected;
    }
    file_free(&file);
    return EXIT_WELL;
}

/* The files of a submission, quoted, and their language; of Python the one that is run. */
static int gather(const char *path, struct submission *submission, struct text *files, int *language)
{
    struct stat about;
    struct dirent **entries;
    int count, status = EXIT_WELL;

    *language = LANGUAGES;
    if (stat(path, &about) == 0 && !S_ISDIR(about.st_mode)) {
        *language = language_of(path);
        text_quoted(files, path);
        return read_expected(path, submission);
    }
    count = scandir(path, &entries, is_visible, alphasort);
    for (int i = 0; i < count; i++) {
        int own = language_of(entries[i]->d_name);
        struct text file = {0};

        text_format(&file, "%s/%s", path, entries[i]->d_name);
        if (own != LANGUAGES && !file.failed && (*language == LANGUAGES || own == *language)) {
            bool is_main = own != LANGUAGE_PYTHON || *language == LANGUAGES || strstr(entries[i]->d_name, "main");

            *language = own;
            if (own == LANGUAGE_PYTHON && is_main)
                text_clear(files);
            if (is_main) {
                text_char(files, ' ');
                text_quoted(files, file.bytes);
            }
            if (status == EXIT_WELL)
                status = read_expected(file.bytes, submission);
        }
        text_free(&file);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
    return status;
}

static int compile(struct submissions *submissions, size_t which, int language, const char *tool, const struct text *files)
{
    const struct program_limits limits = {.seconds = 60, .output = 1 << 20};
    struct submission *submission = &submissions->list[which];
    const char *root = getenv("TMPDIR");
    struct text command = {0}, output = {0};
    struct program_run run = {0};
    bool ran;

    if (!*submissions->scratch) {
        snprintf(submissions->scratch, sizeof submissions->scratch, "%s/assay-package-XXXXXX",
                 root && strlen(root) < 32 ? root : "/tmp");
        if (!mkdtemp(submissions->scratch)) {
            fprintf(stderr, "%s: %s: %s\n", program, submissions->scratch, strerror(errno));
            *submissions->scratch = '\0';
            return EXIT_UNABLE;
        }
    }
    text_format(&submission->command, "%s/%zu", submissions->scratch, which);
    text_format(&command, "%s %s%s %.*s%s", tool, languages[language].flags, submission->command.bytes, (int)files->length,
                files->bytes, languages[language].libraries);
    if (command.failed || submission->command.failed)
        return verify_out_of_memory();
    ran = program_run(command.bytes, &limits, "", 0, &output, &run);
    submission->compiles = ran && run.ending == ENDING_ANSWER;
    text_free(&command);
    text_free(&output);
    return ran ? EXIT_WELL : EXIT_UNABLE;
}

int submission_build(const char *folder, struct submissions *submissions, size_t which)
{
    struct submission *submission = &submissions->list[which];
    struct text path = {0}, files = {0};
    const char *tool = NULL;
    int language, status;

    text_format(&path, "%s/%s", folder, submission->path);
    if (path.failed)
        return verify_out_of_memory();
    status = gather(path.bytes, submission, &files, &language);
    if (status == EXIT_WELL && language == LANGUAGES)
        submission->skipped = "neither C nor C++ nor Python 3";
    else if (status == EXIT_WELL && !submission->expected)
        submission->skipped = "nothing says what is expected of it";
    else if (status == EXIT_WELL && !(tool = tool_of(language)))
        submission->skipped = "its compiler or interpreter is not installed";
    if (tool && languages[language].flags)
        status = compile(submissions, which, language, tool, &files);
    if (tool && !languages[language].flags) {
        text_format(&submission->command, "%s %.*s", tool, (int)files.length, files.bytes);
        submission->compiles = true;
    }
    text_free(&path);
    text_free(&files);
    return status;
}

void submissions_free(struct submissions *submissions)
{
    for (size_t i = 0; i < submissions->count; i++) {
        struct submission *submission = &submissions->list[i];

        if (*submissions->scratch && submission->command.length &&
            strncmp(submission->command.bytes, submissions->scratch, strlen(submissions->scratch)) == 0)
            unlink(submission->command.bytes);
        text_free(&submission->command);
        free(submission->path);
    }
    if (*submissions->scratch)
        rmdir(submissions->scratch);
    free(submissions->list);
}
