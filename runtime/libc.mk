# Compiles musl and the runtime to bitcode: $(OUT)/libc.a and $(OUT)/include. Next to them is what
# smew cc needs to build natively: $(OUT)/lib, $(OUT)/gcc, $(OUT)/coverage.o, $(OUT)/replay*.a.
# Called by scripts/build-libc, which sets OUT and puts musl's source into $(OUT)/musl.
#
# The flags, by purpose:
#  - musl's own: C99, freestanding, its header directories in its order, ours first;
#  - no vectors, no fused multiply-add: the bitcode stays in the plain part of LLVM's language;
#  - no inline assembly can slip in: -fno-gnu-inline-asm makes it an error;
#  - line tables only, with paths that read musl/src/stdio/printf.c wherever the build directory is.

SHELL = /bin/bash
MAKEFLAGS += --no-builtin-rules
.DEFAULT_GOAL = all
.DELETE_ON_ERROR:
.SUFFIXES:

LLVM ?= 19
CLANG = clang-$(LLVM)
RUNTIME := $(patsubst %/,%,$(dir $(abspath $(lastword $(MAKEFILE_LIST)))))
MUSL = $(OUT)/musl
OBJ = $(OUT)/obj
INC = $(OUT)/include

# What smew itself provides (memory, abort, assert, setjmp), what makes no sense without machine code
# (start-up, thread-local storage, the dynamic linker, port access), and what the runtime replaces.
EXCLUDED := $(addprefix $(MUSL)/src/, \
  string/memcpy.c string/memmove.c string/memset.c string/explicit_bzero.c \
  exit/abort.c exit/assert.c \
  setjmp/setjmp.c setjmp/longjmp.c \
  signal/sigsetjmp.c signal/siglongjmp.c signal/sigsetjmp_tail.c signal/restore.c \
  env/__init_tls.c env/__libc_start_main.c env/__reset_tls.c env/__stack_chk_fail.c \
  thread/pthread_create.c thread/pthread_cancel.c thread/clone.c thread/__set_thread_area.c \
  thread/__tls_get_addr.c thread/__unmapself.c \
  linux/iopl.c linux/ioperm.c ldso/dl_iterate_phdr.c ldso/dlopen.c ldso/__dlsym.c ldso/tlsdesc.c internal/vdso.c fenv/fenv.c exit/exit.c misc/syscall.c)
EXCLUDED += $(foreach name,sqrt floor ceil trunc rint nearbyint round fabs copysign fma fmod, \
  $(foreach suffix,.c f.c l.c,$(MUSL)/src/math/$(name)$(suffix)))
EXCLUDED += $(filter-out %/reallocarray.c,$(wildcard $(MUSL)/src/malloc/*.c))

MUSL_SOURCES := $(filter-out $(EXCLUDED),$(wildcard $(MUSL)/src/*/*.c))
RUNTIME_SOURCES := $(wildcard $(RUNTIME)/*/*.c)
MUSL_OBJECTS := $(MUSL_SOURCES:$(MUSL)/src/%.c=$(OBJ)/musl/%.bc)
RUNTIME_OBJECTS := $(RUNTIME_SOURCES:$(RUNTIME)/%.c=$(OBJ)/runtime/%.bc)
OBJECTS := $(MUSL_OBJECTS) $(RUNTIME_OBJECTS)

CFLAGS_COMMON = -O2 -fno-vectorize -fno-slp-vectorize -ffp-contract=off -fno-gnu-inline-asm \
  -nostdinc -fno-pic -fno-stack-protector -fno-unwind-tables -fno-asynchronous-unwind-tables \
  -gline-tables-only -ffile-prefix-map=$(OUT)/= -ffile-prefix-map=$(dir $(RUNTIME))= \
  -fdebug-compilation-dir=. -emit-llvm -c
INTERNAL = -D_XOPEN_SOURCE=700 -I$(RUNTIME)/libc/arch -I$(MUSL)/arch/x86_64 -I$(MUSL)/arch/generic \
  -I$(OBJ)/include -I$(MUSL)/src/include -I$(MUSL)/src/internal -I$(INC)
# musl calls its allocator by these names where a program may not replace it.
ALLOCATOR = -D__libc_malloc=malloc -D__libc_calloc=calloc -D__libc_realloc=realloc -D__libc_free=free
CFLAGS_MUSL = -std=c99 -ffreestanding -w $(INTERNAL) $(ALLOCATOR) $(CFLAGS_COMMON)
CFLAGS_RUNTIME = -std=gnu17 -ffreestanding -Wall -Wextra -Werror $(CFLAGS_COMMON)

# These read whole words, past the end of the object, where the compiler is GCC; elsewhere bytes.
BYTEWISE := $(addprefix $(OBJ)/musl/,string/memccpy.bc string/memchr.bc string/stpcpy.bc \
  string/stpncpy.bc string/strchrnul.bc string/strlcpy.bc string/strlen.bc multibyte/mbsrtowcs.bc)

all: $(OUT)/libc.a $(OUT)/coverage.o $(OUT)/replay.a $(OUT)/replay-glibc.a
.PHONY: all

# A source that comes or goes changes the archive, too.
ifneq ($(OBJECTS),$(file <$(OBJ)/members))
$(OUT)/libc.a: FORCE
endif
FORCE:

$(OUT)/libc.a: $(OBJECTS) $(RUNTIME)/check-libc
	$(file >$(OBJ)/members,$(OBJECTS))
	rm -f $@ $@.new
	llvm-ar-$(LLVM) qcS --format=gnu $@.new @$(OBJ)/members
	llvm-ranlib-$(LLVM) $@.new
	$(RUNTIME)/check-libc $@.new
	mv $@.new $@

$(OBJ)/runtime/libc/math.bc: CFLAGS_RUNTIME += -fno-math-errno

$(BYTEWISE): CFLAGS_MUSL += -U__GNUC__

$(MUSL_OBJECTS): $(OBJ)/musl/%.bc: $(MUSL)/src/%.c $(INC)/.complete $(wildcard $(RUNTIME)/libc/arch/*.h) \
    $(RUNTIME)/libc.mk
	@mkdir -p $(@D)
	$(CLANG) $(CFLAGS_MUSL) -o $@ $<

# start-up and threads know musl's internals; the rest of the runtime sees only its public headers.
$(OBJ)/runtime/libc/%.bc: $(RUNTIME)/libc/%.c $(INC)/.complete $(RUNTIME)/libc.mk
	@mkdir -p $(@D)
	$(CLANG) $(CFLAGS_RUNTIME) -I$(RUNTIME) $(patsubst -I%,-isystem %,$(INTERNAL)) -MMD -MP -o $@ $<

$(OBJ)/runtime/%.bc: $(RUNTIME)/%.c $(INC)/.complete $(RUNTIME)/libc.mk
	@mkdir -p $(@D)
	$(CLANG) $(CFLAGS_RUNTIME) -D_GNU_SOURCE -I$(OBJ)/include -I$(RUNTIME) -isystem $(INC) -MMD -MP -o $@ $<

-include $(RUNTIME_OBJECTS:.bc=.d)

# The public headers are complete with the kernel's, which programs include with them.
KERNEL_HEADERS = $(foreach dir,linux asm-generic mtd,$(wildcard /usr/include/$(dir))) \
  $(firstword $(wildcard /usr/include/asm /usr/include/$(shell uname -m)-linux-gnu/asm))

$(INC)/.complete: $(RUNTIME)/libc.mk $(MUSL)/.unpacked
	rm -rf $(INC) $(OBJ)/include
	mkdir -p $(INC)/bits $(OBJ)/include
	cp -r $(MUSL)/include/. $(INC)
	rm $(INC)/alltypes.h.in
	cp $(MUSL)/arch/generic/bits/*.h $(INC)/bits
	cp $(MUSL)/arch/x86_64/bits/*.h $(INC)/bits
	sed -f $(MUSL)/tools/mkalltypes.sed $(MUSL)/arch/x86_64/bits/alltypes.h.in \
	  $(MUSL)/include/alltypes.h.in >$(INC)/bits/alltypes.h
	cp $(MUSL)/arch/x86_64/bits/syscall.h.in $(INC)/bits/syscall.h
	sed -n 's/__NR_/SYS_/p' $(MUSL)/arch/x86_64/bits/syscall.h.in >>$(INC)/bits/syscall.h
	sed -n 's/^#define __NR_\([a-z0-9_]*\).*/[SYS_\1] = "\1",/p' \
	  $(MUSL)/arch/x86_64/bits/syscall.h.in >$(OBJ)/include/syscall_names.inc
	printf '#define VERSION "%s"\n' "$$(cat $(MUSL)/VERSION)" >$(OBJ)/include/version.h
	ln -s $(KERNEL_HEADERS) $(INC)
	touch $@

# $(OUT) is a system root for native programs too: the same headers, the libc that Debian builds from
# the same source, and the compiler's own library, which any clang comes with.
$(OUT)/coverage.o: $(RUNTIME)/cc/native/coverage.c $(INC)/.complete $(RUNTIME)/libc.mk
	ln -sfn /usr/lib/$(shell uname -m)-linux-musl $(OUT)/lib
	ln -sfn $$(dirname "$$($(CLANG) --rtlib=libgcc -print-libgcc-file-name)") $(OUT)/gcc
	$(CLANG) -O1 -fPIC -fvisibility=hidden -Wall -Wextra -Werror --target=$(shell uname -m)-linux-musl \
	  --sysroot=$(OUT) -c -o $@ $<

# The replay library, which smew cc links with programs that call klee_make_symbolic and the like.
REPLAY_PARTS = objects klee verifier
REPLAY_FLAGS = -O1 -g -fPIC -Wall -Wextra -Werror -DSMEW_REPLAY_ON_DEMAND -MMD -MP -c
REPLAY_MUSL := $(REPLAY_PARTS:%=$(OBJ)/replay/musl/%.o)
REPLAY_GLIBC := $(REPLAY_PARTS:%=$(OBJ)/replay/glibc/%.o)

$(REPLAY_MUSL): $(OBJ)/replay/musl/%.o: $(RUNTIME)/replay/native/%.c $(OUT)/coverage.o
	@mkdir -p $(@D)
	$(CLANG) --target=$(shell uname -m)-linux-musl --sysroot=$(OUT) $(REPLAY_FLAGS) -o $@ $<

$(REPLAY_GLIBC): $(OBJ)/replay/glibc/%.o: $(RUNTIME)/replay/native/%.c $(RUNTIME)/libc.mk
	@mkdir -p $(@D)
	$(CLANG) $(REPLAY_FLAGS) -o $@ $<

$(OUT)/replay.a: $(REPLAY_MUSL)
$(OUT)/replay-glibc.a: $(REPLAY_GLIBC)
$(OUT)/replay.a $(OUT)/replay-glibc.a:
	rm -f $@
	llvm-ar-$(LLVM) rcs $@ $^

-include $(REPLAY_MUSL:.o=.d) $(REPLAY_GLIBC:.o=.d)
