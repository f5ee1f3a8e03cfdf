/* Names come from files that anybody may have written: what is put where goes through one of these. Text is
 * UTF-8 (Jansson refuses everything else); control bytes become U+FFFD. */
#ifndef ASSAY_REPORTS_ESCAPE_H
#define ASSAY_REPORTS_ESCAPE_H

#include "core/text.h"

/* For the text and the quoted attributes of HTML, SVG and XML. */
void put_html(struct text *text, const char *string);
/* The same in <bdi>, for names: a script that runs from right to left turns nothing around it. */
void put_name(struct text *text, const char *string);
/* For a cell of a Markdown table: punctuation that means something gets a backslash, < and & are entities. */
void put_markdown(struct text *text, const char *string);
/* A single-quoted string of gnuplot, in which nothing but the quote is special (in double quotes `...` would
 * run a command). A per cent sign becomes a full-width one: labels of ticks are formats. */
void put_gnuplot(struct text *text, const char *string);
/* A field of RFC 4180, quoted where it must be. One that a spreadsheet would take for a formula gets an
 * apostrophe. */
void put_csv(struct text *text, const char *string);
/* For a terminal: control bytes and C1 controls cannot act. */
void put_terminal(struct text *text, const char *string);
/* A word of the Go benchmark format: no white space. */
void put_word(struct text *text, const char *string);

#endif
