/* Symbols: which definition a name refers to, over all modules and the libc. */
#ifndef FRONT_LLVM_LINK_H
#define FRONT_LLVM_LINK_H

#include <llvm-c/Types.h>
#include <stdbool.h>

struct loader;
struct module;
struct link_symbol;

/* The symbol of that non-local name; made if it is new. Borrowed from the loader. */
struct link_symbol *link_intern(struct loader *loader, const char *name);
/* The symbol that a global value (function, variable, alias, ifunc) refers to. */
struct link_symbol *link_symbol_of(struct loader *loader, LLVMValueRef value);
/* The symbol of exactly this definition: the one above unless another definition of that name
   won. */
struct link_symbol *link_symbol_of_definition(struct loader *loader, LLVMValueRef definition);
/* Whether it is a function of the replay library (runtime/replay/native), which only native runs
   use: its definition does not count. */
bool link_is_native_only(LLVMValueRef value);
/* Records the module's definitions. False after a diagnostic. */
bool link_add_module(struct loader *loader, struct module *module);
/* Marks a symbol as used, so that its own references are followed too. */
void link_reach(struct loader *loader, struct link_symbol *symbol);
/* The same for a reference from one global value to another, which may be weak. */
void link_reach_value(struct loader *loader, LLVMValueRef value);
/* Looks an undefined symbol up in the libc and adds the member that defines it.
   False after a diagnostic. */
bool link_pull(struct loader *loader, const struct link_symbol *symbol);
/* Gives every reached symbol its address: adds the functions and globals to the
   program, still empty. */
void link_number_symbols(struct loader *loader);

#endif
