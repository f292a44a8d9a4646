/* The one table of IR operations: X(NAME, "text", FORMAT).

   The format says how the fields of struct ir_ins are used; the printer, the
   verifier and the def-use walk are driven by it (see enum ir_format). `width`
   is the width in bits of the operands unless the comment says otherwise. */
#ifndef IR_OPCODES_H
#define IR_OPCODES_H

#define IR_OPCODES(X)                                                                              \
  /* integers: dst = a op b, all `width` bits; aux holds IR_NSW … */                               \
  X(ADD, "add", BINARY)                                                                            \
  X(SUB, "sub", BINARY)                                                                            \
  X(MUL, "mul", BINARY)                                                                            \
  X(UDIV, "udiv", BINARY)                                                                          \
  X(SDIV, "sdiv", BINARY)                                                                          \
  X(UREM, "urem", BINARY)                                                                          \
  X(SREM, "srem", BINARY)                                                                          \
  X(AND, "and", BINARY)                                                                            \
  X(OR, "or", BINARY)                                                                              \
  X(XOR, "xor", BINARY)                                                                            \
  X(SHL, "shl", BINARY)                                                                            \
  X(LSHR, "lshr", BINARY)                                                                          \
  X(ASHR, "ashr", BINARY)                                                                          \
  /* comparisons: dst is 1 bit, a and b are `width` bits */                                        \
  X(EQ, "eq", COMPARE)                                                                             \
  X(NE, "ne", COMPARE)                                                                             \
  X(ULT, "ult", COMPARE)                                                                           \
  X(ULE, "ule", COMPARE)                                                                           \
  X(SLT, "slt", COMPARE)                                                                           \
  X(SLE, "sle", COMPARE)                                                                           \
  X(UMULO, "umulo", COMPARE) /* does the unsigned product overflow? */                             \
  X(SMULO, "smulo", COMPARE) /* does the signed product overflow? */                               \
  /* conversions: dst is `width` bits, a is `c` bits */                                            \
  X(TRUNC, "trunc", CONVERT)                                                                       \
  X(ZEXT, "zext", CONVERT)                                                                         \
  X(SEXT, "sext", CONVERT)                                                                         \
  X(FCONV, "fconv", CONVERT)   /* between floating-point formats */                                \
  X(FPTOSI, "fptosi", CONVERT) /* float to integer; out of range or NaN: as x86-64 gives it */     \
  X(FPTOUI, "fptoui", CONVERT)                                                                     \
  X(FPTOSI_SAT, "fptosi.sat", CONVERT)                                                             \
  X(FPTOUI_SAT, "fptoui.sat", CONVERT)                                                             \
  X(SITOFP, "sitofp", CONVERT)                                                                     \
  X(UITOFP, "uitofp", CONVERT)                                                                     \
  /* dst = op a, all `width` bits */                                                               \
  X(MOV, "mov", UNARY)                                                                             \
  X(BSWAP, "bswap", UNARY)                                                                         \
  X(BITREV, "bitrev", UNARY)                                                                       \
  X(CTPOP, "ctpop", UNARY)                                                                         \
  X(CTLZ, "ctlz", UNARY)      /* `width` for 0 */                                                  \
  X(CTTZ, "cttz", UNARY)      /* `width` for 0 */                                                  \
  X(SELECT, "select", SELECT) /* dst = a (1 bit) ? b : c */                                        \
  /* floating point; the format follows from the width: 16, 32, 64, 80 (x87) or 128 */             \
  X(FADD, "fadd", BINARY)                                                                          \
  X(FSUB, "fsub", BINARY)                                                                          \
  X(FMUL, "fmul", BINARY)                                                                          \
  X(FDIV, "fdiv", BINARY)                                                                          \
  X(FREM, "frem", BINARY)                                                                          \
  X(FCOPYSIGN, "fcopysign", BINARY)                                                                \
  X(FMINNUM, "fminnum", BINARY) /* as fmin in C: ignores a NaN */                                  \
  X(FMAXNUM, "fmaxnum", BINARY)                                                                    \
  X(FMINIMUM, "fminimum", BINARY) /* propagates a NaN */                                           \
  X(FMAXIMUM, "fmaximum", BINARY)                                                                  \
  X(FCMP, "fcmp", COMPARE) /* aux is an enum ir_fcmp */                                            \
  X(FNEG, "fneg", UNARY)                                                                           \
  X(FABS, "fabs", UNARY)                                                                           \
  X(FSQRT, "fsqrt", UNARY)                                                                         \
  X(FFLOOR, "ffloor", UNARY)                                                                       \
  X(FCEIL, "fceil", UNARY)                                                                         \
  X(FTRUNC, "ftrunc", UNARY)                                                                       \
  X(FRINT, "frint", UNARY) /* by the rounding mode; also nearbyint */                              \
  X(FROUND, "fround", UNARY)                                                                       \
  X(FROUNDEVEN, "froundeven", UNARY)                                                               \
  X(FCLASS, "fclass", FCLASS) /* dst 1 bit, a `width` bits, c the class mask of LLVM */            \
  X(FMA, "fma", TERNARY)      /* dst = a * b + c, rounded once */                                  \
  /* memory; an address is 64 bits; `width` bits take (width + 7) / 8 bytes */                     \
  X(LOAD, "load", LOAD)    /* dst = [a]; the bits beyond `width` in the last byte are dropped */   \
  X(STORE, "store", STORE) /* [a] = b */                                                           \
  X(MEMCPY, "memcpy", MEMORY) /* a destination, b source, c byte count (64 bits) */                \
  X(MEMMOVE, "memmove", MEMORY)                                                                    \
  X(MEMSET, "memset", MEMORY) /* a destination, b byte (8 bits), c byte count */                   \
  X(ALLOCA, "alloca", ALLOCA) /* dst = address of a new stack object of a bytes, alignment c,      \
                                 named by string number b (0: no name) */                          \
  X(STACKSAVE, "stacksave", NULLARY)                                                               \
  X(STACKRESTORE, "stackrestore", EFFECT) /* frees the stack objects made since a was saved */     \
  X(VASTART, "vastart", EFFECT)           /* a points to an x86-64 va_list, which is set up */     \
  X(GUARD, "guard", GUARD)    /* a (1 bit) must hold: else it is the error that string number dst  \
                                 names, about c operands from b on in the operand list */          \
  X(SETJMP, "setjmp", SETJMP) /* dst (32 bits) = 0 at first, a the 64-bit buffer address */        \
  X(LONGJMP, "longjmp", LONGJMP) /* a buffer address, b value (32 bits); ends its block */         \
  /* calls: a is the callee (a constant naming a function, or a 64-bit address),                   \
     b a number in the function's call table */                                                    \
  X(CALL, "call", CALL)                                                                            \
  /* ends of blocks */                                                                             \
  X(BR, "br", BR)             /* a edge */                                                         \
  X(CONDBR, "condbr", CONDBR) /* a condition (1 bit), b edge if true, c edge if false */           \
  X(SWITCH, "switch", SWITCH) /* a value of `width` bits, b first of c cases in the case table,    \
                                 dst the default edge */                                           \
  X(INDIRECTBR, "indirectbr", INDIRECTBR) /* a address, b first of c possible edges in the         \
                                             case table (value unused) */                          \
  X(RET, "ret", RET)                      /* b first of c operands in the operand list */          \
  X(UNREACHABLE, "unreachable", END)                                                               \
  X(TRAP, "trap", TRAP) /* aux is an enum ir_trap, a the string number of its message */

enum ir_opcode {
#define X(name, text, format) IR_##name,
  IR_OPCODES(X)
#undef X
      IR_OPCODE_COUNT
};

/* How an operation uses the fields of struct ir_ins. "operand" means register or constant. */
enum ir_format {
  IR_FORMAT_BINARY,     /* dst, operands a b, all of `width` */
  IR_FORMAT_COMPARE,    /* dst 1 bit, operands a b of `width` */
  IR_FORMAT_CONVERT,    /* dst of `width`, operand a of c bits (an immediate) */
  IR_FORMAT_UNARY,      /* dst and operand a of `width` */
  IR_FORMAT_SELECT,     /* dst of `width`, operand a 1 bit, operands b c of `width` */
  IR_FORMAT_TERNARY,    /* dst, operands a b c, all of `width` */
  IR_FORMAT_FCLASS,     /* dst 1 bit, operand a of `width`, c an immediate */
  IR_FORMAT_LOAD,       /* dst of `width`, operand a an address */
  IR_FORMAT_STORE,      /* operand a an address, operand b of `width` */
  IR_FORMAT_MEMORY,     /* operands a b c */
  IR_FORMAT_ALLOCA,     /* dst 64 bits, operand a 64 bits, b string number, c immediate */
  IR_FORMAT_NULLARY,    /* dst 64 bits */
  IR_FORMAT_EFFECT,     /* operand a 64 bits */
  IR_FORMAT_GUARD,      /* operand a 1 bit, operand list b … b + c, dst string number */
  IR_FORMAT_SETJMP,     /* dst 32 bits, operand a 64 bits */
  IR_FORMAT_LONGJMP,    /* operands a (64 bits) and b (32 bits); ends a block */
  IR_FORMAT_CALL,       /* operand a 64 bits, b call number */
  IR_FORMAT_BR,         /* a edge number */
  IR_FORMAT_CONDBR,     /* operand a 1 bit, b c edge numbers */
  IR_FORMAT_SWITCH,     /* operand a of `width`, cases b … b + c, dst default edge */
  IR_FORMAT_INDIRECTBR, /* operand a 64 bits, cases b … b + c */
  IR_FORMAT_RET,        /* operand list b … b + c */
  IR_FORMAT_END,        /* no fields */
  IR_FORMAT_TRAP        /* a string number; ends a block */
};

#endif
