/* The hardware's counters: what is refused, and one event whose count is known beforehand. */
#include "unit.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "bench/hardware.h"

static void adds_what_was_counted_all_the_time(void **state)
{
    struct hardware_sum sum = {0};
    const struct hardware_reading before = {.enabled = 1000, .running = 1000, .values = {5, 6, 7, 8, 9}};
    struct hardware_reading after = {.enabled = 5000, .running = 5000, .values = {105, 206, 7, 9, 9}};

    (void)state;
    hardware_add(&sum, &before, &after, 10);
    assert_int_equal(sum.iterations, 10);
    assert_int_equal(sum.refused, 0);
    assert_int_equal(sum.values[0], 100);
    assert_int_equal(sum.values[1], 200);
    assert_int_equal(sum.values[2], 0);
    /* A quarter of the time was others': refused, not scaled. */
    after.running = 4000;
    hardware_add(&sum, &before, &after, 10);
    assert_int_equal(sum.refused, 1);
    assert_int_equal(sum.iterations, 10);
    assert_int_equal(sum.values[0], 100);
    /* Never on: no proof of zero. */
    hardware_add(&sum, &before, &before, 10);
    assert_int_equal(sum.refused, 2);
    assert_int_equal(sum.iterations, 10);
}

static void says_what_is_there_and_what_is_not(void **state)
{
    struct hardware hardware;

    (void)state;
    hardware_open(&hardware);
    for (size_t i = 0; i < HARDWARE_EVENTS; i++) {
        const char *counted = strstr(hardware.words, " counted"),
                   *name = strstr(hardware.words, hardware_infos[i].name);

        assert_non_null(counted);
        assert_non_null(name);
        assert_int_equal(name < counted, hardware_has(&hardware, i));
    }
    hardware_close(&hardware);
}

/* Pages that nobody has touched before are supplied one by one. */
static void counts_page_faults(void **state)
{
#ifdef __SANITIZE_ADDRESS__
    enum { SHADOW_PAGES = 7 };
#else
    enum { SHADOW_PAGES = 0 };
#endif
    enum { EVENT = HARDWARE_EVENTS - 1, PAGES = 50 };
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    struct hardware hardware;
    struct hardware_reading before, after;
    struct hardware_sum sum = {0};
    volatile char *fresh =
        mmap(NULL, PAGES * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    (void)state;
    assert_true(fresh != MAP_FAILED);
    madvise((void *)fresh, PAGES * page, MADV_NOHUGEPAGE);
    hardware_open(&hardware);
    before = hardware_read(&hardware);
    for (size_t i = 0; i < PAGES; i++)
        fresh[i * page] = 1;
    after = hardware_read(&hardware);
    hardware_add(&sum, &before, &after, 1);
    munmap((void *)fresh, PAGES * page);
    if (!hardware_has(&hardware, EVENT) || sum.refused) {
        hardware_close(&hardware);
        skip();
    }
    /* What reads the counters may touch a page of its own, and asan notes eight pages in one. */
    assert_in_range(sum.values[EVENT], PAGES, PAGES + 3 + SHADOW_PAGES);
    hardware_close(&hardware);
}

int unit_hardware(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(adds_what_was_counted_all_the_time),
        cmocka_unit_test(says_what_is_there_and_what_is_not),
        cmocka_unit_test(counts_page_faults),
    };

    return cmocka_run_group_tests_name("hardware", tests, NULL, NULL);
}
