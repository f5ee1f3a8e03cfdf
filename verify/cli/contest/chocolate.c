/* Chocolate Fix: the clues are laid down one after the other, as long as some board fits all that lie; the first board that fits all of
 * them is the only one, as the contest promises. */
#include <stdio.h>
#include <string.h>

static int count, height[10], width[10], pieces[10][3][3]; /* masks of the pieces that a code allows */
static int board[9], used[9];

static int pieces_of(const char *code)
{
    int mask = 0;

    for (int piece = 0; piece < 9; piece++)
        if ((code[0] == '_' || code[0] == "SRT"[piece / 3]) && (code[1] == '_' || code[1] == "VSC"[piece % 3]))
            mask |= 1 << piece;
    return mask;
}

static int fill(int cell, const int *allowed)
{
    if (cell == 9)
        return 1;
    for (int piece = 0; piece < 9; piece++) {
        if (used[piece] || !(allowed[cell] >> piece & 1))
            continue;
        used[piece] = 1;
        board[cell] = piece;
        if (fill(cell + 1, allowed))
            return 1;
        used[piece] = 0;
    }
    return 0;
}

static int fits(const int *allowed)
{
    memset(used, 0, sizeof used);
    return fill(0, allowed);
}

static int lay(int clue, const int *allowed)
{
    if (clue == count)
        return fits(allowed);
    for (int row = 0; row + height[clue] <= 3; row++) {
        for (int column = 0; column + width[clue] <= 3; column++) {
            int more[9];

            memcpy(more, allowed, sizeof more);
            for (int i = 0; i < height[clue]; i++)
                for (int j = 0; j < width[clue]; j++)
                    more[(row + i) * 3 + column + j] &= pieces[clue][i][j];
            if (fits(more) && lay(clue + 1, more))
                return 1;
        }
    }
    return 0;
}

static int read_clues(void)
{
    char code[3];

    if (scanf("%d", &count) != 1)
        return 0;
    for (int clue = 0; clue < count; clue++) {
        if (scanf("%d %d", &height[clue], &width[clue]) != 2)
            return 0;
        for (int i = 0; i < height[clue]; i++)
            for (int j = 0; j < width[clue]; j++)
                pieces[clue][i][j] = scanf("%2s", code) == 1 ? pieces_of(code) : 0;
    }
    return 1;
}

int main(void)
{
    const int anything[9] = {511, 511, 511, 511, 511, 511, 511, 511, 511};
    int t;

    if (scanf("%d", &t) != 1)
        return 1;
    for (int number = 1; number <= t; number++) {
        if (!read_clues() || !lay(0, anything))
            return 1;
        printf("Puzzle #%d:\n", number);
        for (int cell = 0; cell < 9; cell++)
            printf("%c%c%c", "SRT"[board[cell] / 3], "VSC"[board[cell] % 3], cell % 3 == 2 ? '\n' : ' ');
        puts("");
    }
    return 0;
}
