/* Bitcode from elsewhere was compiled against glibc's headers, but our libc is musl. The two agree
   on nearly everything; where they do not, our libc has a second version of the function, and a
   module that shows signs of glibc is bound to that one: regcomp and regexec (fields of regex_t and
   regmatch_t), ftw and nftw (the constants count from 0), basename (GNU's), strerror_r (GNU's
   returns a pointer, which the declaration shows).

   The signs: names that only glibc's headers put into object code, struct types that our headers
   leave opaque or lay out differently, and in debug information the names of the header files. A
   module without any of these calls nothing that differs, except in ways that leave no trace; then
   it is assumed to fit. */
#include "front/llvm/glibc.h"

#include "front/llvm/front.h"
#include "front/llvm/loader.h"
#include "util/text.h"

#include <llvm-c/Core.h>
#include <string.h>

struct binding {
  const char *name, *glibc_name;
};

static const struct binding bindings[] = {
    {"regcomp", "__smew_glibc_regcomp"}, {"regexec", "__smew_glibc_regexec"},
    {"basename", "__smew_gnu_basename"}, {"ftw", "__smew_glibc_ftw"},
    {"ftw64", "__smew_glibc_ftw"},       {"nftw", "__smew_glibc_nftw"},
    {"nftw64", "__smew_glibc_nftw"},
};

static bool has_text(const char *bytes, size_t size, const char *text) {
  return memmem(bytes, size, text, strlen(text)) != NULL;
}

bool glibc_is_named_in(const char *bytes, size_t size) {
  /* All types in our libc's headers come from this file. */
  if (has_text(bytes, size, "bits/alltypes.h")) return false;
  return has_text(bytes, size, "x86_64-linux-gnu/bits/") || has_text(bytes, size, "bits/types/");
}

static bool is_glibc_name(const char *name) {
  static const char *const starts[] = {"__isoc99_", "__isoc23_", "__xpg_",   "__ctype_", "_IO_",
                                       "__xstat",   "__fxstat",  "__lxstat", NULL};
  size_t length = strlen(name);
  if (length > 6 && strncmp(name, "__", 2) == 0 && strcmp(name + length - 4, "_chk") == 0)
    return true;
  return text_starts_with_one_of(name, starts);
}

/* A named struct type with at least `fields` fields, the first of `width` bits. */
static bool has_struct(LLVMContextRef context, const char *name, unsigned fields, unsigned width) {
  LLVMTypeRef type = LLVMGetTypeByName2(context, name);
  if (!type || LLVMIsOpaqueStruct(type) || LLVMCountStructElementTypes(type) < fields) return false;
  LLVMTypeRef first = LLVMStructGetTypeAtIndex(type, 0);
  if (width == 0) return LLVMGetTypeKind(first) == LLVMPointerTypeKind;
  return LLVMGetTypeKind(first) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(first) == width;
}

static bool has_marks(struct loader *loader, struct module *module) {
  if (module->names_glibc) return true;
  LLVMValueRef function = LLVMGetFirstFunction(module->llvm);
  for (; function; function = LLVMGetNextFunction(function)) {
    size_t length;
    if (LLVMIsDeclaration(function) && is_glibc_name(LLVMGetValueName2(function, &length)))
      return true;
  }
  return has_struct(loader->context, "struct._IO_FILE", 20, 32) ||
         has_struct(loader->context, "struct.regmatch_t", 2, 32) ||
         has_struct(loader->context, "struct.re_pattern_buffer", 8, 0);
}

/* Renames a declaration, unless the other name is in use. */
static void bind(LLVMModuleRef llvm, const char *name, const char *glibc_name) {
  LLVMValueRef function = LLVMGetNamedFunction(llvm, name);
  if (!function || !LLVMIsDeclaration(function)) return;
  LLVMValueRef other = LLVMGetNamedFunction(llvm, glibc_name);
  if (other)
    LLVMReplaceAllUsesWith(function, other);
  else
    LLVMSetValueName2(function, glibc_name, strlen(glibc_name));
}

static bool returns_pointer(LLVMModuleRef llvm, const char *name) {
  LLVMValueRef function = LLVMGetNamedFunction(llvm, name);
  if (!function) return false;
  LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(function));
  return LLVMGetTypeKind(result) == LLVMPointerTypeKind;
}

void glibc_adapt_module(struct loader *loader, struct module *module) {
  if (module->is_compiled || !loader->options->libc_dir) return;
  if (returns_pointer(module->llvm, "strerror_r"))
    bind(module->llvm, "strerror_r", "__smew_gnu_strerror_r");
  if (!has_marks(loader, module)) return;
  for (size_t i = 0; i < sizeof bindings / sizeof *bindings; i++)
    bind(module->llvm, bindings[i].name, bindings[i].glibc_name);
}
