/* Linked in the place of _exit by ci/config/cov.mk: the counts of a process that ends without its exit handlers are kept. A process that
 * is killed from outside still loses its own; the tests that kill are about the one that survives. */
#include <gcov.h>

_Noreturn void __real__exit(int status);
_Noreturn void __wrap__exit(int status);

void __wrap__exit(int status)
{
    __gcov_dump();
    __real__exit(status);
}
