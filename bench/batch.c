#include "batch.h"

void batch_run(void *closure)
{
    const struct batch *batch = closure;

    for (size_t i = 0; i < batch->cases->count; i++) {
        struct work work = work_start(batch->scratch, WORK_STEPS_UNLIMITED);

        batch->variant->solve(batch->context, batch->cases->instances[i], &work, batch->answer);
        arena_reset(batch->scratch);
    }
}

size_t batch_answer_size(const struct puzzle *puzzle, const struct cases *cases)
{
    size_t most = 0;

    for (size_t i = 0; i < cases->count; i++) {
        size_t size = puzzle->answer_size(cases->instances[i]);

        if (size > most)
            most = size;
    }
    return most;
}
