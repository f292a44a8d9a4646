/* Flags that are combined with the opcode in struct intrinsic.op. */
#ifndef FRONT_LLVM_INTRINSIC_OPS_H
#define FRONT_LLVM_INTRINSIC_OPS_H

enum {
  OP_MASK = 0xfff,
  OP_SIGNED = 0x1000,
  OP_LARGER = 0x2000,    /* of two numbers, the one that the comparison orders last */
  OP_GIVES_LONG = 0x4000 /* the library function returns long whatever the intrinsic returns */
};

#endif
