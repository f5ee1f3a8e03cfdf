/* The run-time side of select.h, linked into every mutated program. */
#include "select.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "mutants.h"

int mutant_selected;
unsigned char *mutant_reached;

/* Shared, so that what forked workers pass is seen too. */
__attribute__((constructor)) static void mutant_start(void)
{
    const char *number = getenv("ASSAY_MUTANT"), *path = getenv("ASSAY_MUTANT_REACHED");
    int file;

    if (number)
        mutant_selected = atoi(number);
    if (!path)
        return;
    file = open(path, O_RDWR | O_CREAT, 0666);
    if (file < 0 || ftruncate(file, MUTANTS_MAX) != 0)
        abort();
    mutant_reached = mmap(NULL, MUTANTS_MAX, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (mutant_reached == MAP_FAILED)
        abort();
    close(file);
}
