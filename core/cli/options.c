/* The table-driven option parser. */
#include "options.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "../version.h"
#include "file.h"

int options_refuse(const struct usage *usage, const char *format, ...)
{
    va_list arguments;

    fprintf(stderr, "%s: ", usage->program);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fprintf(stderr, " (see %s --help)\n", usage->program);
    return EXIT_USAGE;
}

bool options_number(const char *text, uint64_t *number)
{
    uint64_t value = 0;

    if (!*text)
        return false;
    for (; *text; text++) {
        if (*text < '0' || *text > '9' || __builtin_mul_overflow(value, 10, &value) ||
            __builtin_add_overflow(value, (uint64_t)(*text - '0'), &value))
            return false;
    }
    *number = value;
    return true;
}

static const struct option *find(const struct usage *usage, const char *name, size_t length)
{
    for (const struct option *option = usage->options; option->name; option++)
        if (strlen(option->name) == length && memcmp(option->name, name, length) == 0)
            return option;
    return NULL;
}

static bool take_number(const struct usage *usage, const struct option *option, const char *value)
{
    uint64_t number;

    if (options_number(value, &number) && number >= option->least && number <= option->most) {
        *option->number = number;
        return true;
    }
    options_refuse(usage, "--%s wants a number from %" PRIu64 " to %" PRIu64 ", not '%s'", option->name,
                   option->least, option->most, value);
    return false;
}

static bool take(const struct usage *usage, const struct option *option, const char *value)
{
    if (option->given)
        *option->given = true;
    if (option->flag)
        *option->flag = true;
    else if (option->text)
        *option->text = value;
    else if (option->list)
        option->list->values[option->list->count++] = value;
    else
        return take_number(usage, option, value);
    return true;
}

/* The option at arguments[*at]; *at moves on to its value where that is an argument of its own. */
static bool take_option(const struct usage *usage, int count, char **arguments, int *at)
{
    const char *argument = arguments[*at];
    size_t length = strncmp(argument, "--", 2) == 0 ? strcspn(argument + 2, "=") : 0;
    const char *value = length && argument[2 + length] ? argument + 2 + length + 1 : NULL;
    const struct option *option = length ? find(usage, argument + 2, length) : NULL;

    if (!option) {
        options_refuse(usage, "there is no option '%.*s'", length ? (int)length + 2 : (int)strlen(argument),
                       argument);
        return false;
    }
    if (!option->value && value) {
        options_refuse(usage, "--%s takes no value", option->name);
        return false;
    }
    if (option->value && !value && *at + 1 < count)
        value = arguments[++*at];
    /* Nothing is no value either: a script's empty variable must not become the root folder. */
    if (option->value && (!value || (!*value && !option->number))) {
        options_refuse(usage, "--%s wants a value: %s", option->name, option->value);
        return false;
    }
    return take(usage, option, value);
}

/* Before anything is taken, so that help is given whatever else is there. */
static enum options_result look_for_help(int count, char **arguments)
{
    for (int i = 0; i < count && strcmp(arguments[i], "--") != 0; i++) {
        if (strcmp(arguments[i], "--help") == 0 || strcmp(arguments[i], "-h") == 0)
            return OPTIONS_HELP;
        if (strcmp(arguments[i], "--version") == 0)
            return OPTIONS_VERSION;
    }
    return OPTIONS_RUN;
}

enum options_result options_parse(const struct usage *usage, int count, char **arguments, int *operands)
{
    enum options_result result = look_for_help(count, arguments);
    bool only_operands = false;

    *operands = 0;
    for (int i = 0; i < count; i++) {
        if (only_operands || arguments[i][0] != '-' || !arguments[i][1]) {
            arguments[(*operands)++] = arguments[i];
        } else if (strcmp(arguments[i], "--") == 0) {
            only_operands = true;
        } else if (result == OPTIONS_RUN && !take_option(usage, count, arguments, &i)) {
            return OPTIONS_BAD;
        }
    }
    return result;
}

void options_help(const struct usage *usage, struct text *text)
{
    static const char all[] = "  --help                this text\n  --version             the version\n";

    text_format(text, "usage: %s\n\n%s\n", usage->synopsis, usage->about);
    for (const struct option *option = usage->options; option->name; option++) {
        char head[64];

        snprintf(head, sizeof head, "--%s%s%s", option->name, option->value ? " " : "",
                 option->value ? option->value : "");
        text_format(text, "  %-20s  %s\n", head, option->summary);
    }
    text_string(text, all);
    if (usage->epilogue)
        text_format(text, "\n%s", usage->epilogue);
}

int options_finish(const struct usage *usage, enum options_result result)
{
    struct text text = {0};
    int status = EXIT_USAGE;

    if (result == OPTIONS_BAD)
        return status;
    if (result == OPTIONS_VERSION)
        text_format(&text, "assay %s\n", ASSAY_VERSION);
    else
        options_help(usage, &text);
    status = file_print(usage->program, &text);
    text_free(&text);
    return status;
}
