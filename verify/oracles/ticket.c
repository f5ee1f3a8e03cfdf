/* The oracle of the Ticket Game: full minimax.
 *
 * Only the difference of the halves' sums and the number of '?' left in each half matter to what follows, and
 * the player to move follows from how many are left. Each of these states is looked into once, by all ten
 * digits on either side, down to the filled ticket; no difference is given up early and no theorem is used,
 * so this is the definition with a table.
 *
 * Bound: O(n + a b (a + b)) time and memory, a and b the halves' numbers of '?'. Domain: at most 40 '?'. A
 * step is a state. Source: the rules. Rejected: minimax over the ticket itself, which is `naive` and ends at
 * six '?'. */
#include "core/ticket/ticket.h"

enum { ERASED_MAX = 40, DIGITS = 10, DIGIT_MAX = DIGITS - 1 };

enum verdict { UNKNOWN, MONOCARP_WINS, BICARP_WINS };

struct game {
    struct work *work;
    bool spent;
    int64_t first_difference; /* left sum less right sum of the ticket as it stands */
    unsigned erased[2];       /* of the ticket as it stands: left, right */
    uint8_t *verdicts;        /* [left][right][change of the difference] */
};

/* The difference is first_difference + change; a turn moves it by at most nine either way. */
static uint8_t *verdict_at(struct game *game, unsigned left, unsigned right, int change)
{
    size_t least = DIGIT_MAX * game->erased[1], width = DIGIT_MAX * (game->erased[0] + game->erased[1]) + 1;

    return &game->verdicts[(left * (game->erased[1] + 1) + right) * width + (size_t)((int)least + change)];
}

/* Who wins from here? Monocarp moves first, so it is his turn where an even number has been filled in. */
static enum verdict play(struct game *game, unsigned left, unsigned right, int change)
{
    bool monocarps_turn = (game->erased[0] + game->erased[1] - left - right) % 2 == 0;
    enum verdict wanted = monocarps_turn ? MONOCARP_WINS : BICARP_WINS;
    enum verdict result = monocarps_turn ? BICARP_WINS : MONOCARP_WINS;
    uint8_t *known = verdict_at(game, left, right, change);

    if (*known != UNKNOWN)
        return *known;
    game->spent = game->spent || !work_spend(game->work, 1);
    if (game->spent)
        return UNKNOWN;
    if (left + right == 0)
        result = game->first_difference + change == 0 ? BICARP_WINS : MONOCARP_WINS;
    for (int digit = 0; digit < DIGITS && left + right > 0 && result != wanted; digit++) {
        if (left > 0 && play(game, left - 1, right, change + digit) == wanted)
            result = wanted;
        else if (right > 0 && play(game, left, right - 1, change - digit) == wanted)
            result = wanted;
    }
    *known = (uint8_t)result;
    return result;
}

static const char *refuses(const void *instance)
{
    return ((const struct ticket_instance *)instance)->erased > ERASED_MAX ? "more than 40 '?'" : NULL;
}

static enum outcome solve(void *context, const void *instance, struct work *work, void *answer)
{
    const struct ticket_instance *ticket = instance;
    struct ticket_answer *result = answer;
    struct game game = {.work = work};
    enum verdict verdict;

    (void)context;
    if (refuses(instance))
        return OUTCOME_UNSUPPORTED;
    for (uint32_t i = 0; i < ticket->length; i++) {
        bool right = i >= ticket->length / 2;
        unsigned char character = ticket->characters[i];

        if (character == '?')
            game.erased[right]++;
        else
            game.first_difference += right ? '0' - character : character - '0';
    }
    game.verdicts = arena_zalloc(work->arena, (game.erased[0] + 1) * (game.erased[1] + 1),
                                 DIGIT_MAX * (game.erased[0] + game.erased[1]) + 1);
    if (!game.verdicts)
        return OUTCOME_NO_MEMORY;
    verdict = play(&game, game.erased[0], game.erased[1], 0);
    if (game.spent)
        return OUTCOME_LIMIT;
    *result = (struct ticket_answer){verdict == BICARP_WINS ? TICKET_BICARP : TICKET_MONOCARP};
    return OUTCOME_SOLVED;
}

extern const struct variant ticket_oracle;
const struct variant ticket_oracle = {
    .name = "oracle",
    .summary = "full minimax over (difference, erased left, erased right)",
    .bound = "O(n + a b (a + b)) time and memory, a and b the halves' numbers of '?'",
    .domain = "at most 40 '?'",
    .claim = CLAIM_EXACT,
    .refuses = refuses,
    .solve = solve,
};
