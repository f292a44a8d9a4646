/* How an address is made up.

   Every object has a slot of 2^26 bytes of the address space to itself (a large
   one has several in a row), so an access that leaves an object by less than the
   distance to the slot's edge can never meet another object, and the object a bad
   pointer came from is known. From high to low, an address is

       0 | generation (11 bits) | slot index (26 bits) | offset in slot (26 bits)

   A slot is reused after its object is gone, under the next generation: the old
   addresses stay out of use and still tell which slot they belonged to. A slot
   whose generations are used up is retired.

   Inside its slot an object starts some way in (so that running off the front is
   seen too), at an offset derived from the index, so that the low bits of addresses
   differ between objects: programs hash them. An object of at most a page does not
   cross a page boundary; a larger one starts at one. */
#ifndef MEMORY_ADDRESS_H
#define MEMORY_ADDRESS_H

#include <stdint.h>

enum {
  ADDRESS_PAGE_BITS = 12,
  ADDRESS_PAGE_SIZE = 1 << ADDRESS_PAGE_BITS,
  ADDRESS_SLOT_BITS = 26,
  ADDRESS_INDEX_BITS = 26,
  ADDRESS_GENERATION_SHIFT = ADDRESS_SLOT_BITS + ADDRESS_INDEX_BITS,
  ADDRESS_MAX_GENERATION = (1 << 11) - 1,
  ADDRESS_MAX_INDEX = (1 << ADDRESS_INDEX_BITS) - 1,
  ADDRESS_LEAD = 1 << 16 /* bytes kept free before an object */
};

static inline uint32_t address_index(uint64_t address) {
  return (uint32_t)(address >> ADDRESS_SLOT_BITS) & ADDRESS_MAX_INDEX;
}

static inline uint64_t address_slot_start(uint32_t index, uint32_t generation) {
  return (uint64_t)generation << ADDRESS_GENERATION_SHIFT | (uint64_t)index << ADDRESS_SLOT_BITS;
}

#endif
