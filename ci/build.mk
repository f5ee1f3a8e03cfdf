# How strong the checks are: static analysis, memcheck, coverage, mutation, proof; and the stages that .ci/run goes through.

# One file at a time, and again only where it or a header of its changed: then its object is made again too.
linted_sources := $(core_sources) $(cli_sources) $(bench_sources) $(verify_sources) $(report_sources)
$(BUILD)/%.lint: %.c $(BUILD)/%.o .clang-tidy
	$(call quiet,LINT)clang-tidy --quiet $< -- -std=c17 $(CPPFLAGS) -I$(BUILD) >$@.new 2>/dev/null; \
		$(CC) -std=c17 $(CPPFLAGS) -I$(BUILD) -O1 -fanalyzer -S -o /dev/null $< 2>>$@.new; mv $@.new $@

.PHONY: lint
lint: $(patsubst %.c,$(BUILD)/%.lint,$(linted_sources)) ## clang-tidy, cppcheck, gcc's and clang's analyzers, shellcheck
	@sh ci/lint.sh $(BUILD) $(linted_sources) $(unit_sources)

MEMCHECK := valgrind --quiet --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=definite --trace-children=no
.PHONY: memcheck
memcheck: all $(BUILD)/unit ## valgrind over the paths that machines without AVX2 take, parsers and the program
	@sh ci/memcheck.sh '$(MEMCHECK)' $(BUILD)

.PHONY: ci
ci: ## the stages of .ci/run; one alone: make ci STAGE=lint
	@sh ci/stages.sh $(STAGE)

# Every test once, on instrumented programs; the figures held against ci/coverage/floors.txt. HTML in build/coverage/.
.PHONY: coverage
coverage: ## lines, functions and branches that the tests reach: HTML, JSON, Cobertura XML
	@find build/cov -name '*.gcda' -delete 2>/dev/null; $(MAKE) --no-print-directory -s CONFIG=cov test
	@sh ci/coverage/report.sh lines

.PHONY: mcdc
mcdc: ## conditions that the tests see decide alone (clang 19)
	@rm -f build/mcdc/*.profraw; LLVM_PROFILE_FILE='$(CURDIR)/build/mcdc/%8m.profraw' $(MAKE) --no-print-directory -s CONFIG=mcdc test
	@sh ci/coverage/report.sh mcdc
