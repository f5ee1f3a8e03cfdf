/* Under the address sanitizer the arena marks what is not handed out, so that a step outside an allocation is seen although the
 * block around it is one allocation to the system. In every other build these do nothing. */
#ifndef ASSAY_POISON_H
#define ASSAY_POISON_H

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ASSAY_ADDRESS_SANITIZER
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define ASSAY_ADDRESS_SANITIZER
#endif

#ifdef ASSAY_ADDRESS_SANITIZER
#include <sanitizer/asan_interface.h>

enum { POISON_GAP = 16 }; /* bytes after each allocation that belong to nobody */
#define poison(bytes, size) ASAN_POISON_MEMORY_REGION(bytes, size)
#define unpoison(bytes, size) ASAN_UNPOISON_MEMORY_REGION(bytes, size)
#else
enum { POISON_GAP = 0 };
#define poison(bytes, size) ((void)(bytes), (void)(size))
#define unpoison(bytes, size) ((void)(bytes), (void)(size))
#endif

#endif
