/* Points-to analysis: which objects a register, an access or a call may refer to, on any run. See
   points_to.c for what is assumed of runs.

   A function is analysed once, or, if it is small, once for each call of it (its clones): an
   instance. Objects made by different clones are different. */
#ifndef ANALYSIS_POINTS_TO_H
#define ANALYSIS_POINTS_TO_H

#include "analysis/abstract.h"

#include <stdbool.h>
#include <stdint.h>

struct ir_program;
struct points_to;
struct sparse_set;

struct points_to_options {
  /* Borrowed; once it is true, the analysis is given up and knows nothing. NULL: never. */
  const volatile bool *stop;
  /* It is also given up when it has done so much work, about one for each word of a set that is
     looked at, so that a run can be repeated. 0: never. */
  uint64_t most_work;
  /* Borrowed names of the functions that runs may start in, ended by NULL. NULL: where the
     engine starts; if the program has no such function, in every function with a body. */
  const char *const *entries;
  /* Claims hold for a run until it first uses an unknown number as an address, which it can do only
     where points_to_may_be_wild says so. False: such a use counts as one of anything. */
  bool excludes_wild;
  /* Code without a definition does what the engine assumes of it (exec/builtin/unknown.h): it
     returns addresses of unknown objects, and of functions whose address is taken, and writes such
     to what its arguments point at, and it reads, keeps and calls nothing. Variables without a
     definition hold such addresses. False: such code may do anything with what it can get hold
     of. */
  bool trusts_undefined;
  bool has_open_globals; /* then all variables may hold such addresses from the start */
};

/* Returns an owned analysis; borrows the program, which must be verified and stay as it is. */
struct points_to *points_to_new(const struct ir_program *program,
                                const struct points_to_options *options);
void points_to_free(struct points_to *points);
/* False if the analysis was stopped: then no other function here may be called but free. */
bool points_to_is_known(const struct points_to *points);

const struct abstracts *points_to_abstracts(const struct points_to *points);
/* The abstract object of a global or of a function. */
uint32_t points_to_global(const struct points_to *points, uint32_t global);
uint32_t points_to_func(const struct points_to *points, uint32_t func);

/* Instances. Those that are not listed never run. */
uint32_t points_to_instance_count(const struct points_to *points);
uint32_t points_to_instance_func(const struct points_to *points, uint32_t instance);
/* Of a clone: the instance and the call that it is for. False: it is the common one. */
bool points_to_instance_site(const struct points_to *points, uint32_t instance, uint32_t *caller,
                             uint32_t *ins);
/* The instance that calls share which have no clone; ABSTRACT_NONE if there is none. */
uint32_t points_to_common(const struct points_to *points, uint32_t func);
bool points_to_block_runs(const struct points_to *points, uint32_t instance, uint32_t block);
/* The number that the register or constant has whenever that instance computes it. */
bool points_to_value(const struct points_to *points, uint32_t instance, uint32_t operand,
                     uint64_t *value);
/* The instance of `callee` (a function with a body) that the call enters; ABSTRACT_NONE if it
   never calls that. */
uint32_t points_to_enter(const struct points_to *points, uint32_t instance, uint32_t ins,
                         uint32_t callee);

/* What the call of an instance may enter. */
struct points_to_arc {
  uint32_t ins;
  uint32_t callee; /* instance; of functions with a body */
};
/* Borrowed; by instruction, then instance. */
const struct points_to_arc *points_to_arcs(const struct points_to *points, uint32_t instance,
                                           uint32_t *count);

/* The locations that an operand of an instance may be the address of, or pieces of. Borrowed until
   the next call; empty for numbers. */
const struct sparse_set *points_to_set(const struct points_to *points, uint32_t instance,
                                       uint32_t operand);
/* Could the operand be an address that was not computed from one: from an input, or by arithmetic?
   Then its set has a location of kind ABSTRACT_ANY. */
bool points_to_may_be_wild(const struct points_to *points, uint32_t instance, uint32_t operand);
bool points_to_excludes_wild(const struct points_to *points);
bool points_to_trusts_undefined(const struct points_to *points);
/* The abstract object of all that is unknown. */
uint32_t points_to_unknown(const struct points_to *points);
/* The same of a function's register in all its instances: added to the set. */
void points_to_collect(const struct points_to *points, uint32_t func, uint32_t operand,
                       struct sparse_set *set);
/* What a load of so many bytes at the location may give, as locations: added to the set. */
void points_to_content(const struct points_to *points, uint32_t location, uint64_t size,
                       struct sparse_set *set);
/* All that functions which nobody defines may know of. Borrowed. */
const struct sparse_set *points_to_escaped(const struct points_to *points);

#endif
