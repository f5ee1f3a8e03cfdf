/* Linked in the place of _exit and raise by ci/config/cov.mk: the counts of a process that ends without its exit handlers are kept. A process
 * that is killed from outside still loses its own; the tests that kill are about the one that survives. */
#include <gcov.h>

_Noreturn void __real__exit(int status);
_Noreturn void __wrap__exit(int status);
int __real_raise(int number);
int __wrap_raise(int number);

void __wrap__exit(int status)
{
    __gcov_dump();
    __real__exit(status);
}

int __wrap_raise(int number)
{
    __gcov_dump();
    __gcov_reset(); /* what follows, where something does, is added */
    return __real_raise(number);
}
