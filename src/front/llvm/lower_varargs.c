/* Variable arguments in the x86-64 System V ABI. clang expands va_arg into code that looks at an
   argument's place in the register save area or on the stack, so both must be laid out exactly: 6
   general registers of 8 bytes, 8 vector registers of 16, then the arguments on the stack. Here
   they are one object, the argument area of the call, which ends with the last argument that is
   passed.

   Reading an argument that was not passed must be an access out of bounds, although there may be
   more registers after the last one in use. So arguments are put into the last registers of their
   kind instead of those that the fixed ones have left, and va_start pretends that only these are
   left: after the last one va_arg continues on the stack part, and after that the object ends.
   Whether an argument is in a register or on the stack is the same as in the ABI: a value that is
   in registers finds as many left as it needs, and one that does not fit into those left by the ABI
   does not fit into the fewer left here.

   (Putting everything on the stack, with all registers marked as used up, is simpler. But an
   __int128 passed in registers needs no alignment and one on the stack does, and a call does not
   show whether two words are an __int128 or two longs.) */
#include "front/llvm/lower_varargs.h"

#include "front/llvm/emit.h"

#include <string.h>

enum {
  SLOT = 8,
  GENERAL_COUNT = 6,
  VECTOR_COUNT = 8,
  VECTOR_AT = GENERAL_COUNT * SLOT,
  VECTOR_SIZE = 16,
  STACK_AT = VECTOR_AT + VECTOR_COUNT * VECTOR_SIZE
};

/* struct va_list */
enum { GENERAL_OFFSET_AT = 0, VECTOR_OFFSET_AT = 4, OVERFLOW_AT = 8, SAVE_AREA_AT = 16 };

enum class { GENERAL, GENERAL_PAIR, VECTOR, MEMORY };

static uint64_t align_up(uint64_t number, uint64_t align) {
  return (number + align - 1) / align * align;
}

/* The class of a scalar or vector type. */
static enum class classify(struct types *types, LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)){case LLVMIntegerTypeKind : {
      unsigned width = LLVMGetIntTypeWidth(type); return width <= 64    ? GENERAL
                                                         : width <= 128 ? GENERAL_PAIR
                                                                        : MEMORY;}
case LLVMPointerTypeKind: return GENERAL;
case LLVMHalfTypeKind:
case LLVMFloatTypeKind:
case LLVMDoubleTypeKind:
case LLVMFP128TypeKind: return VECTOR;
case LLVMVectorTypeKind: return types_alloc_size(types, type) <= VECTOR_SIZE ? VECTOR : MEMORY;
default : return MEMORY;
}
}

/* Allocates registers, or space on the stack, for one value; returns its offset. */
static uint64_t take_place(struct argument_area *area, enum class class, uint64_t size,
                           uint64_t align) {
  unsigned wanted = class == GENERAL_PAIR ? 2 : 1;
  if ((class == GENERAL || class == GENERAL_PAIR) && area->general + wanted <= GENERAL_COUNT) {
    uint64_t place = (uint64_t)area->general * SLOT;
    area->general += wanted;
    return place;
  }
  if (class == VECTOR && area->vector < VECTOR_COUNT)
    return VECTOR_AT + (uint64_t)area->vector++ * VECTOR_SIZE;
  uint64_t place = STACK_AT + align_up(area->stack, align < SLOT ? SLOT : align);
  area->stack = align_up(place - STACK_AT + size, SLOT);
  return place;
}

static void pass_value(struct lowering *lowering, struct argument_area *area, LLVMTypeRef type,
                       const ir_operand *list, bool is_variable) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  if (kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind) {
    unsigned count =
        kind == LLVMStructTypeKind ? LLVMCountStructElementTypes(type) : LLVMGetArrayLength(type);
    for (unsigned i = 0; i < count; i++) {
      LLVMTypeRef element = types_element(type, i);
      pass_value(lowering, area, element, list, is_variable);
      list += types_layout(lowering->types, element)->leaf_count;
    }
    return;
  }
  const struct layout *layout = types_layout(lowering->types, type);
  uint64_t size = types_alloc_size(lowering->types, type);
  uint64_t stack = area->stack;
  uint64_t place = take_place(area, classify(lowering->types, type), size,
                              LLVMABIAlignmentOfType(lowering->types->data, type));
  if (!is_variable) { /* on the stack it precedes the variable ones */
    area->stack = stack;
    area->fixed_general = area->general;
    area->fixed_vector = area->vector;
    return;
  }
  for (uint32_t i = 0; i < layout->leaf_count; i++)
    vec_push(&area->varargs,
             ((struct ir_vararg){.operand = list[i],
                                 .offset = (uint32_t)(place + layout->leaves[i].offset),
                                 .size = ir_byte_size(layout->leaves[i].width),
                                 .is_pointer = LLVMGetTypeKind(type) == LLVMPointerTypeKind}));
}

void varargs_pass(struct lowering *lowering, struct argument_area *area, LLVMValueRef call,
                  unsigned number, bool is_variable) {
  LLVMValueRef value = LLVMGetOperand(call, number);
  unsigned byval_kind = LLVMGetEnumAttributeKindForName("byval", 5);
  LLVMAttributeRef byval = LLVMGetCallSiteEnumAttribute(call, number + 1, byval_kind);
  if (!byval) {
    pass_value(lowering, area, LLVMTypeOf(value), lower_value(lowering, value), is_variable);
    return;
  }
  if (!is_variable) return;
  unsigned align_kind = LLVMGetEnumAttributeKindForName("align", 5);
  LLVMAttributeRef align = LLVMGetCallSiteEnumAttribute(call, number + 1, align_kind);
  uint64_t size = types_alloc_size(lowering->types, LLVMGetTypeAttributeValue(byval));
  uint64_t place = take_place(area, MEMORY, size, align ? LLVMGetEnumAttributeValue(align) : SLOT);
  vec_push(&area->varargs, ((struct ir_vararg){.operand = lower_scalar(lowering, value),
                                               .offset = (uint32_t)place,
                                               .size = (uint32_t)size,
                                               .by_value = true}));
}

void varargs_place(struct argument_area *area) {
  uint32_t general = (GENERAL_COUNT - area->general) * SLOT;
  uint32_t vector = (VECTOR_COUNT - area->vector) * VECTOR_SIZE;
  for (size_t i = 0; i < area->varargs.count; i++) {
    struct ir_vararg *vararg = &area->varargs.data[i];
    if (vararg->offset < VECTOR_AT)
      vararg->offset += general;
    else if (vararg->offset < STACK_AT)
      vararg->offset += vector;
    uint64_t end = align_up((uint64_t)vararg->offset + vararg->size, SLOT);
    if (end > area->size) area->size = end;
  }
}

/* Thin wrappers around system calls read as many arguments as any call might have. */
bool varargs_are_always_read(const struct link_symbol *callee) {
  static const char *const names[] = {"fcntl", "fcntl64", "ioctl", "prctl", "ptrace", "syscall"};
  if (!callee->definition || callee->module->is_user) return false;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(callee->name, names[i]) == 0) return true;
  return false;
}

void varargs_pad(struct argument_area *area) {
  uint64_t enough = STACK_AT + GENERAL_COUNT * SLOT;
  if (area->size < enough) area->size = enough;
}

/* Takes `size` bytes of the stack part if the condition holds; returns their address. */
static ir_operand take_overflow(struct lowering *lowering, ir_operand list, uint64_t size,
                                uint64_t align, ir_operand condition) {
  ir_operand place = emit_offset(lowering, list, OVERFLOW_AT);
  ir_operand before = emit_load(lowering, 64, place, 0), area = before;
  if (align > SLOT) {
    area = emit_offset(lowering, area, align - 1);
    area = emit_binary(lowering, IR_AND, 64, area, emit_const(lowering, 64, -align));
  }
  ir_operand after = emit_offset(lowering, area, align_up(size, SLOT));
  emit_store(lowering, 64, place, emit_select(lowering, 64, condition, after, before), 0);
  return area;
}

void varargs_read(struct lowering *lowering, LLVMValueRef instruction) {
  LLVMTypeRef type = LLVMTypeOf(instruction);
  ir_operand list = lower_operand(lowering, instruction, 0);
  uint64_t size = types_alloc_size(lowering->types, type);
  uint64_t align = LLVMABIAlignmentOfType(lowering->types->data, type);
  enum class class = classify(lowering->types, type);
  ir_operand is_on_stack = emit_const(lowering, 1, 1), saved = emit_const(lowering, 64, 0);
  if (class != MEMORY) {
    uint64_t step = class == VECTOR ? VECTOR_SIZE : class == GENERAL_PAIR ? 2 * SLOT : SLOT;
    uint64_t end = class == VECTOR ? STACK_AT : VECTOR_AT;
    ir_operand counter =
        emit_offset(lowering, list, class == VECTOR ? VECTOR_OFFSET_AT : GENERAL_OFFSET_AT);
    ir_operand offset = emit_load(lowering, 32, counter, 0);
    is_on_stack = emit_compare(lowering, IR_ULT, 32, emit_const(lowering, 32, end - step), offset);
    ir_operand next = emit_binary(lowering, IR_ADD, 32, offset, emit_const(lowering, 32, step));
    emit_store(lowering, 32, counter, emit_select(lowering, 32, is_on_stack, offset, next), 0);
    ir_operand base = emit_load(lowering, 64, emit_offset(lowering, list, SAVE_AREA_AT), 0);
    saved = emit_binary(lowering, IR_ADD, 64, base, emit_resize(lowering, 32, 64, offset));
  }
  ir_operand stacked = take_overflow(lowering, list, size, align, is_on_stack);
  ir_operand address = emit_select(lowering, 64, is_on_stack, stacked, saved);
  lower_bind(lowering, instruction, lower_load_type(lowering, type, address, 0));
}
