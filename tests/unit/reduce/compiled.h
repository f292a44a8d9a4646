/* Small C programs for tests of reducers, compiled on the fly. */
#ifndef TESTS_UNIT_REDUCE_COMPILED_H
#define TESTS_UNIT_REDUCE_COMPILED_H

#include "../ir/support.h"

#include "front/llvm/front.h"
#include "ir/ir.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Owned. The program has no libc. */
static inline struct ir_program *compile_text(const char *text) {
  char path[] = "/tmp/smew-unit-XXXXXX.c";
  int file = mkstemps(path, 2);
  assert_true(file >= 0);
  assert_int_equal(write(file, text, strlen(text)), strlen(text));
  close(file);
  struct llvm_front_options front = {.opt = LLVM_OPT_DEFAULT};
  struct ir_program *program = llvm_front_load(path, &front);
  unlink(path);
  assert_non_null(program);
  return program;
}

static inline uint32_t line_of(const struct ir_program *program, const struct ir_ins *ins) {
  return program->locs.data[ins->loc].line;
}

#endif
