/* Bitcode of modules that are valid and odd: what LLVM allows and no C front end makes. The bytes
   of a case are the choices of a generator (odd_module.h), so that a mutation makes another module
   and never one that is rejected at once. What LLVM's verifier refuses is left out. */
#include "front.h"
#include "odd_module.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/BitWriter.h>

static const char *const tokens[] = {"\1\1\1", "\0\0", "\377", "\20\40", "abcdefgh", NULL};
static const struct target target = {"front", tokens};

static void target_check(const uint8_t *bytes, size_t size) {
  LLVMContextRef context = LLVMContextCreate();
  LLVMModuleRef module = odd_module_make(context, bytes, size);
  char *message = NULL;
  if (!LLVMVerifyModule(module, LLVMReturnStatusAction, &message)) {
    LLVMMemoryBufferRef buffer = LLVMWriteBitcodeToMemoryBuffer(module);
    front_check_bytes(".bc", LLVMGetBufferStart(buffer), LLVMGetBufferSize(buffer));
    LLVMDisposeMemoryBuffer(buffer);
  } else if (getenv("FUZZ_LOUD")) {
    fprintf(stderr, "%s\n", message);
  }
  LLVMDisposeMessage(message);
  LLVMDisposeModule(module);
  LLVMContextDispose(context);
}
