/* What code may write that was not executed: sides of branches that were not taken, and
   instructions that could have gone to another address. Answers are numbers of regions
   (analysis/mod_ref.h); an address is matched with regions by the instruction that made its
   object. */
#ifndef REDUCE_REDUNDANT_WRITES_H
#define REDUCE_REDUNDANT_WRITES_H

#include "analysis/sparse_set.h"
#include "util/bitset.h"

#include <stdbool.h>
#include <stdint.h>

struct flows;
struct machine;
struct mod_ref;
struct points_to;
struct writes;

/* Returns owned; borrows the others. */
struct writes *writes_new(const struct machine *machine, const struct points_to *points,
                          struct mod_ref *mod_ref, struct flows *flows);
void writes_free(struct writes *writes);

/* The instruction made an object there (TRACE_NEW). */
void writes_note_object(struct writes *writes, uint64_t base, uint64_t size, uint32_t func,
                        uint32_t ins);

/* Regions, or anything at all. */
struct write_set {
  struct sparse_set regions;
  struct bitset registers; /* of a side: those that its blocks define; else of size 0 */
  bool is_anything;
};

/* Adds the regions that may have one of the bytes. */
void writes_add_regions(struct writes *writes, uint64_t address, uint32_t size,
                        struct write_set *set);
/* What the blocks from the edge on, up to where the ways meet again, may write. Borrowed. */
const struct write_set *writes_of_side(struct writes *writes, uint32_t func, uint32_t block,
                                       uint32_t edge);
/* What the instruction, of all instances of the function, may write. Borrowed. */
const struct write_set *writes_of_ins(struct writes *writes, uint32_t func, uint32_t ins);
/* Can some instruction of the program only write to a number, and so perhaps anywhere? */
bool writes_have_wild(const struct writes *writes);
bool writes_meet(const struct write_set *a, const struct write_set *b);

/* A builtin that ends some paths and not others, without a fork: an assumption. */
bool writes_is_check(const struct writes *writes, uint32_t callee);
/* Is an access by the instruction to this address as points-to says? If not, it has used an unknown
   number as an address, and nothing said here holds any more. */
bool writes_expect(struct writes *writes, uint32_t func, uint32_t ins, uint64_t address);
/* Does the result of the instruction depend on where objects are, and not only on which they are?
   Then it may differ between paths that do the same with other allocations before. */
bool writes_observe_layout(struct writes *writes, uint32_t func, uint32_t ins);

#endif
