#include "escape.h"

#include <string.h>

static const char replacement[] = "\xEF\xBF\xBD";

static bool is_control(char byte)
{
    return (unsigned char)byte < 0x20 || byte == 0x7F;
}

/* U+0080 to U+009F: two bytes, some of which are commands to terminals. */
static bool is_c1(const char *string)
{
    return (unsigned char)string[0] == 0xC2 && (unsigned char)string[1] >= 0x80 &&
           (unsigned char)string[1] <= 0x9F;
}

void put_html(struct text *text, const char *string)
{
    for (; *string; string++) {
        switch (*string) {
        case '<':
            text_string(text, "&lt;");
            break;
        case '>':
            text_string(text, "&gt;");
            break;
        case '&':
            text_string(text, "&amp;");
            break;
        case '"':
            text_string(text, "&quot;");
            break;
        case '\'':
            text_string(text, "&#39;");
            break;
        default:
            if (is_control(*string))
                text_string(text, *string == '\n' || *string == '\t' ? " " : replacement);
            else
                text_char(text, *string);
        }
    }
}

void put_name(struct text *text, const char *string)
{
    text_string(text, "<bdi>");
    put_html(text, string);
    text_string(text, "</bdi>");
}

void put_markdown(struct text *text, const char *string)
{
    for (; *string; string++) {
        if (*string == '<')
            text_string(text, "&lt;");
        else if (*string == '&')
            text_string(text, "&amp;");
        else if (is_control(*string))
            text_char(text, ' ');
        else {
            if (strchr("\\`*_{}[]()#|!~>@$", *string))
                text_char(text, '\\');
            text_char(text, *string);
        }
    }
}

void put_gnuplot(struct text *text, const char *string)
{
    text_char(text, '\'');
    for (; *string; string++) {
        if (is_control(*string))
            text_char(text, ' ');
        else if (*string == '%')
            text_string(text, "\xEF\xBC\x85");
        else {
            if (*string == '\'')
                text_char(text, '\'');
            text_char(text, *string);
        }
    }
    text_char(text, '\'');
}

void put_csv(struct text *text, const char *string)
{
    bool formula = *string && strchr("=+-@\t\r", *string);

    if (!formula && !strpbrk(string, ",\"\r\n")) {
        text_string(text, string);
        return;
    }
    text_char(text, '"');
    if (formula)
        text_char(text, '\'');
    for (; *string; string++) {
        if (*string == '"')
            text_char(text, '"');
        text_char(text, *string);
    }
    text_char(text, '"');
}

void put_terminal(struct text *text, const char *string)
{
    for (; *string; string++) {
        if (is_control(*string))
            text_string(text, replacement);
        else if (is_c1(string)) {
            text_string(text, replacement);
            string++;
        } else
            text_char(text, *string);
    }
}

void put_word(struct text *text, const char *string)
{
    for (; *string; string++)
        text_char(text, is_control(*string) || *string == ' ' ? '_' : *string);
}
