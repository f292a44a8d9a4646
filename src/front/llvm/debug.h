/* LLVM's debug information as source locations of the IR. */
#ifndef FRONT_LLVM_DEBUG_H
#define FRONT_LLVM_DEBUG_H

#include <llvm-c/Types.h>
#include <stdbool.h>
#include <stdint.h>

struct debug;
struct ir_program;

/* Returns owned; borrows both until debug_free. */
struct debug *debug_new(LLVMContextRef context, struct ir_program *program);
void debug_free(struct debug *debug);
/* Location numbers of the program; 0 where there is no information. */
uint32_t debug_locate_instruction(struct debug *debug, LLVMValueRef instruction);
uint32_t debug_locate_function(struct debug *debug, LLVMValueRef function);
uint32_t debug_locate_global(struct debug *debug, LLVMValueRef variable);
/* The variable that a dbg.value or dbg.declare is about, as an address that means nothing else;
   NULL: unknown. */
const void *debug_find_variable(struct debug *debug, LLVMValueRef call, uint32_t *name);
/* Whether the value that it names is that of the variable, with no computation between them. */
bool debug_is_whole(LLVMValueRef call);
/* For a call of llvm.dbg.declare (or llvm.dbg.value): the variable's address (or its value),
   and its name as a string number of the program. Returns NULL if it describes none. */
LLVMValueRef debug_read_declare(struct debug *debug, LLVMValueRef call, uint32_t *name);

#endif
