/* Outputs compared as contests do: by tokens, with case, blanks and line ends aside. */
#ifndef ASSAY_TOKENS_H
#define ASSAY_TOKENS_H

#include <stdbool.h>
#include <stddef.h>

bool same_tokens(const char *a, size_t a_length, const char *b, size_t b_length);

#endif
