/* The free bits of the program's inputs: one run of gates per element of an array. */
#ifndef SOLVER_BLAST_INPUT_H
#define SOLVER_BLAST_INPUT_H

#include "solver/blast_gates.h"

struct input_element {
  uint64_t index;
  uint32_t array;
  uint16_t width;
  gate_lit first; /* bit k is first + 2 * k; its gate's fields b and c are this element's number
                     and k */
};

struct inputs {
  VEC(struct input_element) list;
  uint32_t *slots; /* element number + 1 */
  size_t slot_count;
};

void inputs_free(struct inputs *inputs);
/* The literal of bit 0; makes the gates if they do not exist. */
gate_lit input_bits(struct inputs *inputs, struct gates *gates, uint32_t array, uint64_t index,
                    unsigned width);
/* NULL if there is none. */
const struct input_element *input_find(const struct inputs *inputs, uint32_t array, uint64_t index);
/* The element of a free gate without definition. */
static inline const struct input_element *input_of_gate(const struct inputs *inputs,
                                                        const struct gate *gate) {
  return &inputs->list.data[gate->b];
}

#endif
