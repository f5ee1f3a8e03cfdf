/* Ticket Game by its published solution: the surplus of digits on one side against that of erased ones on the other. */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int n;
    char *s;
    long digits = 0, erased = 0;

    if (scanf("%d", &n) != 1 || !(s = malloc((size_t)n + 1)) || scanf("%s", s) != 1)
        return 1;
    for (int i = 0; i < n; i++) {
        int side = i < n / 2 ? 1 : -1;

        if (s[i] == '?')
            erased += side;
        else
            digits += side * (s[i] - '0');
    }
    puts(2 * digits == -9 * erased ? "Bicarp" : "Monocarp");
    free(s);
    return 0;
}
