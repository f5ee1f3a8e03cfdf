/* The shared memory of a run: opened, added to, read. */
#include "board.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

static size_t board_size(size_t classes)
{
    return sizeof(struct board) + classes * sizeof(struct class_hashes);
}

struct board *board_open(size_t classes)
{
    struct board *board = mmap(NULL, board_size(classes), PROT_READ | PROT_WRITE,
                               MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (board == MAP_FAILED)
        return NULL;
    board->class_count = classes;
    return board;
}

void board_close(struct board *board)
{
    if (board)
        munmap(board, board_size(board->class_count));
}

void board_note(struct board *board, const struct signature *signature, const char *detail)
{
    struct finding *finding = board->findings;
    size_t i = 0;

    while (i < board->finding_count && !signature_equal(&finding[i].signature, signature))
        i++;
    if (i == FINDINGS_MAX) {
        board->unnamed++;
        return;
    }
    if (i == board->finding_count) {
        finding[i] = (struct finding){.signature = *signature, .number = board->number, .opened = board->opened};
        snprintf(finding[i].detail, sizeof finding[i].detail, "%s", detail);
        board->finding_count++;
    }
    finding[i].count++;
}

uint64_t board_checked(const struct board *board)
{
    return board->counts.by_oracle + board->counts.beyond;
}

uint64_t board_found(const struct board *board)
{
    uint64_t found = board->unnamed;

    for (size_t i = 0; i < board->finding_count; i++)
        found += board->findings[i].count;
    return found;
}

void board_hash(struct board *board, size_t class_index, uint64_t hash)
{
    struct class_tally *class = &board->counts.classes[class_index];
    uint64_t *slots = board->hashes[class_index].slots;
    size_t slot = hash % DISTINCT_SLOTS;

    if (board->resumed || class->distinct >= DISTINCT_SLOTS / 4 * 3)
        return;
    hash += hash == 0;
    while (slots[slot] && slots[slot] != hash)
        slot = (slot + 1) % DISTINCT_SLOTS;
    class->looked_at++;
    class->distinct += slots[slot] == 0;
    slots[slot] = hash;
}
