/* Links all modules of a program into one, for other tools. What the native file records about its
   modules cannot be expressed in bitcode, except that functions which no pass has seen can be
   marked: optnone is what an unoptimised module would have. Functions that must be inlined cannot
   have it. */
#include "front/llvm/extract.h"

#include "front/llvm/crash_guard.h"
#include "front/llvm/front.h"
#include "front/llvm/link.h"
#include "front/llvm/loader.h"
#include "util/alloc.h"
#include "util/exhaustion.h"
#include "util/file.h"

#include <llvm-c/BitWriter.h>
#include <llvm-c/Core.h>
#include <llvm-c/Linker.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void mark(LLVMValueRef function, const char *name) {
  LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
  unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
  LLVMAddAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                          LLVMCreateEnumAttribute(context, kind, 0));
}

static bool is_marked(LLVMValueRef function, const char *name) {
  unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
  return LLVMGetEnumAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                     kind) != NULL;
}

/* The replay library is not a part of the program; what it defines is found when that is linked. */
static void leave_out_native(LLVMModuleRef llvm) {
  LLVMValueRef function = LLVMGetFirstFunction(llvm);
  for (; function; function = LLVMGetNextFunction(function))
    if (!LLVMIsDeclaration(function) && link_is_native_only(function) &&
        LLVMGetLinkage(function) != LLVMInternalLinkage)
      LLVMSetLinkage(function, LLVMAvailableExternallyLinkage);
}

/* Bodies that are there to be inlined, because the function is in another file: the native linker
   may not have taken that file, once all calls were inlined. They become local functions, and get
   another name, as the code generator calls some functions of the C library by name. */
static void keep_inline_bodies(LLVMModuleRef llvm) {
  LLVMValueRef function = LLVMGetFirstFunction(llvm);
  for (; function; function = LLVMGetNextFunction(function)) {
    if (LLVMGetLinkage(function) != LLVMAvailableExternallyLinkage || LLVMIsDeclaration(function) ||
        link_is_native_only(function))
      continue;
    size_t length;
    const char *name = LLVMGetValueName2(function, &length);
    char *renamed = alloc_format("%s.inline", name);
    LLVMSetLinkage(function, LLVMInternalLinkage);
    LLVMSetValueName2(function, renamed, strlen(renamed));
    free(renamed);
  }
}

static void mark_unoptimised(LLVMModuleRef llvm) {
  LLVMValueRef function = LLVMGetFirstFunction(llvm);
  for (; function; function = LLVMGetNextFunction(function)) {
    if (LLVMIsDeclaration(function) || is_marked(function, "alwaysinline") ||
        is_marked(function, "minsize") || is_marked(function, "optsize"))
      continue;
    mark(function, "noinline");
    mark(function, "optnone");
  }
}

static void prepare(struct loader *loader) {
  for (size_t i = 0; i < loader->modules.count; i++) {
    struct module *module = loader->modules.data[i];
    if (module->is_unoptimised) mark_unoptimised(module->llvm);
    leave_out_native(module->llvm);
  }
}

/* LLVM ends the process when it cannot write. */
static bool write_module(LLVMModuleRef whole, const char *output) {
  LLVMMemoryBufferRef buffer = LLVMWriteBitcodeToMemoryBuffer(whole);
  if (buffer == NULL) exhaustion_end(0);
  int fault = file_write(output, LLVMGetBufferStart(buffer), LLVMGetBufferSize(buffer));
  LLVMDisposeMemoryBuffer(buffer);
  if (fault != 0) fprintf(stderr, "smew: cannot write %s: %s\n", output, strerror(fault));
  return fault == 0;
}

bool extract_write(struct loader *loader, const char *output) {
  prepare(loader);
  /* In order: the first definition of a name wins where linkers allow it. */
  LLVMModuleRef whole = NULL;
  for (size_t i = 0; i < loader->modules.count; i++) {
    struct module *module = loader->modules.data[i];
    if (module->is_source && loader->options->is_for_linking) continue;
    if (whole == NULL) {
      whole = module->llvm;
      continue;
    }
    crash_guard_enter(loader->guard, module->path, false);
    bool is_bad = LLVMLinkModules2(whole, module->llvm);
    crash_guard_leave(loader->guard);
    module->llvm = NULL; /* freed in either case */
    if (!is_bad) continue;
    fprintf(stderr, "smew: %s: cannot be linked: %s\n", module->path,
            loader->llvm_error ? loader->llvm_error : "LLVM gives no reason");
    return false;
  }
  if (whole == NULL) {
    fprintf(stderr, "smew: all files are C sources, so there is no bitcode to extract\n");
    return false;
  }
  if (loader->options->is_for_linking) keep_inline_bodies(whole);
  return write_module(whole, output);
}
