/* Smaller puzzles: half of the clues, one clue less, a row or column less, an attribute less, an earlier
 * letter.
 *
 * Every step makes (clues, cells, fixed attributes, sum of their values) smaller, compared in this order: no
 * infinite descent. */
#include "parts.h"

#include <string.h>

/* Does the count-down of steps end here? */
static bool is_step(size_t *step)
{
    return (*step)-- == 0;
}

static void keep_clues(struct chocolate_instance *puzzle, unsigned first, unsigned end)
{
    memmove(puzzle->clues, &puzzle->clues[first], (end - first) * sizeof *puzzle->clues);
    memset(&puzzle->clues[end - first], 0, (CHOCOLATE_CLUES_MAX - (end - first)) * sizeof *puzzle->clues);
    puzzle->count = (uint8_t)(end - first);
}

static void drop_clue(struct chocolate_instance *puzzle, unsigned number)
{
    memmove(&puzzle->clues[number], &puzzle->clues[number + 1],
            (puzzle->count - number - 1U) * sizeof *puzzle->clues);
    memset(&puzzle->clues[--puzzle->count], 0, sizeof *puzzle->clues);
}

static bool shrink_count(struct chocolate_instance *puzzle, size_t *step)
{
    unsigned count = puzzle->count;

    if (count >= 4) {
        if (is_step(step)) {
            keep_clues(puzzle, 0, count / 2);
            return true;
        }
        if (is_step(step)) {
            keep_clues(puzzle, count / 2, count);
            return true;
        }
    }
    for (unsigned i = 0; i < count; i++) {
        if (is_step(step)) {
            drop_clue(puzzle, i);
            return true;
        }
    }
    return false;
}

/* The part of the clue from (top, left) on. */
static void crop(struct chocolate_clue *clue, unsigned top, unsigned left, unsigned height, unsigned width)
{
    struct chocolate_clue part = {.height = (uint8_t)height, .width = (uint8_t)width};

    for (unsigned i = 0; i < height * width; i++)
        part.codes[i] = clue->codes[(top + i / width) * clue->width + left + i % width];
    *clue = part;
}

static bool shrink_rectangle(struct chocolate_clue *clue, size_t *step)
{
    unsigned height = clue->height, width = clue->width;

    for (unsigned side = 0; side < 2; side++) {
        if (height > 1 && is_step(step)) {
            crop(clue, side, 0, height - 1, width);
            return true;
        }
        if (width > 1 && is_step(step)) {
            crop(clue, 0, side, height, width - 1);
            return true;
        }
    }
    return false;
}

static bool free_attribute(uint8_t *code, size_t *step)
{
    unsigned shape = chocolate_shape(*code), flavour = chocolate_flavour(*code);

    if (shape != CHOCOLATE_FREE && flavour != CHOCOLATE_FREE && is_step(step))
        *code = CHOCOLATE_CODE_FREE;
    else if (shape != CHOCOLATE_FREE && is_step(step))
        *code = chocolate_code(CHOCOLATE_FREE, flavour);
    else if (flavour != CHOCOLATE_FREE && is_step(step))
        *code = chocolate_code(shape, CHOCOLATE_FREE);
    else
        return false;
    return true;
}

static bool lower_attribute(uint8_t *code, size_t *step)
{
    unsigned shape = chocolate_shape(*code), flavour = chocolate_flavour(*code);

    if (shape != CHOCOLATE_FREE && shape > 0 && is_step(step))
        *code = chocolate_code(shape - 1, flavour);
    else if (flavour != CHOCOLATE_FREE && flavour > 0 && is_step(step))
        *code = chocolate_code(shape, flavour - 1);
    else
        return false;
    return true;
}

static bool shrink_codes(struct chocolate_instance *puzzle, size_t *step,
                         bool (*change)(uint8_t *code, size_t *step))
{
    for (unsigned i = 0; i < puzzle->count; i++)
        for (unsigned j = 0; j < (unsigned)puzzle->clues[i].height * puzzle->clues[i].width; j++)
            if (change(&puzzle->clues[i].codes[j], step))
                return true;
    return false;
}

const void *chocolate_shrink(const void *instance, size_t step, struct arena *arena)
{
    struct chocolate_instance smaller = *(const struct chocolate_instance *)instance, *result;
    bool found = shrink_count(&smaller, &step);

    for (unsigned i = 0; i < smaller.count && !found; i++)
        found = shrink_rectangle(&smaller.clues[i], &step);
    if (!found && !shrink_codes(&smaller, &step, free_attribute) &&
        !shrink_codes(&smaller, &step, lower_attribute))
        return NULL;
    result = arena_alloc(arena, 1, sizeof *result);
    if (result)
        *result = smaller;
    return result;
}
