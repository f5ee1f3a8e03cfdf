/* Put before a mutated source by `-include`. All mutants of a file stand in one object; mutant_selected, set
 * from the environment variable ASSAY_MUTANT, says which one lives. With MUTANT_LEARN, and where
 * ASSAY_MUTANT_REACHED names a file, a byte of it is set for each mutant whose place is passed; without, a
 * mutant costs the others one comparison.
 *
 * A loop that does not end is noticed without a clock: mutated sources are compiled to call
 * __sanitizer_cov_trace_pc in each block of their code, and when as many have passed as ASSAY_MUTANT_BLOCKS says, or
 * mutant_blocks_left, mutant_endless is called. */
#ifndef ASSAY_MUTANT_SELECT_H
#define ASSAY_MUTANT_SELECT_H

extern int mutant_selected;
extern unsigned char *mutant_reached;
extern unsigned long mutant_blocks_left;
extern void (*mutant_endless)(void);

static inline int mutant_is(int number)
{
#ifdef MUTANT_LEARN
    if (mutant_reached)
        mutant_reached[number] = 1;
#endif
    return mutant_selected == number;
}

#endif
