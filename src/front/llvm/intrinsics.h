/* Calls of LLVM's intrinsic functions. */
#ifndef FRONT_LLVM_INTRINSICS_H
#define FRONT_LLVM_INTRINSICS_H

#include <llvm-c/Types.h>
#include <stdbool.h>
#include <stddef.h>

struct intrinsic;
struct loader;
struct lowering;

/* How one family of intrinsics is lowered; each function gives `op` and `libcall` its own
   meaning. */
typedef void intrinsic_function(struct lowering *lowering, LLVMValueRef call,
                                const struct intrinsic *intrinsic);
struct intrinsic {
  const char *name; /* without the type suffix */
  intrinsic_function *lower;
  unsigned op;
  const char *libcall; /* the C library function that does the same, for double */
};

void intrinsics_lower(struct lowering *lowering, LLVMValueRef call);
/* The C library function that is called for the intrinsic; false if there is none. */
bool intrinsics_name_libcall(struct loader *loader, LLVMValueRef call, char *name, size_t size);

/* The families: intrinsics_int.c, _float.c, _memory.c, _vector.c. */
intrinsic_function intrinsics_ignore, intrinsics_pass_first, intrinsics_zero,
    intrinsics_is_constant, intrinsics_timestamp;
intrinsic_function intrinsics_overflow, intrinsics_saturate, intrinsics_saturate_shift,
    intrinsics_unary, intrinsics_funnel, intrinsics_pick, intrinsics_absolute, intrinsics_three_way,
    intrinsics_binary;
intrinsic_function intrinsics_fma, intrinsics_fmuladd, intrinsics_classify, intrinsics_convert,
    intrinsics_constrained_compare, intrinsics_libcall, intrinsics_frexp, intrinsics_rounding;
intrinsic_function intrinsics_block_op, intrinsics_stack_save, intrinsics_effect,
    intrinsics_va_start, intrinsics_va_copy, intrinsics_trap, intrinsics_failed_check,
    intrinsics_setjmp, intrinsics_longjmp, intrinsics_declare, intrinsics_name_value,
    intrinsics_object_size, intrinsics_pointer_mask, intrinsics_load_relative;
intrinsic_function intrinsics_reduce, intrinsics_reduce_ordered, intrinsics_masked_load,
    intrinsics_masked_store, intrinsics_gather, intrinsics_scatter, intrinsics_expand_load,
    intrinsics_compress_store, intrinsics_vector_insert, intrinsics_vector_extract,
    intrinsics_vector_reverse, intrinsics_vector_splice, intrinsics_interleave,
    intrinsics_deinterleave, intrinsics_lane_mask, intrinsics_step;

#endif
