/* Put before a mutated source by `-include`. All mutants of a file stand in one object; mutant_selected, set
 * from the environment variable ASSAY_MUTANT, says which one lives. With MUTANT_LEARN, and where
 * ASSAY_MUTANT_REACHED names a file, a byte of it is set for each mutant whose place is passed; without, a
 * mutant costs the others one comparison. */
#ifndef ASSAY_MUTANT_SELECT_H
#define ASSAY_MUTANT_SELECT_H

extern int mutant_selected;
extern unsigned char *mutant_reached;

static inline int mutant_is(int number)
{
#ifdef MUTANT_LEARN
    if (mutant_reached)
        mutant_reached[number] = 1;
#endif
    return mutant_selected == number;
}

#endif
