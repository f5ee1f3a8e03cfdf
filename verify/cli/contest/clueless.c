/* The contest's Clue: who may hold each card, as a mask; what follows from it, to a fixpoint; and a search for a deal with each card
 * that the envelope may hold. Holders: players 0 to m - 1, the envelope m, the table m + 1. */
#include <stdio.h>
#include <string.h>

enum { CARDS = 60, TURNS = 1000 };

static int n, m, k, any_count, any_player[TURNS], any_cards[TURNS][3];

/* Of the cards from `first` on, exactly `most` are the holder's. 0: impossible; 2: something was learnt. */
static int count_hand(unsigned *may, int first, int end, int holder, int most)
{
    unsigned bit = 1u << holder;
    int possible = 0, sure = 0, learnt = 0;

    for (int i = first; i < end; i++) {
        possible += (may[i] & bit) != 0;
        sure += may[i] == bit;
    }
    if (sure > most || possible < most)
        return 0;
    if (sure == possible || (sure < most && possible > most))
        return 1;
    for (int i = first; i < end; i++) {
        if (!(may[i] & bit) || may[i] == bit)
            continue;
        may[i] = sure == most ? may[i] & ~bit : bit;
        learnt = 1;
    }
    return learnt ? 2 : 1;
}

static int follow_any(unsigned *may)
{
    int learnt = 0;

    for (int i = 0; i < any_count; i++) {
        unsigned bit = 1u << any_player[i];
        int possible = 0, last = 0;

        for (int j = 0; j < 3; j++) {
            possible += (may[any_cards[i][j]] & bit) != 0;
            last = may[any_cards[i][j]] & bit ? any_cards[i][j] : last;
        }
        if (!possible)
            return 0;
        learnt |= possible == 1 && may[last] != bit;
        may[last] = possible == 1 ? bit : may[last];
    }
    return learnt ? 2 : 1;
}

static int follow(unsigned *may)
{
    int learnt = 1;

    while (learnt) {
        learnt = 0;
        for (int holder = 0; holder < m + 4; holder++) {
            int category = holder - m, result;

            if (holder < m)
                result = count_hand(may, 0, 3 * n, holder, k);
            else if (category < 3)
                result = count_hand(may, category * n, category * n + n, m, 1);
            else
                result = follow_any(may);
            if (!result)
                return 0;
            learnt |= result == 2;
        }
    }
    for (int i = 0; i < 3 * n; i++)
        if (!may[i])
            return 0;
    return 1;
}

static int search(const unsigned *given);

static int search_with(const unsigned *may, int card, unsigned holder)
{
    unsigned copy[CARDS];

    memcpy(copy, may, sizeof copy);
    copy[card] = holder;
    return search(copy);
}

/* Is there a deal? Facts that are still open come first: they are what makes it hard. */
static int search(const unsigned *given)
{
    unsigned may[CARDS];
    int open = -1;

    memcpy(may, given, sizeof may);
    if (!follow(may))
        return 0;
    for (int i = 0; i < any_count; i++) {
        unsigned bit = 1u << any_player[i];
        const int *cards = any_cards[i];

        if (may[cards[0]] == bit || may[cards[1]] == bit || may[cards[2]] == bit)
            continue;
        for (int j = 0; j < 3; j++)
            if (may[cards[j]] & bit)
                return search_with(may, cards[j], bit) || search_with(may, cards[j], may[cards[j]] & ~bit);
    }
    for (int i = 0; i < 3 * n && open < 0; i++)
        open = may[i] & (may[i] - 1) ? i : open;
    if (open < 0)
        return 1;
    return search_with(may, open, may[open] & -may[open]) || search_with(may, open, may[open] & (may[open] - 1));
}

static int read_turn(unsigned *may)
{
    int player, cards[3], result;

    if (scanf("%d %d %d %d %d", &player, &cards[0], &cards[1], &cards[2], &result) != 5)
        return 0;
    player--;
    for (int j = 0; j < 3; j++) {
        cards[j]--;
        may[cards[j]] &= result < 0 ? ~(1u << player) : ~0u;
    }
    if (result > 0)
        may[result - 1] &= 1u << player;
    if (result == 0) {
        any_player[any_count] = player;
        memcpy(any_cards[any_count++], cards, sizeof cards);
    }
    return 1;
}

static int read_cards(unsigned *may, int count, int holder)
{
    int card;

    while (count-- > 0) {
        if (scanf("%d", &card) != 1)
            return 0;
        may[card - 1] = 1u << holder;
    }
    return 1;
}

int main(void)
{
    unsigned may[CARDS] = {0};
    int me, c, t;

    if (scanf("%d %d %d %d", &n, &m, &me, &k) != 4)
        return 1;
    for (int i = 0; i < 3 * n; i++)
        may[i] = ((1u << (m + 1)) - 1) & ~(1u << (me - 1));
    if (!read_cards(may, k, me - 1) || scanf("%d", &c) != 1 || !read_cards(may, c, m + 1) || scanf("%d", &t) != 1)
        return 1;
    while (t-- > 0)
        if (!read_turn(may))
            return 1;
    for (int category = 0; category < 3; category++) {
        int found = 0, count = 0;

        for (int i = category * n; i < category * n + n; i++) {
            if (!(may[i] >> m & 1) || !search_with(may, i, 1u << m))
                continue;
            found = i + 1;
            count++;
        }
        printf(count == 1 ? "%d " : "? ", found);
    }
    puts("");
    return 0;
}
