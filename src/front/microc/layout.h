/* Where values lie in memory.

   Numbers take 4 bytes, pointers and functions 8. A record is its fields, and a presence byte for
   each field that only some literals of its type have. An array is its length and room for as many
   elements as the longest literal of its type has, so it can be copied as a whole and shares no
   memory. An array that contains arrays of its own type, or that would be too large, is boxed
   instead: its length and the address of its elements, which are shared by copies and never
   modified; a write makes new ones.

   A cell, the target of a pointer, is a value followed by a presence byte. */
#ifndef FRONT_MICROC_LAYOUT_H
#define FRONT_MICROC_LAYOUT_H

#include "front/microc/types.h"

struct microc_field_layout {
  uint64_t offset;
  uint64_t presence; /* offset of the presence byte; MICROC_ALWAYS or MICROC_NEVER */
};

#define MICROC_ALWAYS UINT64_MAX
#define MICROC_NEVER (UINT64_MAX - 1)
enum { MICROC_BOX_AT = 8, MICROC_BOX_SIZE = 16 };

struct microc_layout {
  bool is_known, is_open;
  uint8_t width;                      /* of a value in a register; 0 for records and arrays */
  bool is_boxed;                      /* of an array */
  uint64_t size, align;               /* at least 1 */
  uint64_t elements_at;               /* of an array that is not boxed */
  struct microc_field_layout *fields; /* owned; as the type's fields */
};

struct microc_layouts {
  struct microc_types *types; /* borrowed */
  struct microc_layout *list; /* per type */
};

void microc_layouts_init(struct microc_layouts *layouts, struct microc_types *types);
void microc_layouts_free(struct microc_layouts *layouts);
/* Borrowed for as long as the layouts last. */
const struct microc_layout *microc_layout_of(struct microc_layouts *layouts, uint32_t type);

#endif
