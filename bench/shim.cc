/* The library's own console reporter would warn that the library was built for debugging; the warning is in
 * README.md, with what it means, and the JSON keeps the library's word for it. */
#include "shim.h"

#include <benchmark/benchmark.h>

#include <cstring>
#include <new>
#include <sstream>
#include <vector>

namespace
{

/* The library appends "/iterations:N/repetitions:N" to names; two runs could then not be compared by name. */
class PlainNames : public benchmark::JSONReporter
{
  public:
    void ReportRuns(const std::vector<Run> &runs) override
    {
        std::vector<Run> plain = runs;

        for (Run &run : plain) {
            run.run_name.iterations.clear();
            run.run_name.repetitions.clear();
        }
        JSONReporter::ReportRuns(plain);
    }
};

void run(benchmark::State &state, const shim_benchmark &benchmark, size_t index, const shim_watch &watch)
{
    if (benchmark.warm)
        benchmark.body(benchmark.closure);
    watch.before(watch.closure);
    for (auto _ : state) {
        benchmark.body(benchmark.closure);
        benchmark::ClobberMemory();
    }
    watch.after(watch.closure, index, static_cast<uint64_t>(state.iterations()));
    if (benchmark.items)
        state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(benchmark.items));
    if (benchmark.bytes)
        state.SetBytesProcessed(state.iterations() * static_cast<int64_t>(benchmark.bytes));
}

} // namespace

char *shim_run(const char *program, const struct shim_benchmark *benchmarks, size_t count,
               struct shim_watch watch)
try {
    std::string name = program, interleaving = "--benchmark_enable_random_interleaving=true";
    char *arguments[] = {name.data(), interleaving.data(), nullptr};
    int argument_count = 2;
    std::ostringstream out;
    PlainNames reporter;

    benchmark::Initialize(&argument_count, arguments);
    for (size_t i = 0; i < count; i++) {
        const shim_benchmark &benchmark = benchmarks[i];

        benchmark::RegisterBenchmark(
            benchmark.name,
            [&benchmark, i, watch](benchmark::State &state) { run(state, benchmark, i, watch); })
            ->Iterations(static_cast<benchmark::IterationCount>(benchmark.iterations))
            ->Repetitions(benchmark.repetitions);
    }
    reporter.SetOutputStream(&out);
    reporter.SetErrorStream(&out);
    benchmark::RunSpecifiedBenchmarks(&reporter, nullptr, ".");
    return strdup(out.str().c_str());
} catch (const std::bad_alloc &) {
    return nullptr;
}
