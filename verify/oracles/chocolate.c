/* The oracle of Chocolate Fix: a propositional encoding, solved by CaDiCaL.
 *
 * Variables: for each cell and shape "the cell has this shape", for each cell and flavour the same, for each
 * clue and place "the clue lies here". Clauses: a cell has one shape and one flavour; no two cells have the
 * same piece (as many cells as pieces, so each piece is there once); a clue lies somewhere; where it lies its
 * codes hold.
 *
 * One call says whether there is a board, a second one, with the board found forbidden, whether there is
 * another. If there is, the first one is built value by value (shape and flavour of the first cell, of the
 * second ...): each gets the least value with which, and with those before it, the solver still finds a
 * board. A board that it has found answers for the values that follow for as long as they are the least. The
 * clause that forbids a board holds under an assumption only, so that this search sees all of them.
 *
 * Bound: at most 38 calls. Domain: all. A step is a call. Source: the rules; A. Biere et al., CaDiCaL. What
 * the solver allocates is released; where it finds no memory it ends the process. Rejected: one solver for
 * all cases, with the clues under assumptions: measured at 1.0 to 1.3 times the speed on the exhaustive
 * spaces, and one case could reach another. */
#include <ccadical.h>

#include "core/chocolate/chocolate.h"

enum { SIDE = CHOCOLATE_SIDE, CELLS = CHOCOLATE_CELLS, SATISFIABLE = 10 };

enum {
    VALUES = 2 * CELLS,        /* of a board: 2 * cell is the cell's shape, 2 * cell + 1 its flavour */
    AGAIN = VALUES * SIDE + 1, /* "the board that was found is forbidden" */
    FIRST_PLACE
};

struct problem {
    CCaDiCaL *solver;
    struct work *work;
    bool spent;
    unsigned board[VALUES]; /* the last one found */
};

static int is(unsigned index, unsigned value)
{
    return (int)(1 + index * SIDE + value);
}

static int has_shape(unsigned cell, unsigned shape)
{
    return is(2 * cell, shape);
}

static int has_flavour(unsigned cell, unsigned flavour)
{
    return is(2 * cell + 1, flavour);
}

static void clause(CCaDiCaL *solver, const int *literals, size_t count)
{
    for (size_t i = 0; i < count; i++)
        ccadical_add(solver, literals[i]);
    ccadical_add(solver, 0);
}

/* Exactly one of SIDE variables from `first` on. */
static void exactly_one(CCaDiCaL *solver, int first)
{
    for (int i = 0; i < SIDE; i++)
        ccadical_add(solver, first + i);
    ccadical_add(solver, 0);
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < i; j++)
            clause(solver, (int[]){-(first + i), -(first + j)}, 2);
}

static void encode_board(CCaDiCaL *solver)
{
    for (unsigned cell = 0; cell < CELLS; cell++) {
        exactly_one(solver, has_shape(cell, 0));
        exactly_one(solver, has_flavour(cell, 0));
        for (unsigned other = 0; other < cell; other++)
            for (unsigned piece = 0; piece < CELLS; piece++)
                clause(solver,
                       (int[]){-has_shape(cell, piece / SIDE), -has_flavour(cell, piece % SIDE),
                               -has_shape(other, piece / SIDE), -has_flavour(other, piece % SIDE)},
                       4);
    }
}

/* If the clue lies with its first cell in this row and column, its codes hold. */
static void encode_place(CCaDiCaL *solver, const struct chocolate_clue *clue, unsigned row, unsigned column,
                         int place)
{
    for (unsigned i = 0; i < clue->height; i++)
        for (unsigned j = 0; j < clue->width; j++) {
            unsigned code = clue->codes[i * clue->width + j], cell = (row + i) * SIDE + column + j;

            if (chocolate_shape(code) != CHOCOLATE_FREE)
                clause(solver, (int[]){-place, has_shape(cell, chocolate_shape(code))}, 2);
            if (chocolate_flavour(code) != CHOCOLATE_FREE)
                clause(solver, (int[]){-place, has_flavour(cell, chocolate_flavour(code))}, 2);
        }
}

/* Returns the next free variable. */
static int encode_clue(CCaDiCaL *solver, const struct chocolate_clue *clue, int first_place)
{
    int places[CELLS], count = 0;

    for (unsigned row = 0; row + clue->height <= SIDE; row++)
        for (unsigned column = 0; column + clue->width <= SIDE; column++) {
            places[count] = first_place + count;
            encode_place(solver, clue, row, column, places[count]);
            count++;
        }
    clause(solver, places, (size_t)count);
    return first_place + count;
}

/* Is there a board, under what has been assumed? If so it is in problem->board. */
static bool find_board(struct problem *problem)
{
    problem->spent = problem->spent || !work_spend(problem->work, 1);
    if (problem->spent || ccadical_solve(problem->solver) != SATISFIABLE)
        return false;
    for (unsigned index = 0; index < VALUES; index++)
        for (unsigned value = 0; value < SIDE; value++)
            if (ccadical_val(problem->solver, is(index, value)) > 0)
                problem->board[index] = value;
    return true;
}

/* Is there a board other than the one in hand? */
static bool find_another(struct problem *problem)
{
    ccadical_add(problem->solver, -AGAIN);
    for (unsigned index = 0; index < VALUES; index++)
        ccadical_add(problem->solver, -is(index, problem->board[index]));
    ccadical_add(problem->solver, 0);
    ccadical_assume(problem->solver, AGAIN);
    return find_board(problem);
}

/* From any board to the first one: problem->board is always one that agrees with the first in all values
 * before `index`. */
static void find_first(struct problem *problem)
{
    for (unsigned index = 0; index < VALUES; index++)
        for (unsigned value = 0; value < problem->board[index] && !problem->spent; value++) {
            for (unsigned before = 0; before < index; before++)
                ccadical_assume(problem->solver, is(before, problem->board[before]));
            ccadical_assume(problem->solver, is(index, value));
            if (find_board(problem))
                break;
        }
}

static const char *refuses(const void *instance)
{
    (void)instance;
    return NULL;
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    const struct chocolate_instance *puzzle = instance;
    struct chocolate_answer *result = answer;
    struct problem problem = {.work = work};
    int place = FIRST_PLACE;

    (void)context;
    problem.solver = ccadical_init();
    ccadical_set_option(problem.solver, "quiet", 1); /* it prints where a clause is false */
    encode_board(problem.solver);
    for (unsigned i = 0; i < puzzle->count; i++)
        place = encode_clue(problem.solver, &puzzle->clues[i], place);
    *result = (struct chocolate_answer){.boards = CHOCOLATE_NONE};
    if (find_board(&problem)) {
        result->boards = CHOCOLATE_ONE;
        if (find_another(&problem)) {
            result->boards = CHOCOLATE_MANY;
            find_first(&problem);
        }
        for (unsigned cell = 0; cell < CELLS; cell++)
            result->cells[cell] = (uint8_t)(problem.board[2 * cell] * SIDE + problem.board[2 * cell + 1]);
    }
    ccadical_release(problem.solver);
    return problem.spent ? OUTCOME_LIMIT : OUTCOME_SOLVED;
}

extern const struct variant chocolate_oracle;
const struct variant chocolate_oracle = {
    .name = "oracle",
    .summary = "a propositional encoding solved by CaDiCaL",
    .bound = "at most 38 calls of the solver",
    .domain = "all",
    .claim = CLAIM_EXACT,
    .refuses = refuses,
    .solve = solve,
};
