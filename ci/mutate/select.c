/* The run-time side of select.h, linked into every mutated program. */
#include "select.h"

#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "mutants.h"

int mutant_selected;
unsigned char *mutant_reached;
unsigned long mutant_blocks_left = ULONG_MAX;

static void leave(void)
{
    _exit(MUTANT_ENDLESS);
}

void (*mutant_endless)(void) = leave;

void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc(void)
{
    if (--mutant_blocks_left == 0)
        mutant_endless();
}

/* Shared, so that what forked workers pass is seen too. */
__attribute__((constructor)) static void mutant_start(void)
{
    const char *number = getenv("ASSAY_MUTANT"), *path = getenv("ASSAY_MUTANT_REACHED"),
               *blocks = getenv("ASSAY_MUTANT_BLOCKS");
    int file;

    if (number)
        mutant_selected = atoi(number);
    if (blocks)
        mutant_blocks_left = strtoul(blocks, NULL, 10);
    if (!path)
        return;
    file = open(path, O_RDWR | O_CREAT, 0666);
    if (file < 0 || ftruncate(file, REACHED_SIZE) != 0)
        abort();
    mutant_reached = mmap(NULL, REACHED_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (mutant_reached == MAP_FAILED)
        abort();
    close(file);
}

/* How many blocks it took, behind the bytes of the mutants; forked workers end without it. */
__attribute__((destructor)) static void mutant_end(void)
{
    unsigned long blocks = ULONG_MAX - mutant_blocks_left;

    if (mutant_reached)
        memcpy(mutant_reached + MUTANTS_MAX, &blocks, sizeof blocks);
}
