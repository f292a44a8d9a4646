/* How LLVM types are split into scalars, and where those lie in memory. */
#ifndef FRONT_LLVM_TYPES_H
#define FRONT_LLVM_TYPES_H

#include "front/llvm/ptrmap.h"

#include <llvm-c/Target.h>
#include <stdbool.h>
#include <stdint.h>

/* One scalar of a value. Vectors whose elements are not whole bytes are packed in
   memory without gaps: their leaves share `offset` and differ in `bit`. */
struct leaf {
  uint8_t width;        /* in bits */
  uint16_t packed_bits; /* of the whole packed vector, 0 for an ordinary leaf */
  uint16_t bit;         /* position in the packed vector */
  uint64_t offset;      /* in bytes from the start of the value */
};

struct layout {
  const char *unsupported; /* why the type has no leaves, else NULL */
  uint32_t wide_width;     /* of an integer wider than 128 bits: its leaves are words */
  uint32_t leaf_count;
  struct leaf *leaves;
};

/* Layouts under one data layout string; types of one LLVM context only. */
struct types {
  LLVMTargetDataRef data;
  struct ptrmap layouts, sizes;
  struct layout **all; /* owned, for freeing */
  size_t count, capacity;
};

struct types *types_new(const char *data_layout); /* returns owned */
void types_free(struct types *types);
/* Borrowed. `void` has no leaves. */
const struct layout *types_layout(struct types *types, LLVMTypeRef type);
/* Says that a type has 2^60 bytes or more: no object is so large, and LLVM cannot count its bits.
 */
#define TYPES_HUGE UINT64_MAX

/* Bytes from one array element to the next, or TYPES_HUGE. The type must be sized. */
uint64_t types_alloc_size(struct types *types, LLVMTypeRef type);
/* The number of the first leaf of an element (field, array or vector element). */
uint32_t types_first_leaf(struct types *types, LLVMTypeRef type, unsigned element);
LLVMTypeRef types_element(LLVMTypeRef type, unsigned element);

#endif
