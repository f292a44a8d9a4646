/* Symbol resolution, as in a static ELF linker: a strong definition overrides a common one, and
   that a weak one; a library member is linked only for an undefined symbol. What is still undefined
   then is left to the engine (a builtin, or an error when reached), and has address 0 if only weak
   references exist.

   If both the program and the libc define a name, the program's definition wins, as with a shared
   libc. A program and its shared libraries are searched in order, and the first definition wins,
   weak or not. An `available_externally` copy is used only if there is no other definition. */
#include "front/llvm/link.h"

#include "front/llvm/archive.h"
#include "front/llvm/constants.h"
#include "front/llvm/glibc.h"
#include "front/llvm/library.h"
#include "front/llvm/loader.h"
#include "front/llvm/read.h"
#include "front/llvm/types.h"
#include "ir/builder.h"
#include "util/elf.h"
#include "util/text.h"

#include <llvm-c/Core.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *name_of(LLVMValueRef value) {
  size_t length;
  const char *name = LLVMGetValueName2(value, &length);
  return *name == '\1' ? name + 1 : name; /* \1: keep the name as it is */
}

static struct link_symbol *add_symbol(struct loader *loader, const char *name, bool is_local) {
  struct link_symbol *symbol = alloc_zeroed(sizeof *symbol);
  symbol->name = alloc_string(name);
  symbol->is_local = is_local;
  vec_push(&loader->symbols, symbol);
  return symbol;
}

struct link_symbol *link_intern(struct loader *loader, const char *name) {
  uint32_t number = strmap_get(&loader->symbol_numbers, name);
  if (number != STRMAP_NONE) return loader->symbols.data[number];
  strmap_set(&loader->symbol_numbers, name, (uint32_t)loader->symbols.count);
  return add_symbol(loader, name, false);
}

static bool is_local(LLVMValueRef value) {
  LLVMLinkage linkage = LLVMGetLinkage(value);
  return linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage || *name_of(value) == '\0';
}

static struct module *module_of(struct loader *loader, LLVMValueRef value) {
  LLVMModuleRef llvm = LLVMGetGlobalParent(value);
  for (size_t i = loader->modules.count; i-- > 0;)
    if (loader->modules.data[i]->llvm == llvm) return loader->modules.data[i];
  return NULL;
}

/* A declaration without a name refers to nothing that another module defines, and to nothing that
   another declaration without a name refers to. */
static struct link_symbol *add_local(struct loader *loader, LLVMValueRef value) {
  const char *name = name_of(value);
  struct link_symbol *symbol = add_symbol(loader, *name ? name : "(unnamed)", true);
  if (!LLVMIsDeclaration(value)) {
    symbol->strength = STRENGTH_STRONG;
    symbol->definition = value;
  }
  symbol->module = module_of(loader, value);
  return symbol;
}

struct link_symbol *link_symbol_of(struct loader *loader, LLVMValueRef value) {
  uintptr_t *known = ptrmap_find(&loader->symbol_of, value);
  if (known) return (struct link_symbol *)*known;
  struct link_symbol *symbol =
      is_local(value) ? add_local(loader, value) : link_intern(loader, name_of(value));
  if (!symbol->declaration) symbol->declaration = value;
  if (!symbol->module) symbol->module = module_of(loader, value);
  *ptrmap_insert(&loader->symbol_of, value) = (uintptr_t)symbol;
  return symbol;
}

struct link_symbol *link_symbol_of_definition(struct loader *loader, LLVMValueRef definition) {
  struct link_symbol *symbol = link_symbol_of(loader, definition);
  if (symbol->definition == definition) return symbol;
  /* The key is the overridden definition itself: it can no longer be reached by name. */
  const void *key = (const char *)definition + 1;
  uintptr_t *known = ptrmap_find(&loader->symbol_of, key);
  if (known) return (struct link_symbol *)*known;
  symbol = add_local(loader, definition);
  *ptrmap_insert(&loader->symbol_of, key) = (uintptr_t)symbol;
  return symbol;
}

static enum strength strength_of(LLVMValueRef value) {
  switch (LLVMGetLinkage(value)) {
  case LLVMAvailableExternallyLinkage: return STRENGTH_AVAILABLE;
  case LLVMLinkOnceAnyLinkage:
  case LLVMLinkOnceODRLinkage:
  case LLVMLinkOnceODRAutoHideLinkage:
  case LLVMWeakAnyLinkage:
  case LLVMWeakODRLinkage: return STRENGTH_WEAK;
  case LLVMCommonLinkage: return STRENGTH_COMMON;
  default: return STRENGTH_STRONG;
  }
}

static uint64_t size_of(struct module *module, LLVMValueRef variable) {
  return types_alloc_size(module->types, LLVMGlobalGetValueType(variable));
}

bool link_is_native_only(LLVMValueRef value) {
  const char *section = LLVMIsAFunction(value) ? LLVMGetSection(value) : NULL;
  return section && strcmp(section, ".text.smew_native") == 0;
}

static bool add_definition(struct loader *loader, struct module *module, LLVMValueRef value) {
  if (is_local(value) || link_is_native_only(value)) return true;
  struct link_symbol *symbol = link_intern(loader, name_of(value));
  enum strength strength = strength_of(value);
  bool is_winning = strength > symbol->strength;
  bool is_settled = symbol->definition && symbol->strength > STRENGTH_AVAILABLE &&
                    module->is_user && symbol->module->object != module->object;
  if (symbol->is_synthetic || is_settled)
    is_winning = false;
  else if (strength == STRENGTH_COMMON && symbol->strength == STRENGTH_COMMON)
    is_winning = size_of(module, value) > size_of(symbol->module, symbol->definition);
  else if (strength == STRENGTH_STRONG && symbol->strength == STRENGTH_STRONG && module->is_user) {
    fprintf(stderr, "smew: %s: duplicate definition of '%s', also in %s\n", module->path,
            symbol->name, symbol->module->path);
    return false;
  }
  if (!is_winning) return true;
  symbol->strength = (uint8_t)strength;
  symbol->definition = value;
  symbol->module = module;
  if (symbol->is_reached) vec_push(&loader->queue, symbol);
  return true;
}

static bool is_intrinsic_name(LLVMValueRef value) {
  return strncmp(name_of(value), "llvm.", 5) == 0;
}

bool link_add_module(struct loader *loader, struct module *module) {
  bool is_good = true;
  LLVMValueRef value = LLVMGetFirstFunction(module->llvm);
  for (; value; value = LLVMGetNextFunction(value))
    if (!LLVMIsDeclaration(value)) is_good &= add_definition(loader, module, value);
  value = LLVMGetFirstGlobal(module->llvm);
  for (; value; value = LLVMGetNextGlobal(value))
    if (!LLVMIsDeclaration(value) && !is_intrinsic_name(value))
      is_good &= add_definition(loader, module, value);
  value = LLVMGetFirstGlobalAlias(module->llvm);
  for (; value; value = LLVMGetNextGlobalAlias(value))
    is_good &= add_definition(loader, module, value);
  value = LLVMGetFirstGlobalIFunc(module->llvm);
  for (; value; value = LLVMGetNextGlobalIFunc(value))
    is_good &= add_definition(loader, module, value);
  return is_good;
}

static void reach(struct loader *loader, struct link_symbol *symbol, bool is_wanted,
                  bool is_needed) {
  bool is_new =
      !symbol->is_reached || (is_wanted && !symbol->is_wanted) || (is_needed && !symbol->is_needed);
  symbol->is_reached = true;
  symbol->is_wanted |= is_wanted;
  symbol->is_needed |= is_needed;
  if (is_new) vec_push(&loader->queue, symbol);
}

void link_reach(struct loader *loader, struct link_symbol *symbol) {
  reach(loader, symbol, true, true);
}

/* A weak reference in the program binds to the libc's definition, as it would with a shared libc;
   within the libc it does not, which is how its members leave each other out. */
void link_reach_value(struct loader *loader, LLVMValueRef value) {
  bool is_weak = LLVMGetLinkage(value) == LLVMExternalWeakLinkage;
  bool is_wanted = !is_weak || module_of(loader, value)->is_user;
  reach(loader, link_symbol_of(loader, value), is_wanted, !is_weak);
}

/* 1 if the library's member that defines the symbol was added, 0 if there is none or it was added
   before, -1 after a diagnostic. */
static int pull_from(struct loader *loader, struct library *library, const char *symbol) {
  if (!library->archive) library->archive = archive_open(library->path);
  struct archive_member member;
  int found = library->archive ? archive_find(library->archive, symbol, &member) : -1;
  if (found <= 0) return found;
  for (size_t i = 0; i < library->members.count; i++)
    if (library->members.data[i] == member.offset) return 0;
  vec_push(&library->members, member.offset);
  size_t first = loader->modules.count;
  if (!read_member(loader, library->path, &member)) return -1;
  loader->has_libc |= library->is_libc;
  for (size_t i = first; i < loader->modules.count; i++) {
    struct module *module = loader->modules.data[i];
    if (!library->is_libc && !elf_is_magic(member.bytes, member.size))
      module->names_glibc = glibc_is_named_in(member.bytes, member.size);
    if (!library->is_libc && !library_adopt_module(loader, module)) return -1;
    if (!link_add_module(loader, module)) return -1;
  }
  return 1;
}

bool link_pull(struct loader *loader, const struct link_symbol *symbol) {
  if (symbol->is_local) return true;
  for (size_t i = 0; i < loader->libraries.count; i++) {
    int added = pull_from(loader, loader->libraries.data[i], symbol->name);
    if (added != 0) return added > 0;
  }
  return true;
}

/* Names that the engine itself implements: defined although no module defines them. */
static bool is_builtin(const char *name) {
  static const char *const builtins[] = {"malloc",
                                         "calloc",
                                         "realloc",
                                         "free",
                                         "memalign",
                                         "aligned_alloc",
                                         "posix_memalign",
                                         "memcpy",
                                         "memmove",
                                         "memset",
                                         "abort",
                                         "__assert_fail",
                                         "malloc_usable_size",
                                         NULL};
  return text_is_one_of(name, builtins) || text_starts_with(name, "__smew_");
}

static void add_widths(struct types *types, LLVMTypeRef type, bool is_param, struct ir_func *func) {
  const struct layout *layout = types_layout(types, type);
  for (uint32_t i = 0; i < layout->leaf_count; i++) {
    if (is_param)
      vec_push(&func->param_widths, layout->leaves[i].width);
    else
      vec_push(&func->result_widths, layout->leaves[i].width);
  }
}

/* Adds a function with its signature only. */
static void add_func(struct loader *loader, struct link_symbol *symbol, LLVMValueRef function) {
  struct ir_func *func = ir_add_func(loader->program, symbol->name, symbol->is_local);
  struct types *types = module_of(loader, function)->types;
  LLVMTypeRef type = LLVMGlobalGetValueType(function);
  unsigned count = LLVMCountParamTypes(type);
  func->is_variadic = LLVMIsFunctionVarArg(type);
  add_widths(types, LLVMGetReturnType(type), false, func);
  func->has_body = symbol->definition != NULL;
  func->is_library = func->has_body && !symbol->module->is_user;
  func->is_trusted = func->is_library;
  if (count > 0) {
    LLVMTypeRef *params = alloc_bytes(count * sizeof *params);
    LLVMGetParamTypes(type, params);
    for (unsigned i = 0; i < count; i++) add_widths(types, params[i], true, func);
    free(params);
  }
  symbol->target = (struct ir_const){IR_CONST_FUNC, 64, func->number, 0};
  if (symbol->definition) vec_push(&loader->functions, symbol);
}

static void add_global(struct loader *loader, struct link_symbol *symbol) {
  struct ir_global *global = ir_add_global(loader->program, symbol->name, symbol->is_local);
  symbol->target = (struct ir_const){IR_CONST_GLOBAL, 64, global->number, 0};
  if (symbol->definition) vec_push(&loader->variables, symbol);
}

static void number_symbol(struct loader *loader, struct link_symbol *symbol);

/* An alias is another name for an address within its own module. */
static void number_alias(struct loader *loader, struct link_symbol *symbol) {
  LLVMValueRef base = constants_base_of_alias(symbol->definition);
  if (base) number_symbol(loader, link_symbol_of_definition(loader, base));
  struct ir_const target;
  if (!base || !constants_evaluate_alias(loader, symbol->definition, &target)) {
    symbol->problem = alloc_format("alias '%s' of a computed address", symbol->name);
    return;
  }
  symbol->target = target;
  if (symbol->is_local || target.value != 0) return;
  if (target.kind == IR_CONST_FUNC)
    strmap_set(&loader->program->func_numbers, symbol->name, target.ref);
  if (target.kind == IR_CONST_GLOBAL)
    strmap_set(&loader->program->global_numbers, symbol->name, target.ref);
}

static void number_symbol(struct loader *loader, struct link_symbol *symbol) {
  if (symbol->target.width != 0 || symbol->problem) return;
  if (symbol->strength == STRENGTH_AVAILABLE && is_builtin(symbol->name)) {
    symbol->declaration = symbol->definition;
    symbol->definition = NULL;
  }
  LLVMValueRef value = symbol->definition ? symbol->definition : symbol->declaration;
  if (!symbol->definition && !symbol->is_needed && !is_builtin(symbol->name)) {
    symbol->target = (struct ir_const){IR_CONST_INT, 64, 0, 0};
    return;
  }
  if (!value) { /* a library function that an intrinsic becomes */
    struct ir_func *func = ir_add_func(loader->program, symbol->name, false);
    symbol->target = (struct ir_const){IR_CONST_FUNC, 64, func->number, 0};
    return;
  }
  switch (LLVMGetValueKind(value)) {
  case LLVMFunctionValueKind: add_func(loader, symbol, value); break;
  case LLVMGlobalVariableValueKind: add_global(loader, symbol); break;
  case LLVMGlobalAliasValueKind: number_alias(loader, symbol); break;
  default: symbol->problem = alloc_format("indirect function '%s'", symbol->name); break;
  }
}

void link_number_symbols(struct loader *loader) {
  for (size_t i = 0; i < loader->queue.count; i++) number_symbol(loader, loader->queue.data[i]);
}
