/* Inline assembly. An empty template is a barrier for the compiler only: outputs that
   are tied to an input keep its value, others are undefined and thus 0. A handful of
   harmless instructions that headers still use are known by their text: hints, fences,
   byte swaps. Everything else traps with the text when it is reached. */
#include "front/llvm/emit.h"

#include "util/text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_OUTPUTS = 16, MAX_TEXT = 60 };

/* Where the outputs take their values from, by the constraint string. */
struct asm_outputs {
  unsigned count;            /* direct ones: the leaves of the call's result */
  int argument[MAX_OUTPUTS]; /* tied to this argument, or -1 */
};

/* Constraints come as "=r,=*m,0,r,~{memory}": direct and indirect outputs, inputs,
   clobbers. Indirect outputs and inputs take an argument each. */
static bool read_constraints(const char *text, struct asm_outputs *outputs) {
  int argument = 0;
  unsigned all_outputs = 0;
  int direct[MAX_OUTPUTS]; /* output constraint number to direct output, or -1 */
  *outputs = (struct asm_outputs){0};
  while (*text) {
    size_t length = strcspn(text, ",");
    if (text[0] == '=') {
      if (all_outputs == MAX_OUTPUTS) return false;
      bool is_indirect = memchr(text, '*', length) != NULL;
      if (is_indirect) argument++;
      direct[all_outputs++] = is_indirect ? -1 : (int)outputs->count;
      if (!is_indirect) outputs->argument[outputs->count++] = -1;
    } else if (text[0] == '!') {
      return false;
    } else if (text[0] != '~') {
      char *end;
      unsigned long tied = isdigit((unsigned char)text[0]) ? strtoul(text, &end, 10) : all_outputs;
      if (tied < all_outputs && direct[tied] >= 0) outputs->argument[direct[tied]] = argument;
      argument++;
    }
    text += length;
    if (*text == ',') text++;
  }
  return true;
}

/* The template in small letters, with runs of blanks, semicolons and newlines as one
   blank, and none at the ends. */
static void normalise(const char *text, size_t length, char *result, size_t size) {
  size_t at = 0;
  bool is_gap = false;
  for (size_t i = 0; i < length && at + 2 < size; i++) {
    unsigned char c = (unsigned char)text[i];
    if (isspace(c) || c == ';') {
      is_gap = at > 0;
      continue;
    }
    if (is_gap) result[at++] = ' ';
    is_gap = false;
    result[at++] = (char)tolower(c);
  }
  result[at] = '\0';
}

static bool has_no_effect(const char *text) {
  static const char *const harmless[] = {"",
                                         "nop",
                                         "pause",
                                         "rep nop",
                                         "mfence",
                                         "lfence",
                                         "sfence",
                                         "lock addl $$0,0(%rsp)",
                                         "lock addl $$0, 0(%rsp)",
                                         "lock addq $$0,0(%rsp)",
                                         "lock orl $$0,(%rsp)",
                                         "lock orq $$0,(%rsp)",
                                         NULL};
  return text[0] == '#' || text_is_one_of(text, harmless);
}

/* Whether the template swaps the bytes of its one operand. */
static bool is_byte_swap(const char *text, unsigned width) {
  static const char *const swaps[] = {"bswap $0",  "bswap ${0:k}", "bswap ${0:q}",
                                      "bswapl $0", "bswapq $0",    NULL};
  static const char *const rotations[] = {"rorw $$8, ${0:w}",
                                          "rorw $$8,${0:w}",
                                          "rolw $$8, ${0:w}",
                                          "rolw $$8,${0:w}",
                                          "xchgb ${0:b},${0:h}",
                                          "xchgb ${0:b}, ${0:h}",
                                          NULL};
  if (width == 16) return text_is_one_of(text, rotations);
  return (width == 32 || width == 64) && text_is_one_of(text, swaps);
}

static void bind_outputs(struct lowering *lowering, LLVMValueRef call,
                         const struct asm_outputs *outputs, bool swaps) {
  const struct layout *layout = lower_layout(lowering, call);
  ir_operand *list = lower_new_list(lowering, layout->leaf_count);
  for (uint32_t i = 0; i < layout->leaf_count; i++) {
    unsigned width = layout->leaves[i].width;
    int argument = outputs->argument[i];
    if (argument < 0) {
      list[i] = emit_const(lowering, width, 0);
      continue;
    }
    LLVMValueRef value = LLVMGetOperand(call, (unsigned)argument);
    unsigned given = lower_layout(lowering, value)->leaves[0].width;
    list[i] = emit_resize(lowering, given, width, lower_scalar(lowering, value));
    if (swaps) list[i] = emit_unary(lowering, IR_BSWAP, width, list[i]);
  }
  lower_bind(lowering, call, list);
}

void lower_asm(struct lowering *lowering, LLVMValueRef call) {
  LLVMValueRef code = LLVMGetCalledValue(call);
  size_t length, constraint_length;
  const char *text = LLVMGetInlineAsmAsmString(code, &length);
  const char *constraints = LLVMGetInlineAsmConstraintString(code, &constraint_length);
  char *copy = alloc_format("%.*s", (int)constraint_length, constraints);
  char plain[MAX_TEXT + 4];
  normalise(text, length, plain, sizeof plain);
  struct asm_outputs outputs;
  const struct layout *layout = lower_layout(lowering, call);
  bool is_known = read_constraints(copy, &outputs) && outputs.count == layout->leaf_count;
  free(copy);
  bool swaps = is_known && outputs.count == 1 && outputs.argument[0] >= 0 &&
               is_byte_swap(plain, layout->leaves[0].width);
  if (is_known && (swaps || has_no_effect(plain))) {
    bind_outputs(lowering, call, &outputs, swaps);
    return;
  }
  lower_reject(lowering, "inline assembly \"%s%s\"", plain, length > MAX_TEXT ? "…" : "");
}
