/* Reading and writing: the caches, and the slow path behind them.

   A page (or small object) with an overlay is not in the caches: code that adds an overlay
   removes the entries, and the write that removes its last symbolic byte restores them. */
#include "memory/access.h"

#include "expr/expr.h"
#include "memory/array_content.h"
#include "memory/byte_array.h"
#include "memory/constant_tables.h"
#include "memory/content.h"
#include "memory/content_hash.h"
#include "memory/overlay.h"
#include "util/fault.h"

#include <stdlib.h>
#include <string.h>

void memory_init(struct memory *memory) {
  memset(memory, 0, sizeof *memory);
  memory->array_places = DEFAULT_ARRAY_PLACES;
}

void memory_finish(struct memory *memory) {
  hasher_free(memory);
  REQUIRE(memory->pool.large_bytes == 0); /* a page or a large object was not released */
  constant_tables_free(memory->tables);
  unwritten_free(&memory->unwritten);
  pool_free_all(&memory->pool);
}

/* Only content that the program may read is ever cached. */
static bool is_cacheable(const struct object *object) {
  return object->kind != OBJECT_CODE && !(object->flags & OBJECT_UNDEFINED);
}

static bool refuse(struct access_fault *fault, enum access_result result, struct object *object,
                   int64_t offset) {
  *fault = (struct access_fault){result, object, offset};
  return false;
}

static bool explain_unknown(const struct space *space, uint64_t address,
                            struct access_fault *fault) {
  enum object_kind kind;
  if (address < ADDRESS_NULL_END) return refuse(fault, ACCESS_NULL, NULL, 0);
  if (space_was_used(space, address, &kind))
    return refuse(fault, kind == OBJECT_STACK ? ACCESS_DEAD_STACK : ACCESS_FREED, NULL, 0);
  return refuse(fault, ACCESS_WILD, NULL, 0);
}

static inline bool is_inside(const struct object *object, uint64_t offset, uint64_t size) {
  return offset <= object->size && size <= object->size - offset;
}

/* Why an access to an object, or to no object, is an error. */
static __attribute__((noinline)) void explain(const struct space *space, struct object *object,
                                              uint64_t address, uint64_t size,
                                              struct access_fault *fault) {
  if (object == NULL) {
    explain_unknown(space, address, fault);
    return;
  }
  uint64_t offset = address - object->base;
  enum access_result result = ACCESS_READ_ONLY;
  if (object->kind == OBJECT_CHOICE)
    result = ACCESS_CHOICE;
  else if (object->flags & OBJECT_FREED)
    result = object->kind == OBJECT_STACK ? ACCESS_DEAD_STACK : ACCESS_FREED;
  else if (object->kind == OBJECT_CODE)
    result = ACCESS_CODE;
  else if (object->flags & OBJECT_UNDEFINED)
    result = ACCESS_UNDEFINED;
  else if (!is_inside(object, offset, size))
    result = ACCESS_BEYOND;
  refuse(fault, result, object, (int64_t)offset);
}

struct object *content_find(const struct space *space, uint64_t address, uint64_t size,
                            bool is_write, struct access_fault *fault) {
  struct object *object = space_find(space, address);
  unsigned bad = OBJECT_FREED | OBJECT_UNDEFINED | (is_write ? OBJECT_CONSTANT : 0);
  bool is_good = object != NULL && object->kind >= OBJECT_GLOBAL && object->kind <= OBJECT_HEAP &&
                 !(object->flags & bad) && is_inside(object, address - object->base, size);
  if (__builtin_expect(is_good, 1)) return object;
  explain(space, object, address, size, fault);
  return NULL;
}

bool memory_check(const struct space *space, uint64_t address, uint64_t size, bool is_write,
                  struct access_fault *fault) {
  return content_find(space, address, size, is_write, fault) != NULL;
}

/* The part that contains the offset; fills the read cache. */
static struct part_view read_part(struct memory *memory, const struct object *object,
                                  uint64_t offset) {
  struct part_view view = object_view_part(object, offset);
  if (view.overlay == NULL && view.array == NULL)
    cache_keep(memory, object->base + view.start, (uint8_t *)view.bytes, view.size, view.written,
               false);
  return view;
}

/* The part, to be changed: unshared together with its page, but the caches do not know this
   before keep_part. The object must be unshared already. The hash is invalidated here, once for
   all later writes through the caches. */
static struct overlay_part own_part(struct memory *memory, struct object *object, uint64_t offset) {
  struct overlay_part part = {&memory->pool, memory->exprs, &object->overlay, object->content.bytes,
                              &object->written};
  if (object_is_large(object)) {
    uint64_t number = offset >> ADDRESS_PAGE_BITS;
    if (object_page_sum(object)->is_known) object_leave_page(memory, object, number);
    struct page *page = object_own_page(&memory->pool, object, number);
    page->hash = 0;
    part.overlay = &page->overlay;
    part.bytes = page->bytes;
    part.written = &page->written;
  }
  return part;
}

static void keep_part(struct memory *memory, const struct object *object, uint64_t offset,
                      const struct overlay_part *part) {
  uint64_t start = offset & -(uint64_t)ADDRESS_PAGE_SIZE, size = object->size - start;
  if (size > ADDRESS_PAGE_SIZE) size = ADDRESS_PAGE_SIZE;
  uint64_t base = object->base + start;
  if (*part->overlay != NULL || !is_cacheable(object))
    cache_forget_part(memory, base, size);
  else
    cache_keep(memory, base, part->bytes, size, part->written, !(object->flags & OBJECT_CONSTANT));
}

/* The bytes [offset, offset + size), in one part, which are about to be overwritten. */
static uint8_t *write_part(struct memory *memory, struct object *object, uint64_t offset,
                           uint64_t size) {
  if (object_is_large(object) && size < ADDRESS_PAGE_SIZE)
    content_fill_pages(memory, object, offset, size);
  struct overlay_part part = own_part(memory, object, offset);
  uint32_t at = offset & (ADDRESS_PAGE_SIZE - 1);
  if (__builtin_expect(*part.overlay != NULL, 0))
    overlay_splice(&part, at, at + (uint32_t)size, NULL, 0);
  written_mark(part.pool, part.written, at, at + (uint32_t)size);
  keep_part(memory, object, offset, &part);
  return part.bytes + at;
}

/* How much of the range that starts at the offset is in one part. */
static uint64_t part_room(uint64_t offset, uint64_t size) {
  uint64_t room = ADDRESS_PAGE_SIZE - (offset & (ADDRESS_PAGE_SIZE - 1));
  return size < room ? size : room;
}

/* The same for the range that ends at the offset. */
static uint64_t part_room_before(uint64_t end, uint64_t size) {
  uint64_t room = ((end - 1) & (ADDRESS_PAGE_SIZE - 1)) + 1;
  return size < room ? size : room;
}

bool content_is_symbolic(const struct object *object, uint64_t offset, uint64_t size) {
  while (size > 0) {
    struct part_view view = object_view_part(object, offset);
    uint64_t part = part_room(offset, size);
    uint32_t at = (uint32_t)(offset - view.start);
    if (view.array != NULL || overlay_covers(view.overlay, at, at + (uint32_t)part)) return true;
    if (view.written != NULL && !written_covers(view.written, at, at + (uint32_t)part)) return true;
    offset += part, size -= part;
  }
  return false;
}

/* Bytes of an array that no store can have changed are as concrete as others. */
static bool read_array(struct memory *memory, const struct object *object, uint64_t offset,
                       void *out, uint64_t size) {
  enum { MAX_READ = 16 };
  struct array_part part;
  uint64_t words[MAX_READ / 8];
  if (size > MAX_READ || !array_content_find(object, offset, offset + size, &part)) return false;
  struct expr *value = content_value(memory, object, offset, (uint32_t)size);
  if (!expr_is_const(value)) return false;
  expr_const_get_words(value, words);
  memcpy(out, words, size);
  return true;
}

bool memory_read(struct memory *memory, struct space *space, uint64_t address, void *out,
                 uint64_t size, struct access_fault *fault) {
  memory_notify(memory, MEMORY_READ, address, size);
  struct object *object = content_find(space, address, size, false, fault);
  if (object == NULL) return false;
  uint8_t *to = out;
  uint64_t offset = address - object->base;
  if (content_is_symbolic(object, offset, size))
    return read_array(memory, object, offset, out, size) ||
           refuse(fault, ACCESS_SYMBOLIC, object, (int64_t)offset);
  while (size > 0) {
    struct part_view view = read_part(memory, object, offset);
    uint64_t part = part_room(offset, size);
    memcpy(to, view.bytes + (offset - view.start), part);
    to += part, offset += part, size -= part;
  }
  return true;
}

struct object *content_own(struct memory *memory, struct space *space, struct object *object) {
  struct object *own = space_own_object(memory, space, object);
  if (own != object) memory_forget_object(memory, own);
  return own;
}

void memory_initialise(struct memory *memory, struct space *space, struct object *object,
                       uint64_t offset, const void *in, uint64_t size) {
  REQUIRE(offset <= object->size && size <= object->size - offset);
  object = content_own(memory, space, object);
  const uint8_t *from = in;
  while (size > 0) {
    uint64_t part = part_room(offset, size);
    memcpy(write_part(memory, object, offset, part), from, part);
    from += part, offset += part, size -= part;
  }
}

bool memory_write(struct memory *memory, struct space *space, uint64_t address, const void *in,
                  uint64_t size, struct access_fault *fault) {
  memory_notify(memory, MEMORY_WRITE, address, size);
  struct object *object = content_find(space, address, size, true, fault);
  if (object == NULL) return false;
  memory_initialise(memory, space, object, address - object->base, in, size);
  return true;
}

bool memory_set(struct memory *memory, struct space *space, uint64_t address, uint8_t byte,
                uint64_t size, struct access_fault *fault) {
  memory_notify(memory, MEMORY_WRITE, address, size);
  struct object *object = content_find(space, address, size, true, fault);
  if (object == NULL) return false;
  object = content_own(memory, space, object);
  uint64_t offset = address - object->base;
  for (unsigned parts = 1; size > 0; parts++) {
    if (parts % PARTS_PER_LOOK == 0 && memory_must_stop(memory))
      return refuse(fault, ACCESS_STOPPED, object, (int64_t)offset);
    uint64_t part = part_room(offset, size);
    memset(write_part(memory, object, offset, part), byte, part);
    offset += part, size -= part;
  }
  return true;
}

/* Copies in the direction that preserves an overlap, in pieces that are within one part on both
   sides. Symbolic bytes of the target become concrete, those of the source count as 0. False if
   it had to stop. */
static bool copy_bytes(struct memory *memory, struct object *target, uint64_t to,
                       const struct object *source, uint64_t from, uint64_t size) {
  bool is_backward = source == target && to > from;
  for (unsigned parts = 1; size > 0; parts++) {
    if (parts % PARTS_PER_LOOK == 0 && memory_must_stop(memory)) return false;
    uint64_t part = is_backward ? part_room_before(from + size, part_room_before(to + size, size))
                                : part_room(from, part_room(to, size));
    uint64_t skip = is_backward ? size - part : 0;
    uint8_t *bytes = write_part(memory, target, to + skip, part);
    struct part_view view = read_part(memory, source, from + skip);
    memmove(bytes, view.bytes + (from + skip - view.start), part);
    if (!is_backward) to += part, from += part;
    size -= part;
  }
  return true;
}

typedef VEC(struct content_gap) gap_list;

/* Which bytes of the target become unwritten. If unwritten bytes may have any value, the copy
   must equal the source, so the source's become values first; otherwise whatever depends on them
   is an error, and it does not matter which unwritten bytes they are. */
static void list_gaps(struct memory *memory, const struct object *source, uint64_t offset,
                      uint64_t size, uint64_t shift, gap_list *gaps) {
  if (memory->unwritten.mode != UNWRITTEN_ERROR) {
    content_fill_unwritten(memory, source, offset, size);
    return;
  }
  struct content_gap gap;
  for (uint64_t at = offset; content_find_gap(source, at, offset + size, &gap); at = gap.end)
    vec_push(gaps, ((struct content_gap){gap.start + shift, gap.end + shift}));
}

/* The source's entries are listed before anything moves and inserted at the end, over the bytes
   copied in between. */
bool memory_copy(struct memory *memory, struct space *space, uint64_t to, uint64_t from,
                 uint64_t size, struct access_fault *fault, bool *was_write) {
  memory_notify(memory, MEMORY_READ, from, size);
  memory_notify(memory, MEMORY_WRITE, to, size);
  *was_write = true;
  struct object *target = content_find(space, to, size, true, fault);
  if (target == NULL) return false;
  *was_write = false;
  struct object *source = content_find(space, from, size, false, fault);
  if (source == NULL) return false;
  bool is_same = source == target;
  target = content_own(memory, space, target);
  if (is_same) source = target;
  uint64_t to_offset = to - target->base, from_offset = from - source->base;
  content_list entries = {0};
  gap_list gaps = {0};
  bool is_done = true;
  if (content_is_symbolic(source, from_offset, size)) {
    list_gaps(memory, source, from_offset, size, to_offset - from_offset, &gaps);
    is_done =
        content_list_entries(memory, source, from_offset, size, to_offset - from_offset, &entries);
  }
  is_done = is_done && copy_bytes(memory, target, to_offset, source, from_offset, size) &&
            (entries.count == 0 ||
             content_replace_range(memory, target, to_offset, size, entries.data, entries.count));
  if (gaps.count) unwritten_note_copy(memory, target, source);
  for (size_t i = 0; i < gaps.count; i++)
    content_unwrite(memory, target, gaps.data[i].start, gaps.data[i].end - gaps.data[i].start);
  vec_free(&entries);
  vec_free(&gaps);
  return is_done || refuse(fault, ACCESS_STOPPED, target, (int64_t)to_offset);
}

void content_unwrite(struct memory *memory, struct object *object, uint64_t offset, uint64_t size) {
  while (size > 0) {
    uint64_t room = part_room(offset, size), start = offset & -(uint64_t)ADDRESS_PAGE_SIZE;
    uint32_t at = (uint32_t)(offset - start);
    uint64_t extent = object->size - start;
    if (extent > ADDRESS_PAGE_SIZE) extent = ADDRESS_PAGE_SIZE;
    struct overlay_part part = own_part(memory, object, offset);
    written_unmark(part.pool, part.written, (uint32_t)extent, at, at + (uint32_t)room);
    memset(part.bytes + at, 0, room);
    cache_forget_part(memory, object->base + start, extent);
    offset += room, size -= room;
  }
}

static bool replace(struct memory *memory, struct object *object, uint64_t offset, uint64_t size,
                    const struct content_entry *entries, size_t count, bool may_stop) {
  VEC(struct overlay_entry) pieces = {0};
  size_t next = 0;
  for (unsigned parts = 1; size > 0; parts++) {
    if (may_stop && parts % PARTS_PER_LOOK == 0 && memory_must_stop(memory)) break;
    uint64_t part_size = part_room(offset, size), end = offset + part_size;
    uint64_t start = offset & -(uint64_t)ADDRESS_PAGE_SIZE;
    vec_clear(&pieces);
    for (; next < count && entries[next].start < end; next++) {
      const struct content_entry *entry = &entries[next];
      uint64_t first = entry->start > offset ? entry->start : offset;
      uint64_t last = entry->start + entry->size < end ? entry->start + entry->size : end;
      uint32_t skipped = (uint32_t)(first - entry->start), size_here = (uint32_t)(last - first);
      bool is_array = byte_array_is(entry->value);
      struct expr *value =
          is_array ? entry->value
                   : expr_extract(memory->exprs, entry->value, skipped * 8, size_here * 8);
      vec_push(&pieces,
               ((struct overlay_entry){value, (uint16_t)(first - start), (uint16_t)size_here,
                                       is_array ? entry->first + skipped : 0}));
      if (entry->start + entry->size > end) break; /* the rest belongs to the next part */
    }
    content_fill_pages(memory, object, offset, part_size);
    struct overlay_part part = own_part(memory, object, offset);
    overlay_splice(&part, (uint32_t)(offset - start), (uint32_t)(end - start), pieces.data,
                   (uint32_t)pieces.count);
    for (size_t i = 0; i < pieces.count; i++)
      written_mark(part.pool, part.written, pieces.data[i].start,
                   (uint32_t)pieces.data[i].start + pieces.data[i].size);
    keep_part(memory, object, offset, &part);
    offset += part_size, size -= part_size;
  }
  vec_free(&pieces);
  return size == 0;
}

void content_replace(struct memory *memory, struct object *object, uint64_t offset, uint64_t size,
                     const struct content_entry *entries, size_t count) {
  replace(memory, object, offset, size, entries, count, false);
}

bool content_replace_range(struct memory *memory, struct object *object, uint64_t offset,
                           uint64_t size, const struct content_entry *entries, size_t count) {
  return replace(memory, object, offset, size, entries, count, true);
}

bool memory_read_string(struct memory *memory, struct space *space, uint64_t address,
                        uint64_t limit, char **out, struct access_fault *fault) {
  VEC(char) text = {0};
  for (uint64_t i = 0; i < limit; i++) {
    char byte;
    if (!memory_read(memory, space, address + i, &byte, 1, fault)) {
      vec_free(&text);
      return false;
    }
    if (byte == '\0') break;
    vec_push(&text, byte);
  }
  vec_push(&text, '\0');
  *out = text.data;
  return true;
}
