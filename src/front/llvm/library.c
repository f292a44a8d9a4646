/* Libraries and replaced functions, like KLEE's --link-llvm-lib and --function-alias.

   A function is replaced before anything is linked, module by module: from then on all references
   to it, even in the replacement's own body, are to the replacement. */
#include "front/llvm/library.h"

#include "front/llvm/archive.h"
#include "front/llvm/front.h"
#include "front/llvm/glibc.h"
#include "front/llvm/loader.h"
#include "front/llvm/prepare.h"
#include "front/llvm/read.h"

#include <llvm-c/Core.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- libraries ---- */

static void add_library(struct loader *loader, char *path, bool is_libc) {
  struct library *library = alloc_zeroed(sizeof *library);
  library->path = path;
  library->is_libc = is_libc;
  vec_push(&loader->libraries, library);
}

static bool is_archive(const char *path) {
  static const char magic[] = "!<arch>\n";
  char start[sizeof magic - 1];
  FILE *file = fopen(path, "re");
  size_t count = file ? fread(start, 1, sizeof start, file) : 0;
  if (file) fclose(file);
  return count == sizeof start && memcmp(start, magic, sizeof start) == 0;
}

static bool read_list(struct loader *loader, const string_list *files) {
  for (size_t i = 0; i < files->count; i++) {
    if (!read_is_reasonable(files->data[i])) return false;
    if (is_archive(files->data[i]))
      add_library(loader, alloc_string(files->data[i]), false);
    else if (!read_user_file(loader, files->data[i]))
      return false;
  }
  return true;
}

bool library_read_all(struct loader *loader) {
  const struct llvm_front_options *options = loader->options;
  if (!read_list(loader, &options->build.files) || !read_list(loader, &options->libraries))
    return false;
  if (options->libc_dir && !loader->is_extracting)
    add_library(loader, alloc_format("%s/libc.a", options->libc_dir), true);
  return true;
}

void library_free_all(struct loader *loader) {
  for (size_t i = 0; i < loader->libraries.count; i++) {
    struct library *library = loader->libraries.data[i];
    archive_close(library->archive);
    vec_free(&library->members);
    free(library->path);
    free(library);
  }
  vec_free(&loader->libraries);
}

/* ---- replaced functions ---- */

struct alias {
  regex_t pattern;
  const char *replacement; /* borrowed from the option */
};

/* Reads "NAME:REPLACEMENT"; false after a diagnostic. */
static bool read_alias(const char *text, struct alias *alias) {
  const char *colon = strrchr(text, ':');
  if (colon == NULL || colon == text || colon[1] == '\0') {
    fprintf(stderr, "smew: --function-alias: '%s' is not NAME:REPLACEMENT\n", text);
    return false;
  }
  char *whole = alloc_format("^(%.*s)$", (int)(colon - text), text);
  int fault = regcomp(&alias->pattern, whole, REG_EXTENDED | REG_NOSUB);
  free(whole);
  alias->replacement = colon + 1;
  if (fault != 0) fprintf(stderr, "smew: --function-alias: '%s' is no regular expression\n", text);
  return fault == 0;
}

static bool is_replaced(const struct alias *alias, LLVMValueRef function) {
  size_t length;
  const char *name = LLVMGetValueName2(function, &length);
  return LLVMGetIntrinsicID(function) == 0 && strcmp(name, alias->replacement) != 0 &&
         regexec(&alias->pattern, name, 0, NULL, 0) == 0;
}

static void replace_in(LLVMModuleRef llvm, const struct alias *alias) {
  for (LLVMValueRef function = LLVMGetFirstFunction(llvm), next; function; function = next) {
    next = LLVMGetNextFunction(function);
    if (!is_replaced(alias, function)) continue;
    LLVMValueRef replacement = LLVMGetNamedFunction(llvm, alias->replacement);
    if (!replacement)
      replacement = LLVMAddFunction(llvm, alias->replacement, LLVMGlobalGetValueType(function));
    LLVMReplaceAllUsesWith(function, replacement);
  }
}

bool library_adopt_module(struct loader *loader, struct module *module) {
  module->is_user = true;
  if (loader->is_extracting) return true;
  for (size_t i = 0; i < loader->options->aliases.count; i++) {
    struct alias alias;
    if (!read_alias(loader->options->aliases.data[i], &alias)) return false;
    replace_in(module->llvm, &alias);
    regfree(&alias.pattern);
  }
  if (!prepare_module(loader, module)) return false;
  glibc_adapt_module(loader, module);
  return true;
}

/* Whether some module of the user defines or declares a function that is replaced, and whether one
   defines the replacement. */
static void look_for(const struct loader *loader, const struct alias *alias, bool *is_used,
                     bool *is_defined) {
  *is_used = *is_defined = false;
  for (size_t i = 0; i < loader->modules.count; i++) {
    LLVMModuleRef llvm = loader->modules.data[i]->llvm;
    LLVMValueRef function = LLVMGetNamedFunction(llvm, alias->replacement);
    *is_defined |= function && !LLVMIsDeclaration(function);
    for (function = LLVMGetFirstFunction(llvm); function; function = LLVMGetNextFunction(function))
      *is_used |= is_replaced(alias, function);
  }
}

bool library_check_aliases(struct loader *loader) {
  for (size_t i = 0; i < loader->options->aliases.count; i++) {
    const char *text = loader->options->aliases.data[i];
    struct alias alias;
    bool is_used, is_defined;
    if (!read_alias(text, &alias)) return false;
    look_for(loader, &alias, &is_used, &is_defined);
    regfree(&alias.pattern);
    if (is_used && is_defined) continue;
    if (is_used)
      fprintf(stderr, "smew: --function-alias=%s: the program has no function '%s'\n", text,
              alias.replacement);
    else
      fprintf(stderr, "smew: --function-alias=%s: no function of the program has that name\n",
              text);
    return false;
  }
  return true;
}
