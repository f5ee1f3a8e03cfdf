/* gnuplot's SVG made fit for a page. */
#ifndef ASSAY_REPORTS_SVG_H
#define ASSAY_REPORTS_SVG_H

#include "core/text.h"

/* The red of a colour that the script asks for says what it is for; its blue is a number. */
enum { SVG_SERIES = 1, SVG_GRID = 2, SVG_INK = 3, SVG_GREY = 4 };

/* Takes one document from *rest, which is moved behind it. False: there is none. Ids get the plot's number in
 * front: they repeat from plot to plot, and a page has but one name space. */
bool svg_adapt(const char **rest, size_t number, struct text *svg);

#endif
