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
  X(ITE, "ite", "ite", 3)                                                                          \
  /* floating point on bits, as in expr/softfloat.h; the first child of a kind that rounds is the  \
     rounding mode. FMA has its factors as one concatenation, the first one high */                \
  X(FADD, "fadd", "fp.add", 3)                                                                     \
  X(FSUB, "fsub", "fp.sub", 3)                                                                     \
  X(FMUL, "fmul", "fp.mul", 3)                                                                     \
  X(FDIV, "fdiv", "fp.div", 3)                                                                     \
  X(FREM, "frem", "", 2) /* as fmod; fp.rem is another remainder */                                \
  X(FMA, "fma", "fp.fma", 3)                                                                       \
  X(FSQRT, "fsqrt", "fp.sqrt", 2)                                                                  \
  X(FRINT, "frint", "fp.roundToIntegral", 2)                                                       \
  X(FCONV, "fconv", "to_fp", 2)     /* to the format of the node's width */                        \
  X(FTOSI, "ftosi", "fp.to_sbv", 2) /* out of range and for a NaN, the least integer */            \
  X(SITOF, "sitof", "to_fp", 2)     /* from a signed integer of any width */                       \
  X(FEQ, "feq", "fp.eq", 2)                                                                        \
  X(FLT, "flt", "fp.lt", 2)                                                                        \
  X(FLE, "fle", "fp.leq", 2)

enum expr_kind {
#define X(name, text, smt, children) EXPR_##name,
  EXPR_KINDS(X)
#undef X
      EXPR_KIND_COUNT
};

#endif
