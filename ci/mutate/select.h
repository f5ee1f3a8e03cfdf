/* Put before a mutated source by `-include`. All mutants of a file stand in one object; the environment variable ASSAY_MUTANT says which one
 * lives, and where ASSAY_MUTANT_REACHED names a file, a byte of it is set for each mutant whose place is passed. */
#ifndef ASSAY_MUTANT_SELECT_H
#define ASSAY_MUTANT_SELECT_H

extern int mutant_selected;
extern unsigned char *mutant_reached;

static inline int mutant_is(int number)
{
    if (mutant_reached)
        mutant_reached[number] = 1;
    return mutant_selected == number;
}

#endif
