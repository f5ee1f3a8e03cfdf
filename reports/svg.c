#include "svg.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "plot.h"

const char *const look_colours[LOOKS] = {"#0b62a4", "#c2410c", "#047857", "#9333a8",
                                         "#8a6100", "#be185d", "#0e7490", "#4d5d16"};

static bool begins(const char *at, const char *with)
{
    return strncmp(at, with, strlen(with)) == 0;
}

/* Takes a number for each character of `ends`, which follows it. NULL: that is not what is there. */
static const char *take_numbers(const char *at, const char *ends, long *numbers)
{
    for (; *ends; ends++, numbers++) {
        char *end;

        *numbers = strtol(at, &end, 10);
        if (end == at)
            return NULL;
        for (at = end; *at == ' ' && *ends != ' '; at++)
            ;
        if (*at++ != *ends)
            return NULL;
    }
    return at;
}

/* rgb(  1,   0,   5), as gnuplot writes it; the characters that it takes, 0 where it is another colour. */
static size_t recolour(const char *at, struct text *svg)
{
    long colour[3];
    const char *end = take_numbers(at + strlen("rgb("), ",,)", colour);
    long kind, number;

    if (!end || colour[1])
        return 0;
    kind = colour[0];
    number = colour[2];
    if (kind == SVG_SERIES && number >= 0 && number < LOOKS)
        text_format(svg, "var(--s%ld,%s)", number, look_colours[number]);
    else if (kind == SVG_GRID)
        text_string(svg, "var(--grid,#d1d5db)");
    else if (kind == SVG_INK)
        text_string(svg, "var(--ink,#374151)");
    else if (kind == SVG_GREY)
        text_string(svg, "var(--grey,#6b7280)");
    else
        return 0;
    return (size_t)(end - at);
}

/* What says nothing: SVG's own defaults, what stands on the whole drawing, and gnuplot's names of its plots,
 * which would pop up over them. */
static size_t idle_words(const char *at)
{
    static const char *const words[] = {" fill=\"none\" color=\"black\" stroke=\"currentColor\"",
                                        " fill=\"none\" color=\"gray\" stroke=\"currentColor\"",
                                        " stroke-width=\"1.00\"",
                                        " stroke-linecap=\"butt\" stroke-linejoin=\"miter\"",
                                        " class=\"gridline\"",
                                        " font-family=\"sans-serif\"",
                                        "\t"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (begins(at, words[i]))
            return strlen(words[i]);
    if (begins(at, "<title>gnuplot_plot_"))
        return strcspn(at, "/") + strlen("/title>");
    return begins(at, "<rect x=\"0\" y=\"0\" ") ? strcspn(at, ">") + 1 : 0;
}

/* A group in which nothing is drawn; they are most of what gnuplot writes. */
static size_t empty_group(const char *at)
{
    const char *end;

    if (!begins(at, "<g fill="))
        return 0;
    end = strchr(at, '>');
    if (!end)
        return 0;
    for (end++; isspace((unsigned char)*end); end++)
        ;
    return begins(end, "</g>") ? (size_t)(end - at) + 4 : 0;
}

/* One step: what is replaced, or a byte. Text never begins with these: gnuplot writes its '<' as &lt; and a
 * text "rgb(1,0,1)" would only be shown as the colour's name. */
static const char *copy_step(const char *at, size_t number, struct text *svg)
{
    size_t length = empty_group(at);

    length = length ? length : idle_words(at);
    if (length)
        return at + length;
    if (begins(at, "rgb(") && (length = recolour(at, svg)) > 0)
        return at + length;
    if (begins(at, "id='gp") || begins(at, "id=\"gn")) {
        text_put(svg, at, 4);
        text_format(svg, "p%zu-", number);
        return at + 4;
    }
    if (begins(at, "xlink:href='#gp")) {
        text_format(svg, "href='#p%zu-", number);
        return at + strlen("xlink:href='#");
    }
    text_char(svg, *at);
    return at + 1;
}

bool svg_adapt(const char **rest, size_t number, struct text *svg)
{
    const char *at = strstr(*rest, "<svg"), *end = at ? strstr(at, "</svg>") : NULL;
    const char *size = at ? strstr(at, "viewBox=\"") : NULL, *canvas, *filter;
    long box[4]; /* its corner, width and height */

    if (!end || !size || size > end || !take_numbers(size + strlen("viewBox=\""), "   \"", box))
        return false;
    *rest = end + strlen("</svg>");
    canvas = strstr(at, "<g id=\"gnuplot_canvas\"");
    filter = strstr(at, "<filter");
    if (!canvas || canvas > end)
        return false;
    text_format(svg, "viewBox='0 0 %ld %ld' fill='none' stroke='currentColor'>", box[2], box[3]);
    for (at = canvas; at < end;) {
        /* Filters of boxed text, which there is none of. */
        if (at == filter)
            at = strstr(at, "</defs>");
        if (!at)
            return false;
        at = copy_step(at, number, svg);
    }
    text_string(svg, "</svg>");
    return !svg->failed;
}
