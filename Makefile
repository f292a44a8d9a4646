# Building and testing smew. GNU make only.
#
#   make             build/smew and its libc
#   make quickstart  install what is missing, build, run an example
#   make check       the same, then every test; ends in "N passed, N failed"
#   make check-long  more generated programs, every optimisation level
#   make check-fresh make quickstart and make check in a fresh Debian 12, installed into a temporary
#                    directory; needs root (scripts/check-fresh)
#   make checked     an optimised build with assertions (build-checked/), which most tests run against
#   make fuzz        random terms against all solvers without end, until one disagrees
#                    (SEED=N to begin elsewhere; build/fuzz/fuzz_expr SEED CASES JOBS: so many)
#   make libfuzzer   the fuzz targets with libFuzzer and sanitizers (build-libfuzzer/fuzz/fuzz_NAME CORPUS)
#   make asan        the test suite under AddressSanitizer and UBSan (build-asan/)
#   make debug       an unoptimised build with assertions (build-debug/)
#   make bench       speed, start-up and memory, as a table and as build/bench.json
#   make bench-coreutils UTIL=sort TIME=60
#                    explore GNU coreutils (all tools without UTIL) and replay the tests: a table,
#                    build/bench-coreutils.json and plots
#   make bench-merging UTIL=link,sort TIME=60
#                    plain exploration and state merging side by side (bench/merging/README.md)
#   make bench-thesis [THESIS=--short]
#                    generated microc programs, as in the thesis's experiments: tables, its figures
#                    next to ours, and build/bench-thesis.json
#   make bench-techniques [TECHNIQUES="--time 5 --tools 20"]
#                    every technique and the default portfolio on the same programs
#                    (bench/techniques/README.md)
#   make format      clang-format over the sources
#   make clean       remove what was built from src/ and tests/; distclean: libc and coreutils too
#
# Nothing here runs clang or llvm-config while the file is parsed, since on a
# fresh machine they come only with scripts/deps.

SHELL := /bin/bash
BUILD ?= build
VARIANT ?= release
JOBS ?= $(shell nproc)
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(JOBS) --no-print-directory
endif

CC := clang-19
# make V=1 shows the commands.
SAY = $(if $(V),,@printf '  $(1) $@\n';)
CLANG_FORMAT := clang-format-19
# Expanded at first use, then remembered.
LLVM_CFLAGS = $(eval LLVM_CFLAGS := -isystem $$(shell llvm-config-19 --includedir))$(LLVM_CFLAGS)
LLVM_LIBS = $(eval LLVM_LIBS := $$(shell llvm-config-19 --ldflags --libs))$(LLVM_LIBS)

# Loading the shared libLLVM takes longer than running a small program, so what people
# use has LLVM linked in; tests and the other variants load it.
LLVM_STATIC = $(eval LLVM_STATIC := $$(shell llvm-config-19 --link-static --ldflags --libs \
  core irreader passes analysis target))$(LLVM_STATIC)
SOLVER_LIBS := -lcadical -lz3 -lstdc++
# Filters of system calls, for replay.
FILTER_LIBS := -l:libseccomp.a
LINK_release := -no-pie -Wl,--gc-sections
LINK_checked := $(LINK_release)
SMEW_LIBS = $(if $(filter release checked,$(VARIANT)),$(LLVM_STATIC) $(SOLVER_LIBS) $(FILTER_LIBS) -lz -lm,$(LDLIBS))

WARNINGS := -Wall -Wextra -Werror
CPPFLAGS := -Isrc -D_GNU_SOURCE -MMD -MP
LDLIBS = -Wl,--as-needed $(LLVM_LIBS) $(SOLVER_LIBS) $(FILTER_LIBS) -lm

SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
FLAGS_release := -O2 -g -DNDEBUG
FLAGS_checked := -O2 -g
FLAGS_debug := -O0 -g
FLAGS_asan := -O1 -g $(SANITIZE)
FLAGS_libfuzzer := -O1 -g $(SANITIZE) -fsanitize=fuzzer-no-link -DLIBFUZZER
LDFLAGS_asan := $(SANITIZE)
LDFLAGS_libfuzzer := $(SANITIZE) -fsanitize=fuzzer
# The interpreter's handlers tail-call each other: without an optimiser that is of no
# use. Their calling convention leaves no register for the base pointer of a frame that
# ASan realigns, neither in them nor in what calls them.
FLAGS_debug_fast := -O2 -g
FLAGS_asan_fast := -O2 -g $(SANITIZE) -mllvm -asan-stack=0
FLAGS_libfuzzer_fast := $(FLAGS_asan_fast)
FLAGS_release_fast := $(FLAGS_release)
FLAGS_checked_fast := $(FLAGS_checked)

CFLAGS := -std=gnu17 $(WARNINGS) $(FLAGS_$(VARIANT))
# Tests are some hundred and fifty executables: lld links one in a sixth of the time.
LDFLAGS := -fuse-ld=lld $(LDFLAGS_$(VARIANT))

SOURCES := $(sort $(shell find src -name '*.c'))
OBJECTS := $(SOURCES:%.c=$(BUILD)/obj/%.o)
MAIN := $(BUILD)/obj/src/cli/main.o
# What tests are linked with: each takes the objects that it uses, and loads LLVM only if they do.
ARCHIVE := $(BUILD)/obj/smew.a
UNIT_SOURCES := $(sort $(wildcard tests/unit/*/test_*.c))
UNIT_TESTS := $(UNIT_SOURCES:tests/unit/%.c=$(BUILD)/unit/%)
PARTITION := $(BUILD)/agree/partition
COMPARE := $(BUILD)/analysis/compare $(BUILD)/analysis/pairs
REFERENCE := $(BUILD)/microc/reference
# Those with tests/fuzz/target.h can also be linked with libFuzzer.
FUZZ_TARGETS := $(patsubst %,$(BUILD)/fuzz/fuzz_%,command front ir ktest smt summary)
FUZZERS := $(BUILD)/fuzz/fuzz_expr $(BUILD)/fuzz/fuzz_microc $(BUILD)/fuzz/fuzz_float $(FUZZ_TARGETS)
SEED ?= 1

# What a program under test is compiled with, and what smew replay compiles, lie next to smew.
SHARED_FILES := $(patsubst %,$(BUILD)/%,$(shell find include -name '*.h')) \
  $(patsubst runtime/replay/native/%,$(BUILD)/replay/%,$(wildcard runtime/replay/native/*.[ch]))

FORMATTED = $(shell find src include runtime tests/unit tests/fuzz tests/faults tests/analysis bench examples -name '*.[ch]' 2>/dev/null) tests/compile_cache.c

# libc and coreutils do not depend on how smew was compiled: the variants share them.
LIBC := build/libc/libc.a
COREUTILS := build/coreutils/built
DEPS := build/deps.stamp
# What suites compile with that explore one program in many ways.
COMPILE_CACHE := build/compile-cache/clang-19

.PHONY: all smew libc coreutils compile-cache unit fuzzers partition compare reference fuzz deps quickstart checked check check-long \
        check-fresh asan libfuzzer fuzz-targets debug bench bench-coreutils bench-merging bench-thesis bench-techniques format check-format clean distclean
.DELETE_ON_ERROR:

all: smew libc
smew: $(BUILD)/smew $(BUILD)/smew-cc $(SHARED_FILES)
libc: $(LIBC)
coreutils: $(COREUTILS)
compile-cache: $(COMPILE_CACHE)
unit: $(UNIT_TESTS)
fuzzers: $(FUZZERS)
partition: $(PARTITION)
compare: $(COMPARE)
reference: $(REFERENCE)
deps: $(DEPS)

$(BUILD)/smew: $(OBJECTS)
	$(call SAY,link)$(CC) $(LDFLAGS) $(LINK_$(VARIANT)) -o $@ $^ $(SMEW_LIBS)

$(BUILD)/smew-cc: | $(BUILD)/smew
	$(call SAY,link)ln -sfn smew $@

$(BUILD)/obj/src/front/llvm/%.o: CPPFLAGS += $(LLVM_CFLAGS)
$(BUILD)/obj/tests/fuzz/fuzz_front.o: CPPFLAGS += $(LLVM_CFLAGS)
CFLAGS_fast := -std=gnu17 $(WARNINGS) $(FLAGS_$(VARIANT)_fast)
$(BUILD)/obj/src/exec/fast/%.o: CFLAGS := $(CFLAGS_fast)
$(BUILD)/obj/src/exec/run.o: CFLAGS := $(CFLAGS_fast)

$(BUILD)/obj/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(call SAY,cc  )$(CC) $(CPPFLAGS) $(CFLAGS) -c -o $@ $<

$(BUILD)/include/%: include/%
	@mkdir -p $(@D)
	$(call SAY,copy)cp $< $@

$(BUILD)/replay/%: runtime/replay/native/%
	@mkdir -p $(@D)
	$(call SAY,copy)cp $< $@

$(ARCHIVE): $(filter-out $(MAIN),$(OBJECTS))
	$(call SAY,ar  )rm -f $@ && llvm-ar-19 rcs $@ $^

$(BUILD)/unit/%: $(BUILD)/obj/tests/unit/%.o $(ARCHIVE)
	@mkdir -p $(@D)
	$(call SAY,link)$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS) -lcmocka
.SECONDARY: $(UNIT_SOURCES:%.c=$(BUILD)/obj/%.o)

$(PARTITION): $(BUILD)/obj/tests/agree/partition.o $(ARCHIVE)
	@mkdir -p $(@D)
	$(call SAY,link)$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$(COMPARE): $(BUILD)/analysis/%: $(BUILD)/obj/tests/analysis/%.o $(ARCHIVE)
	@mkdir -p $(@D)
	$(call SAY,link)$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)
-include $(COMPARE:$(BUILD)/analysis/%=$(BUILD)/obj/tests/analysis/%.d)

$(BUILD)/fuzz/%: $(BUILD)/obj/tests/fuzz/%.o $(ARCHIVE)
	@mkdir -p $(@D)
	$(call SAY,link)$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)
.SECONDARY: $(FUZZERS:$(BUILD)/%=$(BUILD)/obj/tests/%.o)
-include $(BUILD)/obj/tests/agree/partition.d

$(REFERENCE): $(BUILD)/obj/tests/microc/reference.o $(ARCHIVE)
	@mkdir -p $(@D)
	$(call SAY,link)$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)
-include $(BUILD)/obj/tests/microc/reference.d

$(COMPILE_CACHE): tests/compile_cache.c
	@mkdir -p $(@D)
	$(call SAY,link)$(CC) -std=gnu17 -D_GNU_SOURCE $(WARNINGS) -O2 -o $@ $<

-include $(OBJECTS:.o=.d) $(UNIT_SOURCES:%.c=$(BUILD)/obj/%.d)
-include $(FUZZERS:$(BUILD)/%=$(BUILD)/obj/tests/%.d)

$(DEPS): scripts/deps
	scripts/deps
	@mkdir -p $(@D) && touch $@

# The scripts run a make of their own, which must not mistake itself for a part of this one.
$(LIBC): scripts/build-libc scripts/get-source $(shell find runtime -type f 2>/dev/null)
	env -u MAKEFLAGS scripts/build-libc build
	@touch $@

$(COREUTILS): scripts/build-coreutils scripts/get-source $(LIBC) | $(BUILD)/smew
	env -u MAKEFLAGS scripts/build-coreutils build
	@touch $@

# Variants look for their libc next to the executable.
build-%/libc: | $(LIBC)
	@mkdir -p $(@D)
	ln -sfn ../build/libc $@

quickstart: $(DEPS)
	$(MAKE) all
	scripts/show-example

fuzz: $(DEPS)
	$(MAKE) fuzzers
	$(BUILD)/fuzz/fuzz_expr $(SEED) 0 $(JOBS)

# Most suites run against a build with assertions: there the verifier of the IR, the checks of models
# and the backends' own checks are on.
CHECKED := build-checked

checked: $(DEPS)
	$(MAKE) libc
	$(MAKE) BUILD=$(CHECKED) VARIANT=checked $(CHECKED)/libc compile-cache smew unit fuzzers partition compare reference

# The configuration of coreutils keeps one processor busy for a minute: the rest is compiled next to it.
check: $(DEPS)
	$(MAKE) all
	$(MAKE) coreutils checked
	CHECKED=$(CHECKED) scripts/run-tests $(BUILD)

check-long: $(DEPS)
	$(MAKE) all
	$(MAKE) coreutils checked
	LONG=1 CHECKED=$(CHECKED) scripts/run-tests $(BUILD)

check-fresh:
	env -u MAKEFLAGS scripts/check-fresh

asan: $(DEPS)
	$(MAKE) libc coreutils
	$(MAKE) BUILD=build-asan VARIANT=asan build-asan/libc compile-cache smew unit fuzzers partition compare reference
	SLOW=20 scripts/run-tests build-asan

fuzz-targets: $(FUZZ_TARGETS)
libfuzzer: $(DEPS)
	$(MAKE) BUILD=build-libfuzzer VARIANT=libfuzzer fuzz-targets

debug: $(DEPS)
	$(MAKE) libc
	$(MAKE) BUILD=build-debug VARIANT=debug build-debug/libc smew

bench: $(DEPS)
	$(MAKE) all
	bench/run $(BUILD)

# Tools, separated by commas; seconds for each.
UTIL ?= all
TIME ?= 10
bench-coreutils: $(DEPS)
	$(MAKE) all
	env -u MAKEFLAGS scripts/build-coreutils build plain
	env -u MAKEFLAGS scripts/build-coreutils build gcov
	env -u MAKEFLAGS scripts/build-coreutils build sanitized
	bench/coreutils/run $(BUILD) --tools $(UTIL) --time $(TIME)

# Options of bench/thesis/run.
THESIS ?=
bench-thesis: $(DEPS)
	$(MAKE) all
	bench/thesis/run $(BUILD) $(THESIS)

# A selection of tools without UTIL; parts by PARTS (states, sizes, paths, alpha).
bench-merging: $(DEPS)
	$(MAKE) all
	env -u MAKEFLAGS scripts/build-coreutils build plain
	bench/merging/run $(BUILD) $(PARTS) $(if $(filter-out file,$(origin UTIL)),--tools $(UTIL)) \
	  $(if $(filter-out file,$(origin TIME)),--time $(TIME) --limit $(TIME))

# Options of bench/techniques/run.
TECHNIQUES ?=
bench-techniques: $(DEPS)
	$(MAKE) all
	env -u MAKEFLAGS scripts/build-coreutils build plain
	bench/techniques/run $(BUILD) $(TECHNIQUES)

format:
	$(CLANG_FORMAT) -i $(FORMATTED)

check-format:
	$(CLANG_FORMAT) --dry-run -Werror $(FORMATTED)

clean:
	rm -rf build-asan build-debug build-checked build/obj build/unit build/fuzz build/agree build/analysis build/microc build/tests build/bench \
	  build/bench.json build/smew build/smew-cc build/csmith build/include build/replay build/compile-cache

distclean: clean
	rm -rf build
