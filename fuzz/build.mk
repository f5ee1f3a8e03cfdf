# One program a puzzle, from the puzzle's core alone: `fuzz-<puzzle>` with the engine that the configuration names (FUZZ_ENGINE), `replay-<puzzle>`
# without any, `triage-<puzzle>`; and `mutator-<puzzle>.so`, which AFL++ loads.
fuzz_puzzles := $(shell sed -n 's/^PUZZLE(\(.*\))$$/\1/p' core/puzzles.def)
fuzz_sources := $(call sources,fuzz/*.c)
fuzz_objects := $(foreach p,$(fuzz_puzzles),$(patsubst fuzz/%.c,$(BUILD)/fuzz/$(p)/%.o,$(fuzz_sources)))
fuzz_programs := $(foreach p,$(fuzz_puzzles),$(BUILD)/fuzz-$(p))
replay_programs := $(foreach p,$(fuzz_puzzles),$(BUILD)/replay-$(p))
triage_programs := $(foreach p,$(fuzz_puzzles),$(BUILD)/triage-$(p))
mutators := $(foreach p,$(fuzz_puzzles),$(BUILD)/mutator-$(p).so)
.SECONDARY: $(fuzz_objects)

define fuzz_rule
$(BUILD)/fuzz/$(1)/%.o: fuzz/%.c $(flags)
	@mkdir -p $$(@D)
	$$(call quiet,CC)$$(CC) $$(CPPFLAGS) -DFUZZ_PUZZLE=$(1)_puzzle $$(CFLAGS) $$(INSTRUMENT_FUZZ) -MMD -MP -c $$< -o $$@
endef
$(foreach p,$(fuzz_puzzles),$(eval $(call fuzz_rule,$(p))))

# libFuzzer finds its mutator by name. AFL++'s driver would take it for its own, so there the mutator is a library.
ifneq ($(filter libfuzzer oss,$(CONFIG)),)
fuzz_mutator := libfuzzer.o mutate.o
endif
fuzz_link = $(call quiet,LD)$(FUZZ_LINK) $(LDFLAGS) $(filter %.o %.a,$^) $(CORE_LIBS)
FUZZ_LINK ?= $(CC)
$(fuzz_programs): $(BUILD)/fuzz-%: $(addprefix $(BUILD)/fuzz/%/,target.o $(fuzz_mutator)) $(core_library)
	$(fuzz_link) $(FUZZ_ENGINE) -o $@
$(replay_programs): $(BUILD)/replay-%: $(addprefix $(BUILD)/fuzz/%/,target.o replay.o) $(core_library)
	$(fuzz_link) -o $@
$(triage_programs): $(BUILD)/triage-%: $(addprefix $(BUILD)/fuzz/%/,target.o triage.o) $(core_library)
	$(fuzz_link) -o $@
$(mutators): $(BUILD)/mutator-%.so: $(addprefix $(BUILD)/fuzz/%/,afl.o mutate.o) $(core_library)
	$(fuzz_link) -shared -Wl,-Bsymbolic -o $@
