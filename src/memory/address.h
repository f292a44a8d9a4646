/* The layout of addresses.

   All objects are in [2^44, 2^45). So an address has 45 significant bits: programs keep tags in
   the upper 16 (NaN boxing) or pack it into 48. And constants that people write as pointers
   (numbers of up to 44 bits, 0xdeadbeef… of 64, text) point at nothing; the few that would be in
   the range, such as 0x171717171717, are in slots that are never used.

   Every object has a slot of the address space to itself. There are four regions, each with
   slots of one size: while a program has few objects they get large slots, and the more it has,
   the smaller the slots become.

       region   slots   bytes each   free around an object   largest object
       0        2^17    2^26         16 MB                   32 MB (larger ones get several)
       1        2^18    2^24         4 MB                    8 MB
       2        2^21    2^20         256 KB                  512 KB
       3        2^26    2^15         8 KB                    16 KB

   Half of a region's slots are for any object, the other half for objects too large for the
   later regions. Slots are numbered consecutively, in the order of their addresses; number 0
   means no slot.

   An object starts in the middle half of its slot, so that running off either end reaches no
   other object within a quarter of a slot, and the object that a bad pointer came from is known.
   The middle half is divided into lanes. A slot is reused after its object has ended: the next
   generation starts in the next lane, so that an old address hits nothing until all lanes have
   been used, and then (for objects of up to a page) usually starts at a different offset in the
   page.

   An object of at most a page does not cross a page boundary; a larger one starts at one. The
   low bits of addresses differ from slot to slot, since programs hash them. */
#ifndef MEMORY_ADDRESS_H
#define MEMORY_ADDRESS_H

#include <stdbool.h>
#include <stdint.h>

enum {
  ADDRESS_PAGE_BITS = 12,
  ADDRESS_PAGE_SIZE = 1 << ADDRESS_PAGE_BITS,
  ADDRESS_SPACE_BITS = 44,
  ADDRESS_REGIONS = 4,
  ADDRESS_EIGHTHS = 8,
  ADDRESS_LARGE_SLOT_BITS = 26, /* of region 0 */
  ADDRESS_LARGE_SLOTS = 1 << 17,
  ADDRESS_NULL_END = 1 << 16 /* below: a null pointer plus an offset */
};

struct address_region {
  uint64_t start;
  uint32_t first_index, slots;
  uint8_t slot_bits, lane_bits, lane_count_bits;
};
extern const struct address_region address_regions[ADDRESS_REGIONS];

/* For translating addresses: each eighth of the address space is in one region. */
struct address_eighth {
  uint32_t slot_bits;
  uint32_t bias; /* address >> slot_bits, minus the slot's number */
};
extern const struct address_eighth address_eighths[ADDRESS_EIGHTHS];

/* Whether the word could be the address of an object. */
static inline bool address_is_possible(uint64_t word) { return word >> ADDRESS_SPACE_BITS == 1; }

/* The number of the slot that contains the address, 0 for none. Most are in region 0. */
static inline uint32_t address_index(uint64_t address) {
  if (__builtin_expect(address >> (ADDRESS_SPACE_BITS - 1) == 2, 1))
    return (uint32_t)(address >> ADDRESS_LARGE_SLOT_BITS) & (ADDRESS_LARGE_SLOTS - 1);
  if (!address_is_possible(address)) return 0;
  const struct address_eighth *eighth =
      &address_eighths[address >> (ADDRESS_SPACE_BITS - 3) & (ADDRESS_EIGHTHS - 1)];
  return (uint32_t)(address >> eighth->slot_bits) - eighth->bias;
}

static inline const struct address_region *address_region_of(uint32_t index) {
  const struct address_region *region = address_regions;
  while (region < address_regions + ADDRESS_REGIONS - 1 && index >= region[1].first_index) region++;
  return region;
}

/* Whether an object of that size and alignment (a power of two) fits one slot of the region. */
bool address_fits(const struct address_region *region, uint64_t size, uint64_t align);
/* How many slots of region 0 an object needs that is too large for one. */
uint64_t address_slots_of_run(uint64_t size);
/* Where an object of that generation of the slot starts. */
uint64_t address_place(uint32_t index, uint32_t generation, uint64_t size, uint64_t align);
/* Whether an address of the slot outside its object is where one of an earlier generation was,
   rather than near the current one, which starts at base. */
bool address_is_of_earlier(uint32_t index, uint32_t generation, uint64_t base, uint64_t address);
/* Whether the slot must stay unused because it contains a constant that people write. */
bool address_is_plausible_constant(uint32_t index);

#endif
