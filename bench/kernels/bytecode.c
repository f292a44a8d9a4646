/* A stack machine in C that counts the primes below a bound: a switch on every
   instruction, as interpreters have it. */
#include "kernel.h"

enum opcode { PUSH, LOAD, STORE, ADD, MULTIPLY, MODULO, LESS, JUMP, JUMP_IF_ZERO, HALT };
enum variable { N, DIVISOR, PRIME, COUNT, BOUND };

struct instruction {
  enum opcode opcode;
  int argument;
};

static const struct instruction program[] = {
    /*  0: n = 2                           */ {PUSH, 2},
    {STORE, N},
    /*  2: while (n < bound)               */ {LOAD, N},
    {LOAD, BOUND},
    {LESS, 0},
    {JUMP_IF_ZERO, 38},
    /*  6: divisor = 2, prime = 1          */ {PUSH, 2},
    {STORE, DIVISOR},
    {PUSH, 1},
    {STORE, PRIME},
    /* 10: while (divisor * divisor < n+1) */ {LOAD, DIVISOR},
    {LOAD, DIVISOR},
    {MULTIPLY, 0},
    {LOAD, N},
    {PUSH, 1},
    {ADD, 0},
    {LESS, 0},
    {JUMP_IF_ZERO, 29},
    /* 18: if (n % divisor == 0) goto 27   */ {LOAD, N},
    {LOAD, DIVISOR},
    {MODULO, 0},
    {JUMP_IF_ZERO, 27},
    /* 22: divisor = divisor + 1           */ {LOAD, DIVISOR},
    {PUSH, 1},
    {ADD, 0},
    {STORE, DIVISOR},
    {JUMP, 10},
    /* 27: prime = 0                       */ {PUSH, 0},
    {STORE, PRIME},
    /* 29: count = count + prime           */ {LOAD, COUNT},
    {LOAD, PRIME},
    {ADD, 0},
    {STORE, COUNT},
    /* 33: n = n + 1                       */ {LOAD, N},
    {PUSH, 1},
    {ADD, 0},
    {STORE, N},
    {JUMP, 2},
    /* 38:                                 */ {HALT, 0},
};

static long interpret(long bound) {
  long stack[16], variables[5] = {0};
  int top = 0;
  variables[BOUND] = bound;
  for (int at = 0;;) {
    struct instruction now = program[at++];
    switch (now.opcode) {
    case PUSH: stack[top++] = now.argument; break;
    case LOAD: stack[top++] = variables[now.argument]; break;
    case STORE: variables[now.argument] = stack[--top]; break;
    case ADD: top--, stack[top - 1] += stack[top]; break;
    case MULTIPLY: top--, stack[top - 1] *= stack[top]; break;
    case MODULO: top--, stack[top - 1] %= stack[top]; break;
    case LESS: top--, stack[top - 1] = stack[top - 1] < stack[top]; break;
    case JUMP: at = now.argument; break;
    case JUMP_IF_ZERO:
      if (stack[--top] == 0) at = now.argument;
      break;
    case HALT: return variables[COUNT];
    }
  }
}

static uint64_t kernel_run(unsigned repetitions) {
  uint64_t sum = 0;
  for (unsigned round = 0; round < repetitions; round++)
    sum = mix(sum, (uint64_t)interpret(2000 + (long)round));
  return sum;
}
