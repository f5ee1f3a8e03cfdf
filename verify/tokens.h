/* Outputs compared. */
#ifndef ASSAY_TOKENS_H
#define ASSAY_TOKENS_H

#include <stdbool.h>
#include <stddef.h>

/* As contests do: by tokens, with case, blanks and line ends aside. */
bool same_tokens(const char *a, size_t a_length, const char *b, size_t b_length);

/* The first line, from 1, on which the two differ; 0: none. Blanks at the end of a line, CR among them, and empty lines at the end do
 * not count. */
size_t differing_line(const char *a, size_t a_length, const char *b, size_t b_length);

#endif
