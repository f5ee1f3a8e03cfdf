/* As exit_gcov.c, for clang's profiles. */
int __llvm_profile_write_file(void);
_Noreturn void __real__exit(int status);
_Noreturn void __wrap__exit(int status);
int __real_raise(int number);
int __wrap_raise(int number);

void __wrap__exit(int status)
{
    (void)__llvm_profile_write_file();
    __real__exit(status);
}

int __wrap_raise(int number)
{
    (void)__llvm_profile_write_file();
    return __real_raise(number);
}
