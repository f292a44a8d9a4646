/* Where in its slot an object starts: see memory/address.h.

   The page caches are indexed by (address >> 26) ^ (address >> 12) (memory/cache.h). Lanes have
   1 MB where possible, so that neither shift depends on the lane: successive generations of a
   slot have the same cache entry, and consecutive slots have different ones. In region 0 the
   first shift contains the slot; in region 1 it lacks the slot's lowest two bits, which are
   therefore repeated in bits 18 and 19 of the address; in region 2 the lowest three are in bits
   12 to 14. */
#include "memory/address.h"

#include "util/hash.h"

#define SPACE_START ((uint64_t)1 << ADDRESS_SPACE_BITS)
#define PART(eighths) (SPACE_START + ((uint64_t)(eighths) << (ADDRESS_SPACE_BITS - 3)))

enum { SLOTS_0 = ADDRESS_LARGE_SLOTS, SLOTS_1 = 1 << 18, SLOTS_2 = 1 << 21, SLOTS_3 = 1 << 26 };
enum { FIRST_1 = SLOTS_0, FIRST_2 = FIRST_1 + SLOTS_1, FIRST_3 = FIRST_2 + SLOTS_2 };

const struct address_region address_regions[ADDRESS_REGIONS] = {
    {PART(0), 0, SLOTS_0, ADDRESS_LARGE_SLOT_BITS, 20, 5},
    {PART(4), FIRST_1, SLOTS_1, 24, 20, 3},
    {PART(6), FIRST_2, SLOTS_2, 20, 16, 3},
    {PART(7), FIRST_3, SLOTS_3, 15, 12, 2},
};

#define EIGHTH(eighths, bits, first) {bits, (uint32_t)((PART(eighths) >> (bits)) - (first))}
const struct address_eighth address_eighths[ADDRESS_EIGHTHS] = {
    EIGHTH(0, ADDRESS_LARGE_SLOT_BITS, 0),
    EIGHTH(0, ADDRESS_LARGE_SLOT_BITS, 0),
    EIGHTH(0, ADDRESS_LARGE_SLOT_BITS, 0),
    EIGHTH(0, ADDRESS_LARGE_SLOT_BITS, 0),
    EIGHTH(4, 24, FIRST_1),
    EIGHTH(4, 24, FIRST_1),
    EIGHTH(6, 20, FIRST_2),
    EIGHTH(7, 15, FIRST_3),
};

static uint64_t slot_size(const struct address_region *region) {
  return (uint64_t)1 << region->slot_bits;
}

static uint64_t slot_start(const struct address_region *region, uint32_t index) {
  return region->start + ((uint64_t)(index - region->first_index) << region->slot_bits);
}

static uint64_t lane_size(const struct address_region *region) {
  return (uint64_t)1 << region->lane_bits;
}

static uint32_t lane_count(const struct address_region *region) {
  return (uint32_t)1 << region->lane_count_bits;
}

bool address_fits(const struct address_region *region, uint64_t size, uint64_t align) {
  return size <= slot_size(region) / 2 && align <= slot_size(region) / 4;
}

uint64_t address_slots_of_run(uint64_t size) {
  const struct address_region *region = &address_regions[0];
  return (size + slot_size(region) / 2 + slot_size(region) - 1) >> region->slot_bits;
}

/* Pages between the start of a lane and an object. */
static uint64_t spread_pages(const struct address_region *region, uint32_t index, bool is_large) {
  switch (region - address_regions) {
  case 0: return is_large ? (index * 5 & 15) << 3 : index >> 8 & 15;
  case 1: return (index & 3) << 6 | (index >> 8 & 15);
  case 2: return index & 7;
  default: return 0;
  }
}

/* Bytes between the start of its page and an object of at most a page. */
static uint64_t spread_bytes(uint32_t index, uint32_t round, uint64_t size, uint64_t align) {
  uint64_t room = ADDRESS_PAGE_SIZE - size;
  uint64_t spread = (uint64_t)index * HASH_FACTOR >> 52;
  spread = (spread + round * 2531u) & (ADDRESS_PAGE_SIZE - 1);
  return (room * spread >> ADDRESS_PAGE_BITS) & -align;
}

uint64_t address_place(uint32_t index, uint32_t generation, uint64_t size, uint64_t align) {
  const struct address_region *region = address_region_of(index);
  uint64_t start = slot_start(region, index) + slot_size(region) / 4;
  uint64_t lane = lane_size(region), room = slot_size(region) / 2;
  if (size > room || align > lane) return start;
  uint64_t in_lane = (uint64_t)(generation & (lane_count(region) - 1)) << region->lane_bits;
  uint64_t pages = spread_pages(region, index, size > ADDRESS_PAGE_SIZE) << ADDRESS_PAGE_BITS;
  if (align > ADDRESS_PAGE_SIZE) pages = 0;
  if (size <= ADDRESS_PAGE_SIZE && align <= ADDRESS_PAGE_SIZE)
    pages += spread_bytes(index, generation >> region->lane_count_bits, size, align);
  if (pages + size <= lane) return start + in_lane + pages;
  return start + generation % ((room - size) / lane + 1) * lane;
}

bool address_is_of_earlier(uint32_t index, uint32_t generation, uint64_t base, uint64_t address) {
  const struct address_region *region = address_region_of(index);
  uint64_t start = slot_start(region, index) + slot_size(region) / 4;
  uint64_t offset = address - start, lane = lane_size(region);
  if (generation == 0 || offset >= slot_size(region) / 2) return false;
  uint64_t number = offset / lane, own = (base - start) / lane;
  if (number == own || offset % lane >= lane / 2) return false;
  return generation >= lane_count(region) || number < own;
}

/* Repeated bytes (0x161616161616), 0x1234…, and round numbers, which are the start of a region. */
bool address_is_plausible_constant(uint32_t index) {
  const struct address_region *region = address_region_of(index);
  uint64_t start = slot_start(region, index);
  uint64_t repeated = (start >> 40) * 0x010101010101u;
  return index == region->first_index || repeated - start < slot_size(region) ||
         start >> 32 == 0x1234;
}
