# How strong the checks are: static analysis, memcheck, coverage, mutation, proof; and the stages that .ci/run goes through.

# One file at a time, and again only where it or a header of its changed: then its object is made again too.
linted_sources := $(core_sources) $(cli_sources) $(bench_sources) $(verify_sources) $(report_sources) $(fuzz_sources) \
	$(gate_sources) $(call sources,ci/gate/kernel/*.c ci/mutate/*.c)
$(BUILD)/%.lint: %.c $(BUILD)/%.o .clang-tidy
	$(call quiet,LINT)clang-tidy --quiet $< -- -std=c17 $(CPPFLAGS) -I$(BUILD) >$@.new 2>/dev/null; \
		$(CC) -std=c17 $(CPPFLAGS) -I$(BUILD) -O1 -fanalyzer -S -o /dev/null $< 2>>$@.new; mv $@.new $@

.PHONY: lint
lint: $(patsubst %.c,$(BUILD)/%.lint,$(linted_sources)) ## clang-tidy, cppcheck, gcc's and clang's analyzers, shellcheck
	@sh ci/lint.sh $(BUILD) all $(linted_sources)

.PHONY: assertions
assertions: ## accept the assertions that the tests have now: ci/assertions.txt
	@{ echo '# The least number of assertions of each file of tests: ci/assertions.sh counts, ci/house.sh holds.'; sh ci/assertions.sh; } >ci/assertions.txt

.PHONY: lint-fast
lint-fast: all ## cppcheck and shellcheck alone, half a minute
	@sh ci/lint.sh $(BUILD) fast $(linted_sources)

MEMCHECK := valgrind --quiet --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=definite --trace-children=no
.PHONY: ci-selftest
ci-selftest: all $(BUILD)/unit ## twenty-three ways to weaken the project: does each turn its stage red?
	@sh ci/selftest.sh $(WEAKEN)

memcheck_jobs := $(addprefix unit/,arena text reader rng error registry template bad_input $(basename $(notdir $(wildcard verify/unit/*_portable.c)))) \
	$(addprefix solve/,$(fuzz_puzzles))
.PHONY: memcheck
memcheck: all $(BUILD)/unit ## valgrind over the paths that machines without AVX2 take, parsers and the program
	@sh ci/test.sh build/memcheck $(foreach job,$(memcheck_jobs),$(job)='sh ci/memcheck.sh "$(MEMCHECK)" $(BUILD) $(job)')

# Optional: Frama-C is large (sh ci/deps.sh --prove).
.PHONY: prove
prove: ## the parsers have no undefined behaviour on any input of 0 to 4096 bytes (Frama-C): build/results/prove.json
	@sh ci/test.sh build/prove prove='sh ci/prove/prove.sh $(RESULTS)/prove.json $(PUZZLE)'

.PHONY: ci
ci: ## the stages of .ci/run; one alone: make ci STAGE=lint
	@sh ci/stages.sh $(STAGE)

# Every test once, on instrumented programs; the figures held against ci/coverage/floors.txt. HTML in build/coverage/.
.PHONY: coverage
coverage: ## lines, functions and branches that the tests reach: HTML, JSON, Cobertura XML
	@find build/cov -name '*.gcda' -delete 2>/dev/null; $(MAKE) --no-print-directory -s CONFIG=cov test
	@sh ci/coverage/report.sh lines

# Anybody may write the profiles: one test runs the program as nobody.
.PHONY: mcdc
mcdc: ## conditions that unit tests, agreement, corpora and the program's tests see decide alone (clang 19)
	@rm -f build/mcdc/*.profraw; umask 0; LLVM_PROFILE_FILE='$(CURDIR)/build/mcdc/%8m.profraw' \
		$(MAKE) --no-print-directory -s CONFIG=mcdc check-unit check-verify replay check-cli >build/mcdc.log 2>&1 || { tail -n 40 build/mcdc.log; false; }
	@sh ci/coverage/report.sh mcdc

# The mutator. It is built as the release is; its mutants are linked with the objects of CONFIG=mutate.
mutate_sources := $(filter-out ci/mutate/select.c ci/mutate/probe.c ci/mutate/stock.c,$(call sources,ci/mutate/*.c))
$(BUILD)/ci/mutate/find.o $(BUILD)/ci/mutate/find.lint: CPPFLAGS += -I$(shell llvm-config-14 --includedir 2>/dev/null || echo /usr/lib/llvm-14/include)
$(BUILD)/assay-mutate: $(call objects,$(mutate_sources)) $(cli_library) $(core_library)
	$(call quiet,LD)$(CC) $(LDFLAGS) $(filter %.o %.a,$^) -L/usr/lib/llvm-14/lib -lclang-14 -ljansson $(CORE_LIBS) -o $@

# All of core, or SOURCES='core/x.c ...'; resumable. SAMPLE=N takes N mutants of each; MUTATE_FLAGS='--shard 1/4'. Only the mutated source is
# compiled with counters: a cut that is gone changes no answer but the work.
SOURCES ?= $(filter-out core/template/%,$(core_sources))
JOBS ?= 2
MUTANTS ?= build/mutants
mutant_unit := $(call objects,$(unit_sources) ci/mutate/select.c)
mutant_verify := $(call objects,verify/main.c ci/mutate/select.c)

# It loads mutants as shared libraries, which find the rest of core in it.
$(BUILD)/probe: $(call objects,ci/mutate/probe.c ci/mutate/stock.c ci/mutate/select.c) $(core_library) $(cli_library)
	$(call quiet,LD)$(CC) $(LDFLAGS) -rdynamic $(filter %.o,$^) -Wl,--whole-archive $(core_library) -Wl,--no-whole-archive $(cli_library) $(CORE_LIBS) -o $@

.PHONY: mutate mutate-run
mutate-run: $(BUILD)/assay-mutate $(mutant_unit) $(mutant_verify) $(BUILD)/probe $(unit_libraries)
	@TEST_SCALE=0.02 $(BUILD)/assay-mutate --folder $(MUTANTS) --jobs $(JOBS) $(if $(SAMPLE),--sample $(SAMPLE)) $(MUTATE_FLAGS) \
		--compile '$(CC) $(CPPFLAGS) $(CFLAGS) -DASSAY_COUNT -I$(BUILD)' --flags '-std=c17 $(CPPFLAGS) -DASSAY_COUNT -I$(BUILD)' \
		--groups '$(unit_groups)' \
		--unit '$(refused) $(mutant_unit) $(unit_libraries) -lcmocka $(VERIFY_LIBS) $(CORE_LIBS)' \
		--verify '$(mutant_verify) $(unit_libraries) $(VERIFY_LIBS) $(CORE_LIBS)' \
		--probe $(BUILD)/probe $(SOURCES)

mutate: mutate-run ## change core in every small way: is each change noticed? (hours; resumable)
	@$(BUILD)/assay-mutate --report --folder $(MUTANTS) --reasons ci/mutate/survivors.txt

.PHONY: mutate-selftest
mutate-selftest: $(BUILD)/assay-mutate ## does the mutator count right, and does it see a cut that is gone?
	@sh ci/mutate/planted/selftest.sh $(BUILD)
