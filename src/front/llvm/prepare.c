/* LLVM passes before lowering. By default memory is promoted to registers and nothing else is done:
   it makes unoptimised code several times shorter and changes nothing that a program may observe.
   Everything stronger (sroa, instcombine, simplifycfg) reasons from undefined behaviour, and would
   delete the very accesses and shifts that the engine is meant to find; it is done only on request.

   Functions that call setjmp are kept in memory form by default: a variable changed
   between setjmp and longjmp then has its new value afterwards, as in an unoptimised
   native program. */
#include "front/llvm/prepare.h"

#include "front/llvm/crash_guard.h"
#include "front/llvm/front.h"
#include "front/llvm/loader.h"
#include "front/llvm/relative.h"
#include "front/llvm/sanitized.h"
#include "front/llvm/undefined.h"
#include "front/llvm/unoptimised.h"

#include <llvm-c/Core.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned attribute_kind(const char *name) {
  return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

static bool has_attribute(LLVMValueRef function, unsigned kind) {
  return LLVMGetEnumAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                     kind) != NULL;
}

static void set_attribute(LLVMValueRef function, unsigned kind) {
  LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
  LLVMAddAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                          LLVMCreateEnumAttribute(context, kind, 0));
}

/* Marks the callers of a function that returns twice, so that passes skip them. */
static void keep_callers_in_memory(LLVMValueRef twice, unsigned optnone, unsigned noinline) {
  for (LLVMUseRef use = LLVMGetFirstUse(twice); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!LLVMIsAInstruction(user)) continue;
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(user));
    set_attribute(function, optnone);
    set_attribute(function, noinline);
  }
}

static bool is_setjmp_name(LLVMValueRef function) {
  static const char *const names[] = {"setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp",
                                      "llvm.eh.sjlj.setjmp"};
  size_t length;
  const char *name = LLVMGetValueName2(function, &length);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(name, names[i]) == 0) return true;
  return false;
}

static bool run_passes(struct module *module, const char *passes) {
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
  LLVMPassBuilderOptionsSetLoopVectorization(options, false);
  LLVMPassBuilderOptionsSetSLPVectorization(options, false);
  LLVMErrorRef error = LLVMRunPasses(module->llvm, passes, NULL, options);
  LLVMDisposePassBuilderOptions(options);
  if (!error) return true;
  char *message = LLVMGetErrorMessage(error);
  fprintf(stderr, "smew: %s: LLVM passes failed: %s\n", module->path, message);
  LLVMDisposeErrorMessage(message);
  return false;
}

static bool is_error_name(const char *name) {
  return strcmp(name, "reach_error") == 0 || strcmp(name, "__VERIFIER_error") == 0;
}

/* SV-COMP programs often define their error function with an empty body: what counts is that it is
   called. So before any pass runs, all references to it are redirected to a declaration, which the
   engine defines. */
static void release_error_function(LLVMModuleRef llvm, LLVMValueRef function) {
  size_t length;
  LLVMTypeRef type = LLVMGlobalGetValueType(function);
  char *name = alloc_string(LLVMGetValueName2(function, &length));
  if (!LLVMIsDeclaration(function) && is_error_name(name) && LLVMCountParamTypes(type) == 0) {
    LLVMSetValueName2(function, "", 0);
    LLVMReplaceAllUsesWith(function, LLVMAddFunction(llvm, name, type));
    LLVMSetLinkage(function, LLVMInternalLinkage);
  }
  free(name);
}

bool prepare_module(struct loader *loader, struct module *module) {
  unsigned optnone = attribute_kind("optnone"), noinline = attribute_kind("noinline");
  unsigned returns_twice = attribute_kind("returns_twice");
  /* The C interface cannot read debug records, only the older intrinsics. */
  LLVMSetIsNewDbgInfoFormat(module->llvm, false);
  unoptimised_find(module);
  sanitized_simplify(module);
  LLVMValueRef function = LLVMGetFirstFunction(module->llvm), next;
  for (; function; function = next) {
    next = LLVMGetNextFunction(function);
    release_error_function(module->llvm, function);
  }
  function = LLVMGetFirstFunction(module->llvm);
  for (; function; function = LLVMGetNextFunction(function)) {
    size_t length;
    if (strncmp(LLVMGetValueName2(function, &length), "llvm.is.constant", 16) == 0)
      module->asks_for_constants = true;
    LLVMRemoveEnumAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                   optnone);
  }
  crash_guard_enter(loader->guard, module->path, false);
  bool is_good = true;
  if (loader->options->opt == LLVM_OPT_DEFAULT) {
    for (function = LLVMGetFirstFunction(module->llvm); function;
         function = LLVMGetNextFunction(function))
      if (has_attribute(function, returns_twice) || is_setjmp_name(function))
        keep_callers_in_memory(function, optnone, noinline);
    for (function = LLVMGetFirstFunction(module->llvm); function;
         function = LLVMGetNextFunction(function))
      if (!has_attribute(function, optnone)) undefined_begin_locals(function);
    is_good = run_passes(module, "function(mem2reg)");
  } else if (loader->options->opt == LLVM_OPT_AGGRESSIVE) {
    module->is_unoptimised = false;
    ptrmap_clear(&module->unoptimised);
    is_good = run_passes(module, "default<O2>");
  }
  if (is_good) relative_expand_tables(module->llvm);
  crash_guard_leave(loader->guard);
  return is_good;
}
