/* The records of the section: a magic number, sizes, the source's name and the bitcode, in units of
   8 bytes, which is also the section's alignment. All numbers are little-endian, as the machine's.
 */
#include "front/llvm/embedded.h"

#include "util/buffer.h"

#include <string.h>

enum { UNIT = 8 };
static const char magic[UNIT] = {'s', 'm', 'e', 'w', '.', 'b', 'c', 1};

struct head {
  char magic[UNIT];
  uint64_t size;
  uint32_t flags, name_length;
};

static size_t round_up(size_t size) { return (size + UNIT - 1) / UNIT * UNIT; }

static void add_padded(struct buffer *section, const char *bytes, size_t size) {
  static const char zeros[UNIT];
  buffer_add_bytes(section, bytes, size);
  buffer_add_bytes(section, zeros, round_up(size) - size);
}

void embedded_add_record(struct buffer *section, const struct embedded_record *record) {
  struct head head = {
      .size = record->size, .flags = record->flags, .name_length = record->name_length};
  memcpy(head.magic, magic, sizeof magic);
  buffer_add_bytes(section, &head, sizeof head);
  add_padded(section, record->name, record->name_length);
  add_padded(section, record->bitcode, record->size);
}

int embedded_next_record(const char *section, size_t size, size_t *at,
                         struct embedded_record *record) {
  static const char zeros[UNIT];
  size_t start = *at;
  while (size - start >= UNIT && memcmp(section + start, zeros, UNIT) == 0) start += UNIT;
  if (size - start < UNIT) return 0;
  struct head head;
  if (size - start < sizeof head) return -1;
  memcpy(&head, section + start, sizeof head);
  size_t left = size - start - sizeof head;
  if (memcmp(head.magic, magic, sizeof magic) != 0 || head.name_length > left ||
      round_up(head.name_length) > left || head.size > left - round_up(head.name_length))
    return -1;
  record->name = section + start + sizeof head;
  record->name_length = head.name_length;
  record->flags = head.flags;
  record->bitcode = record->name + round_up(head.name_length);
  record->size = head.size;
  size_t end = start + sizeof head + round_up(head.name_length) + round_up(head.size);
  *at = end < size ? end : size;
  return 1;
}
