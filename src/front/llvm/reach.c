/* Reachability over functions, variables and their initialisers, at the level of LLVM's IR and
   before anything is lowered: which weak definition is used is known only when no further library
   member can be linked. Only what is found here is lowered, so the size of the libc and of a
   program's unused parts costs nothing.

   A symbol is in the queue once per definition it ever had; overridden definitions are scanned too,
   which at worst links one member too many.

   Which members of the library are linked does not depend on reachability: as with any linker,
   everything that a member refers to is linked with it. musl relies on this: a function that is
   never called refers to the member whose strong __stdio_exit overrides a weak one that does
   nothing. */
#include "front/llvm/reach.h"

#include "front/llvm/constants.h"
#include "front/llvm/intrinsics.h"
#include "front/llvm/link.h"
#include "front/llvm/loader.h"

#include <llvm-c/Core.h>
#include <string.h>

enum { LIBCALL_NAME_SIZE = 32 };

static void scan_value(struct loader *loader, LLVMValueRef value) {
  switch (LLVMGetValueKind(value)) {
  case LLVMFunctionValueKind:
    if (LLVMGetIntrinsicID(value) == 0) link_reach_value(loader, value);
    break;
  case LLVMGlobalVariableValueKind:
  case LLVMGlobalAliasValueKind:
  case LLVMGlobalIFuncValueKind: link_reach_value(loader, value); break;
  case LLVMBlockAddressValueKind:
    link_reach_value(loader, LLVMGetBlockAddressFunction(value));
    break;
  case LLVMConstantExprValueKind:
  case LLVMConstantArrayValueKind:
  case LLVMConstantStructValueKind:
  case LLVMConstantVectorValueKind: {
    if (!ptrmap_add(&loader->scanned, value)) break;
    unsigned count = (unsigned)LLVMGetNumOperands(value);
    for (unsigned i = 0; i < count; i++) scan_value(loader, LLVMGetOperand(value, i));
    break;
  }
  default: break;
  }
}

static void scan_call(struct loader *loader, LLVMValueRef call) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  size_t length;
  const char *text = LLVMGetValueKind(callee) == LLVMInlineAsmValueKind
                         ? LLVMGetInlineAsmAsmString(callee, &length)
                         : NULL;
  if (text && memmem(text, length, "rdtsc", 5))
    link_reach(loader, link_intern(loader, "__smew_timestamp"));
  if (LLVMGetValueKind(callee) != LLVMFunctionValueKind || LLVMGetIntrinsicID(callee) == 0) return;
  char name[LIBCALL_NAME_SIZE];
  if (intrinsics_name_libcall(loader, call, name, sizeof name))
    link_reach(loader, link_intern(loader, name));
}

static void scan_function(struct loader *loader, LLVMValueRef function) {
  LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function);
  for (; block; block = LLVMGetNextBasicBlock(block)) {
    LLVMValueRef instruction = LLVMGetFirstInstruction(block);
    for (; instruction; instruction = LLVMGetNextInstruction(instruction)) {
      unsigned count = (unsigned)LLVMGetNumOperands(instruction);
      for (unsigned i = 0; i < count; i++) scan_value(loader, LLVMGetOperand(instruction, i));
      if (LLVMGetInstructionOpcode(instruction) == LLVMCall) scan_call(loader, instruction);
    }
  }
}

static void scan_definition(struct loader *loader, LLVMValueRef definition) {
  if (!ptrmap_add(&loader->scanned, definition)) return;
  switch (LLVMGetValueKind(definition)) {
  case LLVMFunctionValueKind: scan_function(loader, definition); break;
  case LLVMGlobalVariableValueKind: scan_value(loader, LLVMGetInitializer(definition)); break;
  case LLVMGlobalAliasValueKind: {
    scan_value(loader, LLVMAliasGetAliasee(definition));
    LLVMValueRef base = constants_base_of_alias(definition);
    if (base) scan_definition(loader, base);
    break;
  }
  default: break;
  }
}

/* An array of {priority, function, associated data}. */
static void read_structors(struct loader *loader, LLVMModuleRef llvm, const char *name,
                           bool is_constructor) {
  LLVMValueRef list = LLVMGetNamedGlobal(llvm, name);
  LLVMValueRef entries = list ? LLVMGetInitializer(list) : NULL;
  if (!entries || LLVMGetValueKind(entries) != LLVMConstantArrayValueKind) return;
  unsigned count = (unsigned)LLVMGetNumOperands(entries);
  for (unsigned i = 0; i < count; i++) {
    LLVMValueRef entry = LLVMGetOperand(entries, i);
    if (LLVMGetValueKind(entry) != LLVMConstantStructValueKind) continue;
    LLVMValueRef function = LLVMGetOperand(entry, 1);
    if (LLVMIsNull(function) || link_is_native_only(function)) continue;
    struct structor structor = {(uint32_t)LLVMConstIntGetZExtValue(LLVMGetOperand(entry, 0)),
                                function};
    if (is_constructor)
      vec_push(&loader->constructors, structor);
    else
      vec_push(&loader->destructors, structor);
    scan_value(loader, function);
  }
}

void reach_structors(struct loader *loader, struct module *module) {
  read_structors(loader, module->llvm, "llvm.global_ctors", true);
  read_structors(loader, module->llvm, "llvm.global_dtors", false);
}

/* Links the member that defines what `value` declares. */
static bool pull_declared(struct loader *loader, LLVMValueRef value) {
  if (!LLVMIsDeclaration(value) || LLVMGetLinkage(value) == LLVMExternalWeakLinkage) return true;
  if (LLVMIsAFunction(value) && LLVMGetIntrinsicID(value) != 0) return true;
  struct link_symbol *symbol = link_symbol_of(loader, value);
  if (symbol->is_synthetic || symbol->strength > STRENGTH_AVAILABLE) return true;
  return link_pull(loader, symbol);
}

bool reach_members(struct loader *loader, struct module *module) {
  bool is_good = true;
  LLVMValueRef value = LLVMGetFirstFunction(module->llvm);
  for (; value && is_good; value = LLVMGetNextFunction(value))
    is_good = pull_declared(loader, value);
  value = LLVMGetFirstGlobal(module->llvm);
  for (; value && is_good; value = LLVMGetNextGlobal(value)) is_good = pull_declared(loader, value);
  return is_good;
}

static bool reach_symbol(struct loader *loader, struct link_symbol *symbol) {
  if (symbol->is_synthetic) return true;
  if (symbol->strength <= STRENGTH_AVAILABLE && symbol->is_wanted) {
    size_t before = loader->modules.count;
    if (!link_pull(loader, symbol)) return false;
    for (size_t i = before; i < loader->modules.count; i++) {
      if (!reach_members(loader, loader->modules.data[i])) return false;
      reach_structors(loader, loader->modules.data[i]);
    }
  }
  if (symbol->definition) scan_definition(loader, symbol->definition);
  return true;
}

bool reach_all(struct loader *loader) {
  for (size_t i = loader->queue_at; i < loader->queue.count; i++)
    if (!reach_symbol(loader, loader->queue.data[i])) return false;
  loader->queue_at = loader->queue.count;
  return true;
}
