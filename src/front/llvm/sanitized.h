/* Checks that clang's -fsanitize=undefined has added to a module. */
#ifndef FRONT_LLVM_SANITIZED_H
#define FRONT_LLVM_SANITIZED_H

#include <llvm-c/Types.h>
#include <stdbool.h>

struct module;

enum { SANITIZED_PREFIX_LENGTH = 15 };
#define SANITIZED_PREFIX "__ubsan_handle_"

/* Turns the checks of a module into straight-line code as far as possible, and removes those that
   the engine makes anyway. Must run before any pass does. */
void sanitized_simplify(struct module *module);

/* A check: a branch to a block that only calls a handler. */
struct sanitized_check {
  LLVMValueRef call;      /* of the handler, or of llvm.ubsantrap */
  LLVMBasicBlockRef good; /* the other target of the branch */
  bool is_good_if_true;
};
/* Whether the conditional branch is a check; its handler's arguments are computed from values
   available at the branch, by conversions that keep the bits. */
bool sanitized_read_check(LLVMValueRef branch, struct sanitized_check *check);
/* An argument of the handler without such conversions. */
LLVMValueRef sanitized_argument(LLVMValueRef call, unsigned number);
/* Whether the sanitizer inserted the instruction for a check. */
bool sanitized_is_own(LLVMValueRef instruction);

#endif
