/* All small puzzles by number: single clues by their cells, and unordered pairs and triples (with repetition)
 * of clues by the cells of the largest.
 *
 * Clues are numbered by cells, then height, then their codes as a number of base 16. A set of k clues with
 * the numbers a <= b <= c is counted by C(a, 1) + C(b + 1, 2) + C(c + 2, 3), the combinatorial number system
 * (Knuth 7.2.1.3) for multisets. It goes by the largest first, so the sets whose largest clue has at most s
 * cells are the first C(N(s) + k - 1, k), N(s) the clues of at most s cells: a size is a range of these
 * numbers. Nothing is stored. */
#include "parts.h"

static uint64_t power_of_codes(unsigned cells)
{
    return (uint64_t)1 << (4 * cells);
}

_Static_assert(CHOCOLATE_CODES == 16, "a code is four bits of a clue's number");

static bool is_shape(unsigned cells, unsigned height)
{
    return cells % height == 0 && cells / height <= CHOCOLATE_SIDE;
}

/* Rectangles of so many cells. */
static unsigned shape_count(unsigned cells)
{
    unsigned count = 0;

    for (unsigned height = 1; height <= CHOCOLATE_SIDE; height++)
        count += is_shape(cells, height);
    return count;
}

/* Clues of at most so many cells. */
static uint64_t clue_count(uint64_t cells)
{
    uint64_t count = 0;

    for (unsigned i = 1; i <= cells; i++)
        count += shape_count(i) * power_of_codes(i);
    return count;
}

static void clue_unrank(uint64_t rank, struct chocolate_clue *clue)
{
    unsigned cells = 1, height = 0;
    uint64_t codes;

    while (clue_count(cells) <= rank)
        cells++;
    rank -= clue_count(cells - 1);
    codes = rank % power_of_codes(cells);
    for (uint64_t left = rank / power_of_codes(cells) + 1; left; left -= is_shape(cells, height))
        height++;
    *clue = (struct chocolate_clue){.height = (uint8_t)height, .width = (uint8_t)(cells / height)};
    for (unsigned i = cells; i-- > 0; codes /= CHOCOLATE_CODES)
        clue->codes[i] = (uint8_t)(codes % CHOCOLATE_CODES);
}

static uint64_t clue_rank(const struct chocolate_clue *clue)
{
    unsigned cells = (unsigned)clue->height * clue->width;
    uint64_t shapes = 0, codes = 0;

    for (unsigned height = 1; height < clue->height; height++)
        shapes += is_shape(cells, height);
    for (unsigned i = 0; i < cells; i++)
        codes = codes * CHOCOLATE_CODES + clue->codes[i];
    return clue_count(cells - 1) + shapes * power_of_codes(cells) + codes;
}

/* Multisets of k of n: C(n + k - 1, k), for k <= 3. Each partial product is divisible by its factorial. */
static uint64_t multisets(uint64_t n, unsigned k)
{
    uint64_t count = 1;

    for (unsigned i = 0; i < k; i++)
        count = count * (n + i) / (i + 1);
    return count;
}

static uint64_t set_count(unsigned k, uint64_t size)
{
    return multisets(clue_count(size), k) - multisets(clue_count(size - 1), k);
}

/* The largest n with multisets(n, k) <= rank; it is below `bound`. */
static uint64_t largest_member(uint64_t rank, unsigned k, uint64_t bound)
{
    uint64_t low = 0;

    while (bound - low > 1) {
        uint64_t middle = low + (bound - low) / 2;

        if (multisets(middle, k) <= rank)
            low = middle;
        else
            bound = middle;
    }
    return low;
}

static const void *set_unrank(unsigned k, uint64_t size, uint64_t rank, struct arena *arena)
{
    struct chocolate_instance *puzzle = arena_zalloc(arena, 1, sizeof *puzzle);
    uint64_t bound = clue_count(size);

    if (!puzzle)
        return NULL;
    puzzle->count = (uint8_t)k;
    rank += multisets(clue_count(size - 1), k);
    for (unsigned i = k; i > 0; i--) {
        uint64_t member = largest_member(rank, i, bound);

        clue_unrank(member, &puzzle->clues[i - 1]);
        rank -= multisets(member, i);
    }
    return puzzle;
}

static bool set_rank(unsigned k, uint64_t last_size, const void *instance, uint64_t *size, uint64_t *rank)
{
    const struct chocolate_instance *puzzle = instance;
    uint64_t member = 0;

    if (puzzle->count != k)
        return false;
    *rank = 0;
    for (unsigned i = 0; i < k; i++) {
        uint64_t next = clue_rank(&puzzle->clues[i]);

        if (next < member || next >= clue_count(last_size))
            return false;
        member = next;
        *rank += multisets(member, i + 1);
    }
    *size = (uint64_t)puzzle->clues[k - 1].height * puzzle->clues[k - 1].width;
    *rank -= multisets(clue_count(*size - 1), k);
    return true;
}

/* The largest sizes for which multisets() stays below 2^64 on the way. */
enum { CLUES_LAST = 9, PAIRS_LAST = 6, TRIPLES_LAST = 4 };

static uint64_t clues_count(uint64_t size)
{
    return set_count(1, size);
}

static const void *clues_unrank(uint64_t size, uint64_t rank, struct arena *arena)
{
    return set_unrank(1, size, rank, arena);
}

static bool clues_rank(const void *instance, uint64_t *size, uint64_t *rank)
{
    return set_rank(1, CLUES_LAST, instance, size, rank);
}

static uint64_t pairs_count(uint64_t size)
{
    return set_count(2, size);
}

static const void *pairs_unrank(uint64_t size, uint64_t rank, struct arena *arena)
{
    return set_unrank(2, size, rank, arena);
}

static bool pairs_rank(const void *instance, uint64_t *size, uint64_t *rank)
{
    return set_rank(2, PAIRS_LAST, instance, size, rank);
}

static uint64_t triples_count(uint64_t size)
{
    return set_count(3, size);
}

static const void *triples_unrank(uint64_t size, uint64_t rank, struct arena *arena)
{
    return set_unrank(3, size, rank, arena);
}

static bool triples_rank(const void *instance, uint64_t *size, uint64_t *rank)
{
    return set_rank(3, TRIPLES_LAST, instance, size, rank);
}

const struct space chocolate_spaces[] = {
    {"pairs", "unordered pairs of clues, cells of the larger", 1, PAIRS_LAST, pairs_count, pairs_unrank,
     pairs_rank},
    {"clues", "single clues, cells", 1, CLUES_LAST, clues_count, clues_unrank, clues_rank},
    {"triples", "unordered triples of clues, cells of the largest", 1, TRIPLES_LAST, triples_count,
     triples_unrank, triples_rank},
    {0},
};
