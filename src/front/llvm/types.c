/* Types to leaves. A value of a struct, array or vector type is just its scalars in order; an LLVM
   value therefore maps to a list of operands, one per leaf, and only loads and stores need the
   offsets of the leaves. Layouts are computed once per type.

   What the IR cannot express is named in `unsupported`, and an instruction with such a value
   becomes a trap. This includes huge aggregates as values, which LLVM allows but C front ends do
   not produce. */
#include "front/llvm/types.h"

#include "util/alloc.h"
#include "util/fault.h"

#include <llvm-c/Core.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_LEAVES = 8192, MAX_WIDTH = 128, MAX_WIDE_WIDTH = 4096, WORD = 64 };

struct types *types_new(const char *data_layout) {
  struct types *types = alloc_zeroed(sizeof *types);
  types->data = LLVMCreateTargetData(data_layout);
  return types;
}

void types_free(struct types *types) {
  if (!types) return;
  for (size_t i = 0; i < types->count; i++) {
    free(types->all[i]->leaves);
    free(types->all[i]);
  }
  free(types->all);
  ptrmap_free(&types->layouts);
  ptrmap_free(&types->sizes);
  LLVMDisposeTargetData(types->data);
  free(types);
}

static const uint64_t size_limit = (uint64_t)1 << 60;

/* The sum of sizes, and size times a number, up to TYPES_HUGE. */
static uint64_t add_sizes(uint64_t a, uint64_t b) {
  return a < size_limit && b < size_limit && a + b < size_limit ? a + b : TYPES_HUGE;
}

static uint64_t multiply_size(uint64_t size, uint64_t number) {
  uint64_t product;
  bool is_huge = size >= size_limit || __builtin_mul_overflow(size, number, &product);
  return is_huge || product >= size_limit ? TYPES_HUGE : product;
}

/* Of the parts, without what lies between them: enough to know whether LLVM's own computation,
   which counts bits in 64 bits, wraps around. */
static uint64_t size_of_parts(struct types *types, LLVMTypeRef type) {
  if (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
    return multiply_size(types_alloc_size(types, LLVMGetElementType(type)),
                         LLVMGetArrayLength2(type));
  uint64_t size = 0;
  unsigned count = LLVMCountStructElementTypes(type);
  for (unsigned i = 0; i < count; i++) {
    LLVMTypeRef part = LLVMStructGetTypeAtIndex(type, i);
    size = add_sizes(size, types_alloc_size(types, part));
  }
  return size;
}

uint64_t types_alloc_size(struct types *types, LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  if (kind != LLVMArrayTypeKind && kind != LLVMStructTypeKind)
    return LLVMABISizeOfType(types->data, type);
  uintptr_t *known = ptrmap_find(&types->sizes, type);
  if (known) return *known;
  uint64_t size = size_of_parts(types, type);
  if (size != TYPES_HUGE) size = LLVMABISizeOfType(types->data, type);
  *ptrmap_insert(&types->sizes, type) = size;
  return size;
}

LLVMTypeRef types_element(LLVMTypeRef type, unsigned element) {
  return LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMStructGetTypeAtIndex(type, element)
                                                     : LLVMGetElementType(type);
}

static void set_scalar(struct layout *layout, unsigned width) {
  layout->leaf_count = 1;
  layout->leaves = alloc_zeroed(sizeof *layout->leaves);
  layout->leaves[0].width = (uint8_t)width;
}

/* clang loads adjacent bit-fields as one integer, however wide. Such an integer is the list of its
   words, lowest first; lower_wide.c computes with it. */
static void set_wide(struct layout *layout, unsigned width) {
  if (width > MAX_WIDE_WIDTH) {
    layout->unsupported = "integer wider than 4096 bits";
    return;
  }
  layout->wide_width = width;
  layout->leaf_count = (width + WORD - 1) / WORD;
  layout->leaves = alloc_zeroed(layout->leaf_count * sizeof *layout->leaves);
  for (uint32_t i = 0; i < layout->leaf_count; i++) {
    unsigned rest = width - i * WORD;
    layout->leaves[i].width = (uint8_t)(rest < WORD ? rest : WORD);
    layout->leaves[i].offset = (uint64_t)i * (WORD / 8);
  }
}

/* Appends the leaves of a part, shifted by `offset`; false if that is not possible. */
static bool append_leaves(struct layout *layout, const struct layout *part, uint64_t offset) {
  if (part->unsupported)
    layout->unsupported = part->unsupported;
  else if (layout->leaf_count + part->leaf_count > MAX_LEAVES)
    layout->unsupported = "aggregate value of more than 8192 scalars";
  if (layout->unsupported) return false;
  if (part->leaf_count == 0) return true;
  size_t total = layout->leaf_count + part->leaf_count;
  layout->leaves = alloc_resize(layout->leaves, total * sizeof *layout->leaves);
  for (uint32_t i = 0; i < part->leaf_count; i++) {
    struct leaf leaf = part->leaves[i];
    leaf.offset += offset;
    layout->leaves[layout->leaf_count++] = leaf;
  }
  return true;
}

static void lay_out_struct(struct types *types, LLVMTypeRef type, struct layout *layout) {
  if (LLVMIsOpaqueStruct(type)) {
    layout->unsupported = "value of opaque type";
    return;
  }
  unsigned count = LLVMCountStructElementTypes(type);
  for (unsigned i = 0; i < count; i++) {
    const struct layout *part = types_layout(types, LLVMStructGetTypeAtIndex(type, i));
    if (part->unsupported) {
      layout->unsupported = part->unsupported;
      return;
    }
    if (!append_leaves(layout, part, LLVMOffsetOfElement(types->data, type, i))) return;
  }
}

static void lay_out_array(struct types *types, LLVMTypeRef type, struct layout *layout) {
  const struct layout *part = types_layout(types, LLVMGetElementType(type));
  uint64_t count = LLVMGetArrayLength2(type);
  if (part->unsupported || part->leaf_count == 0) {
    layout->unsupported = part->unsupported;
    return;
  }
  uint64_t stride = types_alloc_size(types, LLVMGetElementType(type));
  for (uint64_t i = 0; i < count; i++)
    if (!append_leaves(layout, part, i * stride)) return;
}

static void lay_out_vector(struct types *types, LLVMTypeRef type, struct layout *layout) {
  const struct layout *part = types_layout(types, LLVMGetElementType(type));
  unsigned count = LLVMGetVectorSize(type);
  if (part->unsupported || part->wide_width != 0) {
    layout->unsupported = part->unsupported ? part->unsupported : "vector of very wide integers";
    return;
  }
  unsigned width = part->leaves[0].width;
  if (width % 8 == 0) {
    for (unsigned i = 0; i < count; i++)
      if (!append_leaves(layout, part, (uint64_t)i * (width / 8))) return;
    return;
  }
  for (unsigned i = 0; i < count; i++)
    if (!append_leaves(layout, part, 0)) return;
  uint64_t bits = (uint64_t)width * count;
  for (unsigned i = 0; i < count; i++) {
    layout->leaves[i].packed_bits = bits > UINT16_MAX ? UINT16_MAX : (uint16_t)bits;
    layout->leaves[i].bit = (uint16_t)(i * width);
  }
}

static void lay_out(struct types *types, LLVMTypeRef type, struct layout *layout) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMVoidTypeKind: break;
  case LLVMHalfTypeKind: set_scalar(layout, 16); break;
  case LLVMFloatTypeKind: set_scalar(layout, 32); break;
  case LLVMDoubleTypeKind: set_scalar(layout, 64); break;
  case LLVMX86_FP80TypeKind: set_scalar(layout, 80); break;
  case LLVMFP128TypeKind: set_scalar(layout, 128); break;
  case LLVMIntegerTypeKind:
    if (LLVMGetIntTypeWidth(type) <= MAX_WIDTH)
      set_scalar(layout, LLVMGetIntTypeWidth(type));
    else
      set_wide(layout, LLVMGetIntTypeWidth(type));
    break;
  case LLVMPointerTypeKind:
    if (LLVMGetPointerAddressSpace(type) == 0)
      set_scalar(layout, 64);
    else
      layout->unsupported = "pointer into another address space";
    break;
  case LLVMStructTypeKind: lay_out_struct(types, type, layout); break;
  case LLVMArrayTypeKind: lay_out_array(types, type, layout); break;
  case LLVMVectorTypeKind: lay_out_vector(types, type, layout); break;
  case LLVMScalableVectorTypeKind: layout->unsupported = "scalable vector"; break;
  case LLVMBFloatTypeKind: layout->unsupported = "bfloat value"; break;
  case LLVMPPC_FP128TypeKind: layout->unsupported = "ppc_fp128 value"; break;
  case LLVMX86_MMXTypeKind: layout->unsupported = "MMX value"; break;
  case LLVMX86_AMXTypeKind: layout->unsupported = "AMX value"; break;
  case LLVMTokenTypeKind: layout->unsupported = "token value"; break;
  default: layout->unsupported = "value of an unknown type"; break;
  }
  if (layout->unsupported) layout->leaf_count = 0;
}

const struct layout *types_layout(struct types *types, LLVMTypeRef type) {
  uintptr_t *known = ptrmap_find(&types->layouts, type);
  if (known) return (const struct layout *)*known;
  struct layout *layout = alloc_zeroed(sizeof *layout);
  lay_out(types, type, layout);
  if (types->count == types->capacity)
    types->all = vec_grown(types->all, &types->capacity, types->count + 1, sizeof *types->all);
  types->all[types->count++] = layout;
  *ptrmap_insert(&types->layouts, type) = (uintptr_t)layout;
  return layout;
}

uint32_t types_first_leaf(struct types *types, LLVMTypeRef type, unsigned element) {
  if (LLVMGetTypeKind(type) != LLVMStructTypeKind)
    return element * types_layout(types, LLVMGetElementType(type))->leaf_count;
  uint32_t first = 0;
  for (unsigned i = 0; i < element; i++)
    first += types_layout(types, LLVMStructGetTypeAtIndex(type, i))->leaf_count;
  return first;
}
