# Every job by name: `make help` lists them. `make CONFIG=asan …` builds the same with ci/config/asan.mk into build/asan.

CONFIG ?= release
BUILD := build/$(CONFIG)
RESULTS := build/results

ifeq ($(MAKELEVEL),0)
MAKEFLAGS += --jobs=$(shell nproc)
endif
# `make V=1` shows the commands, `make -s` nothing.
quiet = $(if $(V),,@$(if $(findstring s,$(firstword -$(MAKEFLAGS))),,echo '  $(1) $(@:$(BUILD)/%=%)';))

CC := gcc
CXX := g++
AR := ar

# Portable code: wider vector paths are chosen at run time, so that valgrind and other machines run the same binary.
ifeq ($(shell uname -m),x86_64)
MARCH := -march=x86-64-v2
endif
WARNINGS := -Wall -Wextra -Wconversion -Wshadow -Wmissing-prototypes -Werror
WARNINGS_CXX := -Wall -Wextra -Wconversion -Wshadow -Werror
CPPFLAGS := -D_GNU_SOURCE -I.
OPTIMISE := -O2 -g
INSTRUMENT :=
include ci/config/$(CONFIG).mk
CC_VARIANTS ?= $(CC)
CFLAGS = -std=c17 $(OPTIMISE) $(MARCH) $(INSTRUMENT) -fno-math-errno $(WARNINGS)
CXXFLAGS := -std=c++17 $(OPTIMISE) $(MARCH) $(INSTRUMENT) $(WARNINGS_CXX)
LDFLAGS := $(INSTRUMENT) $(LDFLAGS_EXTRA)

# The one number that all test sizes follow: 1 everywhere, less where instruments make everything slow.
TEST_SCALE ?= 1

CORE_LIBS := -lbdd -lm
BENCH_LIBS := -lbenchmark -ljansson -lpthread
VERIFY_LIBS := -ljansson -lcadical -lstdc++
REPORT_LIBS := -ljansson
GATE_LIBS := -ljansson -lm

sources = $(sort $(wildcard $(1)))
objects = $(patsubst %,$(BUILD)/%.o,$(basename $(1)))

core_sources := $(filter-out core/cli/%,$(call sources,core/*.c core/*/*.c))
# What is built on a library without the sanitizer of this configuration is absent from it, and a variant that refuses everything stands for it.
absent_sources := $(if $(UNINSTRUMENTED),$(shell grep -lE '#include <($(UNINSTRUMENTED))>' $(core_sources)))
core_sources := $(filter-out $(absent_sources),$(core_sources))
cli_sources := $(call sources,core/cli/*.c)
bench_sources := $(call sources,bench/*.c bench/suites/*.c)
verify_sources := $(call sources,verify/*.c verify/oracles/*.c)
report_sources := $(call sources,reports/*.c)
gate_sources := $(call sources,ci/gate/*.c)
unit_sources := $(call sources,verify/unit/*.c)

core_library := $(BUILD)/libassay.a
# What every program needs around the library: files, options, the environment.
cli_library := $(BUILD)/libassay-cli.a
bench_library := $(BUILD)/libassay-bench.a
verify_library := $(BUILD)/libassay-verify.a
report_library := $(BUILD)/libassay-report.a
gate_library := $(BUILD)/libassay-gate.a
programs := $(addprefix $(BUILD)/,$(if $(cli_sources),assay) $(if $(bench_sources),assay-bench) \
	$(if $(verify_sources),assay-verify assay-launch) $(if $(report_sources),assay-report) assay-gate)

.PHONY: all
all: $(core_library) $(programs) ## build the programs
.DEFAULT_GOAL := all

# Objects are made again when the compiler or its flags change.
flags := $(BUILD)/flags
$(shell mkdir -p $(BUILD) && printf '%s\n' '$(CC) $(CC_VARIANTS) $(CPPFLAGS) $(CFLAGS) $(INSTRUMENT_VARIANTS)$(INSTRUMENT_FUZZ) $(CXX) $(CXXFLAGS)' > $(flags).new && \
	if cmp -s $(flags).new $(flags); then rm $(flags).new; else mv $(flags).new $(flags); fi)

# What environment.c knows of the build. Only its object is made again when the commit changes.
build_header := $(BUILD)/build.h
$(shell sh core/cli/build.sh '$(CONFIG)' '$(CPPFLAGS) $(CFLAGS)' > $(build_header).new; \
	if cmp -s $(build_header).new $(build_header); then rm $(build_header).new; else mv $(build_header).new $(build_header); fi)
$(BUILD)/core/cli/environment.o: $(build_header)
$(BUILD)/core/cli/environment.o: CPPFLAGS += -I$(BUILD)

$(BUILD)/%.o: %.c $(flags)
	@mkdir -p $(@D)
	$(call quiet,CC)$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c $< -o $@

$(BUILD)/%.o: %.cc $(flags)
	@mkdir -p $(@D)
	$(call quiet,CXX)$(CXX) $(CPPFLAGS) $(CXXFLAGS) -MMD -MP -c $< -o $@

# Variants are searches: an engine that traces each of their comparisons is busy with nothing else.
variant_objects := $(foreach f,$(wildcard core/*/variants.def),$(patsubst %,$(BUILD)/$(dir $(f))%.o,\
	$(shell sed -n 's/^VARIANT(\(.*\))$$/\1/p' $(f))))
$(variant_objects): INSTRUMENT += $(INSTRUMENT_VARIANTS)
$(variant_objects): CC := $(CC_VARIANTS)

$(BUILD)/absent/%.o: ci/config/absent.c $(flags)
	@mkdir -p $(@D)
	$(call quiet,CC)$(CC) $(CPPFLAGS) $(CFLAGS) -DVARIANT=$(subst /,_,$*) -DVARIANT_NAME='"$(notdir $*)"' -MMD -MP -c $< -o $@

$(BUILD)/lib%.a:
	@rm -f $@
	$(call quiet,AR)$(AR) rcs $@ $(filter %.o,$^)

$(core_library): $(call objects,$(core_sources)) $(patsubst core/%.c,$(BUILD)/absent/%.o,$(absent_sources))
$(cli_library): $(filter-out %/main.o,$(call objects,$(cli_sources)))
$(bench_library): $(filter-out %/main.o,$(call objects,$(bench_sources)))
$(verify_library): $(filter-out %/main.o,$(call objects,$(verify_sources)))
$(report_library): $(filter-out %/main.o,$(call objects,$(report_sources)))
$(gate_library): $(filter-out %/main.o,$(call objects,$(gate_sources)))

$(BUILD)/assay: $(BUILD)/core/cli/main.o $(cli_library) $(core_library)
	$(call quiet,LD)$(CC) $(LDFLAGS) $(filter %.o %.a,$^) $(CORE_LIBS) -o $@

$(BUILD)/assay-bench: $(BUILD)/bench/main.o $(bench_library) $(BUILD)/bench/shim.o $(cli_library) $(core_library)
	$(call quiet,LD)$(CXX) $(LDFLAGS) $(filter %.o %.a,$^) $(BENCH_LIBS) $(CORE_LIBS) -o $@

$(BUILD)/assay-verify: $(BUILD)/verify/main.o $(verify_library) $(cli_library) $(core_library)
	$(call quiet,LD)$(CC) $(LDFLAGS) $(filter %.o %.a,$^) $(VERIFY_LIBS) $(CORE_LIBS) -o $@

# What other people's programs are run by.
$(BUILD)/assay-launch: $(BUILD)/verify/launch/main.o
	$(call quiet,LD)$(CC) $(LDFLAGS) $^ -o $@

$(BUILD)/assay-report: $(BUILD)/reports/main.o $(report_library) $(cli_library) $(core_library)
	$(call quiet,LD)$(CC) $(LDFLAGS) $(filter %.o %.a,$^) $(REPORT_LIBS) $(CORE_LIBS) -o $@

$(BUILD)/assay-gate: $(BUILD)/ci/gate/main.o $(gate_library) $(cli_library) $(core_library)
	$(call quiet,LD)$(CC) $(LDFLAGS) $(filter %.o %.a,$^) $(GATE_LIBS) -o $@

# The oracles: a file verify/oracles/<puzzle>.c, found by wildcard, defines `const struct variant <puzzle>_oracle`.
oracle_table := $(BUILD)/verify/oracles.def
$(shell mkdir -p $(BUILD)/verify && printf 'ORACLE(%s)\n' $(basename $(notdir $(wildcard verify/oracles/*.c))) | \
	grep -v '()' > $(oracle_table).new; if cmp -s $(oracle_table).new $(oracle_table); then rm $(oracle_table).new; \
	else mv $(oracle_table).new $(oracle_table); fi)
$(BUILD)/verify/participant.o: $(oracle_table)
$(BUILD)/verify/participant.o: CPPFLAGS += -I$(BUILD)

# The planted bugs: a file verify/planted/<puzzle>/<bug>.c, found by wildcard, defines `const struct variant planted_<puzzle>_<bug>`.
planted_sources := $(call sources,verify/planted/*/*.c)
planted_table := $(BUILD)/verify/planted.def
$(shell printf '%s\n' $(patsubst verify/planted/%.c,%,$(planted_sources)) | sed 's|\(.*\)/\(.*\)|PLANTED(\1, \2)|' \
	> $(planted_table).new; if cmp -s $(planted_table).new $(planted_table); then rm $(planted_table).new; \
	else mv $(planted_table).new $(planted_table); fi)
$(BUILD)/verify/planted/main.o: $(planted_table)
$(BUILD)/verify/planted/main.o: CPPFLAGS += -I$(BUILD)

$(BUILD)/assay-selftest: $(call objects,$(planted_sources) $(call sources,verify/planted/*.c)) $(verify_library) $(cli_library) $(core_library)
	$(call quiet,LD)$(CC) $(LDFLAGS) $(filter %.o %.a,$^) $(VERIFY_LIBS) $(CORE_LIBS) -o $@

# The fuzz targets: before the rules that need them.
include fuzz/build.mk

# What a configuration links into every program.
$(programs) $(BUILD)/assay-selftest $(BUILD)/unit $(fuzz_programs) $(replay_programs) $(triage_programs): $(call objects,$(EXTRA_SOURCES))

# The unit tests: one program. A file verify/unit/<name>.c is a group, found by wildcard, that defines `int unit_<name>(void)`.
unit_groups := $(filter-out main,$(patsubst verify/unit/%.c,%,$(unit_sources)))
$(BUILD)/verify/unit/groups.def: $(unit_sources)
	@mkdir -p $(@D)
	@printf 'GROUP(%s)\n' $(unit_groups) > $@
$(call objects,$(unit_sources)): $(BUILD)/verify/unit/groups.def
$(call objects,$(unit_sources)): CPPFLAGS += -I$(BUILD)

comma := ,
# verify/unit/faults.c refuses memory through these; fake.c poses a puzzle, and the clock; meltdown_symbolic.c watches a library.
refused := $(addprefix -Wl$(comma)--wrap=,arena_alloc arena_zalloc aligned_alloc realloc calloc malloc operand_puzzle clock_gettime \
	bdd_init bdd_or bdd_addref bdd_gbc_hook bdd_setcacheratio bdd_done)
unit_libraries := $(bench_library) $(verify_library) $(report_library) $(gate_library) $(cli_library) $(core_library)
$(BUILD)/unit: $(call objects,$(unit_sources)) $(unit_libraries)
	$(call quiet,LD)$(CC) $(LDFLAGS) $(refused) $(filter %.o %.a,$^) -lcmocka $(VERIFY_LIBS) $(CORE_LIBS) -o $@

# Each stage prints TAP; ci/test.sh sums them up and ends with `N passed, N failed, N skipped`.
.PHONY: check-unit
check-unit: all $(BUILD)/unit ## the unit tests alone
	TEST_SCALE=$(TEST_SCALE) ASSAY=$(BUILD)/assay $(BUILD)/unit

# The command-line tests of a configuration: a file verify/cli/<name>.bats each, found by wildcard.
CLI_TESTS ?= $(sort $(basename $(notdir $(wildcard verify/cli/*.bats))))
cli_parts = $(foreach name,$(CLI_TESTS),cli/$(name)='bats --tap verify/cli/$(name).bats')
.PHONY: check-cli
check-cli: all $(if $(filter selftest,$(CLI_TESTS)),$(BUILD)/assay-selftest) ## the command-line tests alone; CLI_TESTS='solve usage' some of them
	@CONFIG=$(CONFIG) TEST_SCALE=$(TEST_SCALE) ASSAY=$(BUILD)/assay sh ci/test.sh $(BUILD)/test $(cli_parts)

.PHONY: test
test: all $(BUILD)/unit $(BUILD)/assay-selftest $(replay_programs) ## run all tests
	@CONFIG=$(CONFIG) TEST_SCALE=$(TEST_SCALE) ASSAY=$(BUILD)/assay sh ci/test.sh $(BUILD)/test \
		verify='$(BUILD)/assay-verify --all --tap --scale $(TEST_SCALE) $(if $(filter release,$(CONFIG)),--json $(RESULTS)/verify-test.json)' \
		unit='CMOCKA_MESSAGE_OUTPUT=TAP $(BUILD)/unit' \
		$(cli_parts) \
		selftest='$(BUILD)/assay-selftest --tap --every 5 --shrink-seconds 0 $(if $(INSTRUMENT),--hang 20)' \
		fuzz='FUZZ_BUILD=$(BUILD) sh fuzz/replay.sh $(fuzz_puzzles)' \
		$(if $(filter release,$(CONFIG)),house='sh ci/house.sh $(BUILD)')

.PHONY: check-verify
check-verify: all ## the agreement suite alone
	$(BUILD)/assay-verify --all --tap --scale $(TEST_SCALE)

# Killed and started again, it goes on from its checkpoints; remove build/verify to begin anew.
VERIFY_SCALE ?= 100
VERIFY_TOTAL ?= 30
VERIFY_FLAGS ?= --deep 64
.PHONY: verify
verify: all build/verify/theorems ## exhaustive and random runs at nightly sizes, an hour or two; results in build/results/verify.json
	$(BUILD)/assay-verify --all --scale $(VERIFY_SCALE) --checkpoint build/verify --bounds build/verify/theorems \
		--json $(RESULTS)/verify.json $(VERIFY_FLAGS)

build/verify/theorems: | $(BUILD)/unit
	@mkdir -p $(@D)
	@rm -f $@.new
	ADJACENT_TOTAL=$(VERIFY_TOTAL) BOUNDS=$@.new $(BUILD)/unit adjacent_theorems
	@mv $@.new $@

# LONG=1: is each bug missed by 10^6 uniform cases, and is nobody right accused in 10^7? Half an hour, more on a busy machine; killed and
# started again it goes on from build/selftest.state.
LONG :=
.PHONY: verify-selftest
verify-selftest: all $(BUILD)/assay-selftest ## does the engine find every planted bug? writes verify/SELFTEST.md
	$(BUILD)/assay-selftest --page verify/SELFTEST.md --command 'make verify-selftest$(if $(LONG), LONG=1)' \
		$(if $(LONG),--uniform 1000000 --right 3500000 --state build/selftest.state)

# Fuzzing: fuzz/README.md.
.PHONY: fuzzers
fuzzers: $(fuzz_programs) ## the fuzz targets of an engine: CONFIG=libfuzzer or CONFIG=afl

.PHONY: replay
replay: $(replay_programs) ## corpora, regression cases and bad files through the fuzz targets, without an engine
	@FUZZ_BUILD=$(BUILD) sh fuzz/replay.sh $(fuzz_puzzles)

fuzz_chosen = $(or $(PUZZLE),$(fuzz_puzzles))
TIME ?= 60
JOBS ?= 2
.PHONY: fuzz-build
fuzz-build:
	@$(MAKE) --no-print-directory -s CONFIG=libfuzzer fuzzers
	@$(MAKE) --no-print-directory -s CONFIG=afl fuzzers
	@$(MAKE) --no-print-directory -s CONFIG=pic mutators

.PHONY: fuzz
fuzz: fuzz-build ## a campaign: PUZZLE=x TIME=60 JOBS=2, both engines; again, it goes on
	@$(if $(PUZZLE),TIME=$(TIME) JOBS=$(JOBS) sh fuzz/fuzz.sh run $(PUZZLE),echo 'PUZZLE=? or make fuzz-all' >&2; exit 2)

.PHONY: fuzz-all
fuzz-all: fuzz-build ## one campaign a puzzle, TIME seconds each
	@TIME=$(TIME) JOBS=$(JOBS) sh fuzz/fuzz.sh run $(fuzz_puzzles)

.PHONY: fuzz-resume
fuzz-resume: fuzz-build ## every campaign that was begun goes on for TIME seconds
	@TIME=$(TIME) JOBS=$(JOBS) sh fuzz/fuzz.sh resume

.PHONY: fuzz-status
fuzz-status: ## what the campaigns have done; build/results/fuzz.json
	@sh fuzz/fuzz.sh status

.PHONY: fuzz-min
fuzz-min: ## corpora minimised without losing a branch, into fuzz/corpus
	@$(MAKE) --no-print-directory -s CONFIG=libfuzzer fuzzers
	@sh fuzz/fuzz.sh min $(fuzz_chosen)

.PHONY: fuzz-triage
fuzz-triage: ## findings replayed, grouped, made small, into fuzz/regress
	@$(MAKE) --no-print-directory -s CONFIG=asan triage
	@sh fuzz/fuzz.sh triage $(fuzz_chosen)

.PHONY: fuzz-selftest
fuzz-selftest: ## planted bugs looked for from an empty corpus: SEEDS='1 2 3' ENGINES='libfuzzer afl pair'; hours, goes on
	@sh fuzz/selftest.sh $(PUZZLE)

.PHONY: fuzz-smoke
fuzz-smoke: ## ten seconds of libFuzzer a puzzle; fails on what fails again
	@$(MAKE) --no-print-directory -s CONFIG=libfuzzer fuzzers
	@TEST_JOBS=$$(nproc) sh ci/test.sh build/fuzz-smoke $(foreach puzzle,$(fuzz_chosen),fuzz/$(puzzle)='sh fuzz/smoke.sh $(puzzle)')

.PHONY: fuzz-rates
fuzz-rates: fuzz-build ## executions a second of each engine and build, as a table
	@$(MAKE) --no-print-directory -s $(fuzz_chosen:%=build/release/replay-%)
	@$(MAKE) --no-print-directory -s CONFIG=asan $(fuzz_chosen:%=build/asan/replay-%)
	@sh fuzz/rates.sh $(fuzz_chosen)

.PHONY: fuzz-coverage
fuzz-coverage: ## what fuzz/corpus alone reaches of each parser: lines, branches, conditions (clang 19)
	@$(MAKE) --no-print-directory -s CONFIG=cov $(fuzz_chosen:%=build/cov/replay-%)
	@$(MAKE) --no-print-directory -s CONFIG=mcdc $(fuzz_chosen:%=build/mcdc/replay-%)
	@sh fuzz/coverage.sh $(fuzz_chosen)

.PHONY: fuzz-planted
fuzz-planted: ## every planted bug applies and builds
	@sh fuzz/selftest.sh --build

.PHONY: mutators triage
mutators: $(mutators)
triage: $(triage_programs)

# Installation. Every file that is installed stands once in this list, so uninstall removes what install made.
PREFIX ?= /usr/local
bindir = $(DESTDIR)$(PREFIX)/bin
libdir = $(DESTDIR)$(PREFIX)/lib
includedir = $(DESTDIR)$(PREFIX)/include/assay
mandir = $(DESTDIR)$(PREFIX)/share/man/man1
sourcedir = $(DESTDIR)$(PREFIX)/share/assay
completiondir = $(DESTDIR)$(PREFIX)/share/bash-completion/completions
# What problem packages are made of.
package_sources := $(filter-out core/cli/%,$(call sources,core/*.[ch] core/*.def core/*/*.[ch] core/*/*.def)) $(call sources,core/cli/package/*.c)
# puzzle.h and what it includes.
headers := $(addprefix core/,puzzle.h arena.h counters.h counters.def error.h rng.h text.h version.h)

.PHONY: install
install: all ## install to $(DESTDIR)$(PREFIX)
	install -d $(bindir) $(libdir)/pkgconfig $(includedir) $(mandir) $(completiondir)
	install -m 755 $(programs) $(bindir)
	install -m 644 $(core_library) $(libdir)
	install -m 644 $(headers) $(includedir)
	install -m 644 core/cli/assay.1 $(mandir)
	install -m 644 core/cli/assay.bash $(completiondir)/assay
	for file in $(package_sources); do install -D -m 644 $$file $(sourcedir)/$$file || exit 1; done
	sed -e 's|@PREFIX@|$(PREFIX)|' -e "s|@VERSION@|$$(sed -n 's/.*ASSAY_VERSION "\(.*\)"/\1/p' core/version.h)|" \
		-e 's|@LIBS@|$(CORE_LIBS)|' core/cli/assay.pc.in > $(libdir)/pkgconfig/assay.pc

.PHONY: uninstall
uninstall: ## remove what install put there
	rm -f $(addprefix $(bindir)/,$(notdir $(programs))) $(libdir)/$(notdir $(core_library)) $(libdir)/pkgconfig/assay.pc
	rm -f $(addprefix $(includedir)/,$(notdir $(headers))) $(mandir)/assay.1 $(completiondir)/assay
	rm -rf $(sourcedir)
	-rmdir $(includedir)

# Times come from one build, counts from the other. `make bench PUZZLE=x BENCH_FLAGS='--budget 20'`.
.PHONY: bench
bench: all ## time and count every variant on every workload: tables, and build/results/bench.json
	@$(MAKE) --no-print-directory -s CONFIG=count build/count/assay-bench
	@build/count/assay-bench $(PUZZLE) $(BENCH_FLAGS) --counts $(RESULTS)/counts.json
	@$(BUILD)/assay-bench $(PUZZLE) $(BENCH_FLAGS) --merge $(RESULTS)/counts.json

.PHONY: report
report: all $(filter bench instructions,$(MAKECMDGOALS)) ## the results as a page: build/report/index.html, and report.md
	@$(BUILD)/assay-report

# The pictures that README shows are those that lie there.
.PHONY: gallery
gallery: report ## the pictures and the sample page of reports/gallery/, from build/results/
	@$(BUILD)/assay-report --gallery build/gallery
	@for picture in reports/gallery/*.svg; do cp build/gallery/$${picture##*/} $$picture; done
	@cp build/report/index.html reports/gallery/sample.html

.PHONY: instructions
instructions: all ## count instructions on a fixed share of the workloads (valgrind): build/results/instructions.json
	@sh bench/instructions.sh $(BUILD)/assay-bench $(RESULTS)/instructions.json $(PUZZLE)

# Is the work tree worse than its base? `make gate BASE=v1.0 GATE_FLAGS='--only REGEX'`.
BASE ?= HEAD~1
.PHONY: gate
gate: all ## answers, work, instructions and time against BASE=REVISION
	@CC='$(CC)' $(BUILD)/assay-gate --base '$(BASE)' $(GATE_FLAGS)

.PHONY: gate-selftest
gate-selftest: all ## planted faults: can each layer of the gate turn red?
	@CC='$(CC)' sh ci/gate/planted/selftest.sh $(BUILD)/assay-gate

.PHONY: work-update
work-update: all ## accept the work that the variants do now: ci/work.tsv
	@CC='$(CC)' $(BUILD)/assay-gate --update-work

include ci/build.mk

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)

.PHONY: help
help: ## list the jobs
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(filter-out %.d ci/config/%,$(MAKEFILE_LIST))
	@echo '  variables: CONFIG=$(patsubst ci/config/%.mk,%,$(wildcard ci/config/*.mk)), CC=gcc|clang, TEST_SCALE=1'

.PHONY: clean
clean: ## remove what was built; results, failures and campaigns stay
	rm -rf $(patsubst ci/config/%.mk,build/%,$(wildcard ci/config/*.mk))
