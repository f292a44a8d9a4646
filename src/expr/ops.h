/* The one table of expression kinds: X(NAME, "text", "smt-lib name", children). */
#ifndef EXPR_OPS_H
#define EXPR_OPS_H

#define EXPR_KINDS(X)                                                                              \
  X(CONST, "const", "", 0)                                                                         \
  X(INPUT, "input", "", 0) /* element `index` of a symbolic array: mostly an input byte */         \
  X(ARRAY, "array", "", 0) /* a whole array, symbolic or a constant table; width of an element */  \
  X(STORE, "store", "store", 3) /* an array with one element replaced: array, index, value */      \
  X(READ, "read", "select", 2)  /* array, index */                                                 \
  X(NOT, "not", "bvnot", 1)                                                                        \
  X(CONCAT, "concat", "concat", 2) /* first child is the high part */                              \
  X(EXTRACT, "extract", "extract", 1)                                                              \
  X(ZEXT, "zext", "zero_extend", 1)                                                                \
  X(SEXT, "sext", "sign_extend", 1)                                                                \
  X(ADD, "add", "bvadd", 2)                                                                        \
  X(MUL, "mul", "bvmul", 2)                                                                        \
  X(UDIV, "udiv", "bvudiv", 2)                                                                     \
  X(SDIV, "sdiv", "bvsdiv", 2)                                                                     \
  X(UREM, "urem", "bvurem", 2)                                                                     \
  X(SREM, "srem", "bvsrem", 2)                                                                     \
  X(AND, "and", "bvand", 2)                                                                        \
  X(OR, "or", "bvor", 2)                                                                           \
  X(XOR, "xor", "bvxor", 2)                                                                        \
  X(SHL, "shl", "bvshl", 2)                                                                        \
  X(LSHR, "lshr", "bvlshr", 2)                                                                     \
  X(ASHR, "ashr", "bvashr", 2)                                                                     \
  X(EQ, "eq", "=", 2)                                                                              \
  X(ULT, "ult", "bvult", 2)                                                                        \
  X(ULE, "ule", "bvule", 2)                                                                        \
  X(SLT, "slt", "bvslt", 2)                                                                        \
  X(SLE, "sle", "bvsle", 2)                                                                        \
  X(ITE, "ite", "ite", 3)

enum expr_kind {
#define X(name, text, smt, children) EXPR_##name,
  EXPR_KINDS(X)
#undef X
      EXPR_KIND_COUNT
};

#endif
