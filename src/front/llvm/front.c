/* The stages of loading a program, in order: read the user's modules, run LLVM's passes over them,
   adapt them to our libc, follow all references from the entry point (linking the libc's members on
   the way), number every symbol found, fill the globals, lower the functions, and add the start
   functions. All of LLVM's data is freed when the program is returned. */
#include "front/llvm/front.h"

#include "front/llvm/crash_guard.h"
#include "front/llvm/debug.h"
#include "front/llvm/entry.h"
#include "front/llvm/extract.h"
#include "front/llvm/globals.h"
#include "front/llvm/library.h"
#include "front/llvm/link.h"
#include "front/llvm/loader.h"
#include "front/llvm/lower.h"
#include "front/llvm/numbering.h"
#include "front/llvm/reach.h"
#include "front/llvm/read.h"
#include "front/llvm/types.h"

#include <llvm-c/Core.h>
#include <stdio.h>
#include <stdlib.h>

/* The static function of that name, if it is unique. */
static struct link_symbol *find_static(struct loader *loader, const char *name) {
  for (size_t i = 0; i < loader->modules.count; i++) {
    LLVMValueRef value = LLVMGetNamedFunction(loader->modules.data[i]->llvm, name);
    if (value && !LLVMIsDeclaration(value)) return link_symbol_of(loader, value);
  }
  return NULL;
}

static bool find_entry(struct loader *loader, const char *path) {
  const char *name =
      loader->options->build.entry_point ? loader->options->build.entry_point : "main";
  struct link_symbol *symbol = link_intern(loader, name);
  struct link_symbol *local = symbol->definition ? NULL : find_static(loader, name);
  if (local) symbol = local;
  LLVMValueRef value = symbol->definition;
  if (!value || symbol->is_synthetic || LLVMGetValueKind(value) != LLVMFunctionValueKind) {
    fprintf(stderr, "smew: %s: there is no function '%s' to start with%s\n", path, name,
            loader->options->build.entry_point ? "" : " (--entry-point names another one)");
    return false;
  }
  loader->entry = symbol;
  link_reach(loader, symbol);
  return true;
}

static void reach_user_structors(struct loader *loader, size_t user_count) {
  size_t done = 0;
  for (uint32_t rank = 0; done < user_count; rank++)
    for (size_t i = 0; i < user_count; i++) {
      if (loader->modules.data[i]->start_rank != rank) continue;
      reach_structors(loader, loader->modules.data[i]);
      done++;
    }
}

static bool link_program(struct loader *loader, const char *path) {
  size_t user_count = loader->modules.count;
  entry_declare(loader);
  for (size_t i = 0; i < user_count; i++)
    if (!link_add_module(loader, loader->modules.data[i])) return false;
  if (!find_entry(loader, path)) return false;
  reach_user_structors(loader, user_count);
  if (!reach_all(loader)) return false;
  if (loader->has_libc || loader->options->needs_libc) {
    link_reach(loader, link_intern(loader, "__smew_libc_start"));
    lower_reach_hooks(loader);
  }
  return reach_all(loader);
}

static bool load(struct loader *loader, const char *path) {
  if (!read_user_file(loader, path) || !library_read_all(loader)) return false;
  for (size_t i = 0; i < loader->modules.count; i++)
    if (!library_adopt_module(loader, loader->modules.data[i])) return false;
  if (!library_check_aliases(loader)) return false;
  if (!link_program(loader, path)) return false;
  link_number_symbols(loader);
  globals_fill(loader);
  for (size_t i = 0; i < loader->functions.count; i++)
    lower_function(loader, loader->functions.data[i]);
  return entry_define(loader);
}

static void free_symbols(struct loader *loader) {
  for (size_t i = 0; i < loader->symbols.count; i++) {
    free(loader->symbols.data[i]->name);
    free(loader->symbols.data[i]->problem);
    free(loader->symbols.data[i]);
  }
  vec_free(&loader->symbols);
  vec_free(&loader->queue);
  vec_free(&loader->functions);
  vec_free(&loader->variables);
  vec_free(&loader->constructors);
  vec_free(&loader->destructors);
  strmap_free(&loader->symbol_numbers);
  ptrmap_free(&loader->symbol_of);
  ptrmap_free(&loader->scanned);
}

static void free_modules(struct loader *loader) {
  for (size_t i = 0; i < loader->modules.count; i++) {
    struct module *module = loader->modules.data[i];
    if (module->llvm) LLVMDisposeModule(module->llvm);
    ptrmap_free(&module->unoptimised);
    ptrmap_free(&module->cut_amounts);
    free(module->path);
    free(module);
  }
  for (size_t i = 0; i < loader->types.count; i++) {
    types_free(loader->types.data[i]);
    free(loader->data_layouts.data[i]);
  }
  vec_free(&loader->modules);
  vec_free(&loader->types);
  vec_free(&loader->data_layouts);
  library_free_all(loader);
  LLVMContextDispose(loader->context);
}

static void free_loader(struct loader *loader) {
  for (size_t i = 0; i < loader->owned_numberings.count; i++)
    numbering_free(loader->owned_numberings.data[i]);
  vec_free(&loader->owned_numberings);
  ptrmap_free(&loader->numberings);
  ptrmap_free(&loader->intrinsics);
  debug_free(loader->debug);
  free_symbols(loader);
  free_modules(loader);
  free(loader->llvm_error);
  crash_guard_end(loader->guard);
}

static void set_up(struct loader *loader, const struct llvm_front_options *options) {
  *loader = (struct loader){.options = options,
                            .context = LLVMContextCreate(),
                            .guard = crash_guard_begin(),
                            .program = ir_program_new()};
  loader->debug = debug_new(loader->context, loader->program);
  read_set_up(loader);
}

struct ir_program *llvm_front_load(const char *path, const struct llvm_front_options *options) {
  struct loader loader;
  set_up(&loader, options);
  bool is_good = load(&loader, path);
  free_loader(&loader);
  if (is_good) return loader.program;
  ir_program_free(loader.program);
  return NULL;
}

/* Whatever the files refer to: native linkers do not know what can be reached. */
static bool extract(struct loader *loader, const char *path) {
  loader->is_extracting = true;
  if (!read_user_file(loader, path) || !library_read_all(loader)) return false;
  if (loader->libraries.count == 0) return true;
  for (size_t i = 0; i < loader->modules.count; i++)
    if (!link_add_module(loader, loader->modules.data[i])) return false;
  for (size_t i = 0; i < loader->modules.count; i++)
    if (!reach_members(loader, loader->modules.data[i])) return false;
  return true;
}

bool llvm_front_extract(const char *path, const struct llvm_front_options *options,
                        const char *output) {
  struct loader loader;
  set_up(&loader, options);
  bool is_good = extract(&loader, path) && extract_write(&loader, output);
  free_loader(&loader);
  ir_program_free(loader.program);
  return is_good;
}
