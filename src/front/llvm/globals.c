/* Initialisers as bytes and relocations. Only a whole address can be relocated; an initialiser with
   half an address, or with address arithmetic that linkers do not support either, makes its
   variable unusable: code that refers to the variable traps, and so does code that refers to
   another variable from which it could be reached. */
#include "front/llvm/globals.h"

#include "front/llvm/constants.h"
#include "front/llvm/debug.h"
#include "front/llvm/link.h"
#include "front/llvm/loader.h"
#include "front/llvm/types.h"

#include <llvm-c/Core.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_WORDS = 64 };

struct filling {
  struct loader *loader;
  struct types *types;
  struct ir_global *global;
  const char *problem;
};

static void put_bytes(struct filling *filling, uint64_t offset, const void *bytes, size_t size) {
  struct ir_global *global = filling->global;
  if (!global->bytes) global->bytes = alloc_zeroed(global->size);
  memcpy(global->bytes + offset, bytes, size);
}

static void put_number(struct filling *filling, uint64_t offset, unsigned width,
                       const uint64_t words[2]) {
  if (words[0] != 0 || words[1] != 0) put_bytes(filling, offset, words, ir_byte_size(width));
}

static void put_constant(struct filling *filling, LLVMValueRef constant, uint64_t offset);

static void put_elements(struct filling *filling, LLVMValueRef constant, uint64_t offset) {
  LLVMTypeRef type = LLVMTypeOf(constant);
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  if (LLVMIsConstantString(constant)) {
    size_t length;
    const char *bytes = LLVMGetAsString(constant, &length);
    put_bytes(filling, offset, bytes, length);
    return;
  }
  bool is_struct = kind == LLVMStructTypeKind;
  uint64_t count = is_struct                   ? LLVMCountStructElementTypes(type)
                   : kind == LLVMArrayTypeKind ? LLVMGetArrayLength2(type)
                                               : LLVMGetVectorSize(type);
  uint64_t stride = is_struct ? 0 : types_alloc_size(filling->types, LLVMGetElementType(type));
  for (uint64_t i = 0; i < count; i++) {
    uint64_t at =
        is_struct ? LLVMOffsetOfElement(filling->types->data, type, (unsigned)i) : i * stride;
    put_constant(filling, LLVMGetAggregateElement(constant, (unsigned)i), offset + at);
  }
}

/* Vector elements are packed, and may be smaller than a byte. */
static void put_vector(struct filling *filling, LLVMValueRef constant, uint64_t offset) {
  const struct layout *layout = types_layout(filling->types, LLVMTypeOf(constant));
  if (layout->unsupported) {
    filling->problem = layout->unsupported;
    return;
  }
  for (uint32_t i = 0; i < layout->leaf_count; i++) {
    LLVMValueRef element = LLVMGetAggregateElement(constant, i);
    const struct leaf *leaf = &layout->leaves[i];
    if (!element) {
      filling->problem = "vector computed at link time";
      return;
    }
    if (leaf->packed_bits == 0) {
      put_constant(filling, element, offset + leaf->offset);
      continue;
    }
    struct ir_const value;
    if (!constants_evaluate(filling->loader, filling->types, element, &value) ||
        value.kind != IR_CONST_INT) {
      filling->problem = "packed vector of addresses";
      return;
    }
    for (unsigned bit = 0; bit < leaf->width; bit++) {
      if (!(value.value >> bit & 1)) continue;
      uint64_t place = (uint64_t)i * leaf->width + bit;
      struct ir_global *global = filling->global;
      if (!global->bytes) global->bytes = alloc_zeroed(global->size);
      global->bytes[offset + place / 8] |= (uint8_t)(1u << place % 8);
    }
  }
}

static void put_value(struct filling *filling, LLVMValueRef constant, uint64_t offset) {
  struct ir_const value;
  if (!constants_evaluate(filling->loader, filling->types, constant, &value)) {
    filling->problem = "address arithmetic that is not a base plus an offset";
    return;
  }
  if (value.kind == IR_CONST_INT) {
    uint64_t words[2] = {value.value, 0};
    put_number(filling, offset, value.width, words);
    return;
  }
  struct ir_reloc reloc = {offset, value};
  vec_push(&filling->global->relocs, reloc);
}

static void put_wide(struct filling *filling, LLVMValueRef constant, uint64_t offset) {
  const struct layout *layout = types_layout(filling->types, LLVMTypeOf(constant));
  if (layout->unsupported) {
    filling->problem = layout->unsupported;
    return;
  }
  uint64_t words[MAX_WORDS] = {0};
  constants_read_bits(constant, words);
  if (layout->wide_width != 0)
    put_bytes(filling, offset, words, (layout->wide_width + 7) / 8);
  else
    put_number(filling, offset, layout->leaves[0].width, words);
}

static void put_constant(struct filling *filling, LLVMValueRef constant, uint64_t offset) {
  if (!constant || filling->problem) return;
  bool is_vector = LLVMGetTypeKind(LLVMTypeOf(constant)) == LLVMVectorTypeKind;
  switch (LLVMGetValueKind(constant)) {
  case LLVMUndefValueValueKind:
  case LLVMPoisonValueValueKind:
  case LLVMConstantAggregateZeroValueKind:
  case LLVMConstantPointerNullValueKind: break;
  case LLVMConstantArrayValueKind:
  case LLVMConstantStructValueKind:
  case LLVMConstantDataArrayValueKind: put_elements(filling, constant, offset); break;
  case LLVMConstantIntValueKind:
  case LLVMConstantFPValueKind:
    if (is_vector)
      put_vector(filling, constant, offset);
    else
      put_wide(filling, constant, offset);
    break;
  case LLVMConstantVectorValueKind:
  case LLVMConstantDataVectorValueKind: put_vector(filling, constant, offset); break;
  default: put_value(filling, constant, offset); break;
  }
}

static void fill_global(struct loader *loader, struct link_symbol *symbol) {
  LLVMValueRef variable = symbol->definition;
  struct types *types = symbol->module->types;
  struct ir_global *global = loader->program->globals.data[symbol->target.ref];
  LLVMTypeRef type = LLVMGlobalGetValueType(variable);
  global->size = types_alloc_size(types, type);
  global->align = LLVMGetAlignment(variable);
  if (global->align == 0) global->align = LLVMPreferredAlignmentOfGlobal(types->data, variable);
  global->is_constant = LLVMIsGlobalConstant(variable);
  global->is_defined = true;
  global->loc = debug_locate_global(loader->debug, variable);
  struct filling filling = {loader, types, global, NULL};
  put_constant(&filling, LLVMGetInitializer(variable), 0);
  if (filling.problem)
    symbol->problem = alloc_format("initialiser of '%s': %s", symbol->name, filling.problem);
}

/* Propagates problems backwards along addresses, until nothing changes. */
static void spread_problems(struct loader *loader) {
  struct link_symbol **owners = alloc_zeroed(loader->program->globals.count * sizeof *owners);
  bool has_any = false;
  for (size_t i = 0; i < loader->variables.count; i++) {
    owners[loader->variables.data[i]->target.ref] = loader->variables.data[i];
    has_any |= loader->variables.data[i]->problem != NULL;
  }
  while (has_any) {
    has_any = false;
    for (size_t i = 0; i < loader->variables.count; i++) {
      struct link_symbol *symbol = loader->variables.data[i];
      struct ir_global *global = loader->program->globals.data[symbol->target.ref];
      for (size_t j = 0; j < global->relocs.count && !symbol->problem; j++) {
        const struct ir_const *target = &global->relocs.data[j].target;
        struct link_symbol *owner = target->kind == IR_CONST_GLOBAL ? owners[target->ref] : NULL;
        if (!owner || !owner->problem) continue;
        symbol->problem = alloc_string(owner->problem);
        has_any = true;
      }
    }
  }
  free(owners);
}

void globals_fill(struct loader *loader) {
  for (size_t i = 0; i < loader->variables.count; i++)
    fill_global(loader, loader->variables.data[i]);
  spread_problems(loader);
}
