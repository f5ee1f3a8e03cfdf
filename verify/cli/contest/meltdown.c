/* The ring of players by the definition: all worlds in an array, and who would announce in each. */
#include <stdio.h>
#include <string.h>

static int n, said; /* who has announced */
static unsigned char alive[1 << 16];
static int announcers[1 << 16];

static int knows(int world, int player)
{
    int left = (player + n - 1) % n, right = (player + 1) % n, answers = 0;

    for (int cards = 0; cards < 4; cards++) {
        int a = cards & 1, b = cards >> 1;

        if (alive[(world & ~(1 << left | 1 << right)) | a << left | b << right])
            answers |= 1 << (world >> player & 1 ? a ^ b : a | b);
    }
    return answers != 3;
}

static int hear(void)
{
    int t, p, player, value;

    if (scanf("%d", &t) != 1)
        return 0;
    while (t--) {
        int named = 0;

        if (scanf("%d", &p) != 1)
            return 0;
        while (p-- && scanf("%d", &player) == 1)
            named |= 1 << player;
        if (scanf("%d", &value) != 1)
            return 0;
        for (int world = 0; world < 1 << n; world++)
            if (value ? !(world & named) : (world & named) == named)
                alive[world] = 0;
    }
    return 1;
}

static void announce(int real)
{
    for (int world = 0; world < 1 << n; world++) {
        announcers[world] = said;
        for (int player = 0; alive[world] && player < n; player++)
            if (!(said >> player & 1) && knows(world, player))
                announcers[world] |= 1 << player;
    }
    said = announcers[real];
    for (int world = 0; world < 1 << n; world++)
        alive[world] &= announcers[world] == said;
}

int main(void)
{
    int m, real = 0, card, rounds[16];

    if (scanf("%d %d", &n, &m) != 2 || n > 16)
        return 1;
    for (int i = 0; i < n && scanf("%d", &card) == 1; i++) {
        real |= card << i;
        rounds[i] = -1;
    }
    memset(alive, 1, sizeof alive);
    for (int round = 1; round <= m; round++) {
        int before = said;

        if (!hear())
            return 1;
        announce(real);
        for (int i = 0; i < n; i++)
            if ((said & ~before) >> i & 1)
                rounds[i] = round;
    }
    for (int i = 0; i < n; i++)
        printf("%d%c", rounds[i], i + 1 < n ? ' ' : '\n');
    return 0;
}
