/* Adjacent and Consecutive by the published analysis: its theorem on A's turns, and all of B's moves tried. */
#include <stdio.h>
#include <string.h>

enum { MOST = 50 };

static int n, tile_in[MOST + 2], cell_of[MOST + 2]; /* 0: none */

static int is_free(const int *row, int i)
{
    return i >= 1 && i <= n && !row[i];
}

static int pair_stands(void)
{
    for (int c = 1; c < n; c++)
        if (tile_in[c] && tile_in[c + 1] && (tile_in[c] - tile_in[c + 1] == 1 || tile_in[c + 1] - tile_in[c] == 1))
            return 1;
    return 0;
}

static int wins_at_once(void)
{
    for (int c = 1; c <= n; c++)
        if (tile_in[c] && (is_free(tile_in, c - 1) || is_free(tile_in, c + 1)) &&
            (is_free(cell_of, tile_in[c] - 1) || is_free(cell_of, tile_in[c] + 1)))
            return 1;
    return 0;
}

/* Runs of what is free: how many of 1, of 2, of more; and the sum of their halves. */
static void look(const int *row, int runs[4], int *halves, int *left)
{
    int length = 0;

    *halves = *left = runs[1] = runs[2] = runs[3] = 0;
    for (int i = 1; i <= n + 1; i++) {
        if (is_free(row, i)) {
            length++;
            continue;
        }
        runs[length < 3 ? length : 3]++;
        *halves += length / 2;
        *left += length;
        length = 0;
    }
}

static int a_wins_moving(void)
{
    int cells[4], tiles[4], f, g, left;

    if (pair_stands() || wins_at_once())
        return 1;
    look(tile_in, cells, &f, &left);
    look(cell_of, tiles, &g, &left);
    if (cells[3] && tiles[3])
        return 1;
    if (left == 2)
        return cells[2] == 1 && tiles[2] == 1;
    return left > 2 && left % 2 == 1 && 2 * (f + g) > left;
}

static int b_wins_moving(void)
{
    if (pair_stands())
        return 0;
    for (int tile = 1; tile <= n; tile++) {
        for (int cell = 1; cell <= n && !cell_of[tile]; cell++) {
            int lost;

            if (tile_in[cell])
                continue;
            tile_in[cell] = tile;
            cell_of[tile] = cell;
            lost = a_wins_moving();
            tile_in[cell] = cell_of[tile] = 0;
            if (!lost)
                return 1;
        }
    }
    return 0;
}

static int a_wins(int turn)
{
    if (turn == n)
        return pair_stands();
    return turn % 2 ? !b_wins_moving() : a_wins_moving();
}

int main(void)
{
    int t;

    if (scanf("%d", &t) != 1)
        return 1;
    for (int number = 1; number <= t; number++) {
        int mistakes[2] = {0, 0}, a_has_won, tile, cell;

        if (scanf("%d", &n) != 1 || n > MOST)
            return 1;
        memset(tile_in, 0, sizeof tile_in);
        memset(cell_of, 0, sizeof cell_of);
        a_has_won = a_wins(0);
        for (int turn = 0; turn < n && scanf("%d %d", &tile, &cell) == 2; turn++) {
            int before = a_has_won;

            tile_in[cell] = tile;
            cell_of[tile] = cell;
            a_has_won = a_wins(turn + 1);
            mistakes[turn % 2] += turn % 2 ? !before && a_has_won : before && !a_has_won;
        }
        printf("Case #%d: %d %d\n", number, mistakes[0], mistakes[1]);
    }
    return 0;
}
