/* Mutants back into C. In the source that holds all of them an expression becomes `(mutant_is(1) ? one :
 * mutant_is(2) ? other : (itself))`, a statement `{ if (!mutant_is(3)) itself }`. Replacements are of the
 * original text, for one mutant lives at a time; only what stands for the expression itself holds further
 * mutants. So the text grows with the depth of nesting and no faster. */
#include "mutants.h"

#include <stdlib.h>

struct writer {
    const struct mutants *mutants;
    size_t *order; /* those to be chosen at run time: by begin, outer ones first */
    size_t count, next;
    struct text *text;
};

static const struct mutants *sorted;

static int by_place(const void *left, const void *right)
{
    const struct mutant *a = &sorted->mutant[*(const size_t *)left],
                        *b = &sorted->mutant[*(const size_t *)right];

    if (a->begin != b->begin)
        return a->begin < b->begin ? -1 : 1;
    if (a->end != b->end)
        return a->end > b->end ? -1 : 1;
    return *(const size_t *)left < *(const size_t *)right ? -1 : 1;
}

static void write_span(struct writer *writer, size_t begin, size_t end)
{
    const struct mutants *mutants = writer->mutants;

    while (writer->next < writer->count && mutants->mutant[writer->order[writer->next]].begin < end) {
        const struct mutant *first = &mutants->mutant[writer->order[writer->next]];
        size_t from = first->begin, to = first->end;

        text_put(writer->text, mutants->source.bytes + begin, from - begin);
        if (first->replacement)
            text_string(writer->text, "(");
        while (writer->next < writer->count && mutants->mutant[writer->order[writer->next]].begin == from &&
               mutants->mutant[writer->order[writer->next]].end == to) {
            size_t index = writer->order[writer->next++];

            if (first->replacement)
                text_format(writer->text, "mutant_is(%zu) ? %s : ", index + 1,
                            mutants->mutant[index].replacement);
            else
                text_format(writer->text, "{ if (!mutant_is(%zu)) ", index + 1);
        }
        text_string(writer->text, first->replacement ? "(" : "");
        write_span(writer, from, to);
        text_string(writer->text, first->replacement ? "))" : " }");
        begin = to;
    }
    text_put(writer->text, mutants->source.bytes + begin, end - begin);
}

void mutants_all(const struct mutants *mutants, struct text *text)
{
    struct writer writer = {
        .mutants = mutants, .order = calloc(mutants->count + 1, sizeof *writer.order), .text = text};

    if (!writer.order) {
        text->failed = true;
        return;
    }
    for (size_t i = 0; i < mutants->count; i++)
        if (!mutants->mutant[i].alone)
            writer.order[writer.count++] = i;
    sorted = mutants;
    qsort(writer.order, writer.count, sizeof *writer.order, by_place);
    write_span(&writer, 0, mutants->source.length);
    free(writer.order);
}

void mutants_one(const struct mutants *mutants, size_t index, struct text *text)
{
    const struct mutant *mutant = &mutants->mutant[index];

    text_put(text, mutants->source.bytes, mutant->begin);
    text_string(text, mutant->replacement ? mutant->replacement : ";");
    text_put(text, mutants->source.bytes + mutant->end, mutants->source.length - mutant->end);
}
