/* What is decided about other people's programs without running one: equal tokens, time limits of packages. */
#include "unit.h"

#include <stdio.h>
#include <unistd.h>

#include "verify/manifest.h"
#include "verify/tokens.h"

static bool same(const char *a, const char *b)
{
    return same_tokens(a, strlen(a), b, strlen(b));
}

static void tokens_are_compared_without_blanks(void **state)
{
    (void)state;
    assert_true(same("a b\n", "a b"));
    assert_true(same("a b\n", " a\r\n\tb \n\n"));
    assert_true(same("", " \n"));
    assert_false(same("a b", "a B"));
    assert_false(same("a b", "ab"));
    assert_false(same("a b", "a"));
    assert_false(same("a", "a b"));
    assert_false(same("1", "1.0"));
}

static size_t differs(const char *a, const char *b)
{
    return differing_line(a, strlen(a), b, strlen(b));
}

static void lines_are_compared_without_what_editors_leave(void **state)
{
    (void)state;
    assert_int_equal(differs("a b\n\nc\n", "a b\n\nc\n"), 0);
    assert_int_equal(differs("a b\nc\n", "a b \r\nc\t\n\n \n"), 0);
    assert_int_equal(differs("a\nb\n", "a\nb"), 0);
    assert_int_equal(differs("", "\n"), 0);
    assert_int_equal(differs("a b\n", "a  b\n"), 1);
    assert_int_equal(differs("a\nb\n", " a\nb\n"), 1);
    assert_int_equal(differs("a\nb\n", "a\n\nb\n"), 2);
    assert_int_equal(differs("a \nb\nc\n", "a\nb\nd\n"), 3);
    assert_int_equal(differs("a\nb\n", "a\n"), 2);
    assert_int_equal(differs("", "a\n"), 1);
}

static void read_manifest(const char *text, const char *time_limit, struct manifest *manifest)
{
    char folder[] = "/tmp/assay-manifest-XXXXXX", path[64], timelimit[64];
    FILE *file;

    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/problem.yaml", folder);
    snprintf(timelimit, sizeof timelimit, "%s/.timelimit", folder);
    file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    if (time_limit) {
        file = fopen(timelimit, "w");
        assert_non_null(file);
        fputs(time_limit, file);
        fclose(file);
    }
    assert_int_equal(manifest_read(folder, manifest), 0);
    unlink(path);
    unlink(timelimit);
    rmdir(folder);
}

static void legacy_manifests_are_read(void **state)
{
    struct manifest manifest;

    (void)state;
    read_manifest("name: x\r\n", NULL, &manifest);
    assert_true(manifest.legacy && !manifest.custom);
    assert_true(manifest.time_limit <= 0 && manifest.multiplier > 4.99 && manifest.multiplier < 5.01);
    assert_int_equal(manifest.memory, 2048);
    read_manifest("# time_limit: 9\nlimits:\n    memory: 512 # MiB\n    time_multiplier: 2.5\nvalidation: 'custom score'\n"
                  "keywords:\n  - memory: 3\nmemory: 7\n",
                  "3\n", &manifest);
    assert_true(manifest.custom);
    assert_int_equal(manifest.memory, 512);
    assert_true(manifest.multiplier > 2.49 && manifest.multiplier < 2.51);
    assert_true(manifest.time_limit > 2.99 && manifest.time_limit < 3.01);
}

static void manifests_of_2025_are_read(void **state)
{
    struct manifest manifest;

    (void)state;
    read_manifest("problem_format_version: \"2025-09\"\nname:\n  en: x\nlimits:\n  time_multipliers:\n"
                  "    ac_to_time_limit: 3\n    time_limit_to_tle: 1.5\n  time_resolution: 0.25\n  output: 16\n",
                  NULL, &manifest);
    assert_false(manifest.legacy);
    assert_true(manifest.time_limit <= 0 && manifest.multiplier > 2.99 && manifest.resolution < 0.26);
    assert_int_equal(manifest.output, 16);
    read_manifest("problem_format_version: 2025-09\nlimits:\n  time_limit: 1.5\n", NULL, &manifest);
    assert_true(manifest.time_limit > 1.49 && manifest.time_limit < 1.51);
}

/* 0.21 s times 5 is 1.05 s: 2 s, and not the 1 s that is nearer. */
static void time_limits_are_rounded_up(void **state)
{
    struct manifest manifest = {.multiplier = 5, .resolution = 1};
    double limit = manifest_derive(&manifest, 0.21);

    (void)state;
    assert_true(limit > 1.99 && limit < 2.01);
    limit = manifest_derive(&manifest, 0);
    assert_true(limit > 0.99 && limit < 1.01);
    manifest = (struct manifest){.multiplier = 2, .resolution = 0.25};
    limit = manifest_derive(&manifest, 0.26); /* 0.52 */
    assert_true(limit > 0.74 && limit < 0.76);
}

int unit_programs(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_compared_without_what_editors_leave),
        cmocka_unit_test(tokens_are_compared_without_blanks),
        cmocka_unit_test(legacy_manifests_are_read),
        cmocka_unit_test(manifests_of_2025_are_read),
        cmocka_unit_test(time_limits_are_rounded_up),
    };

    return cmocka_run_group_tests_name("programs", tests, NULL, NULL);
}
