/* Reading and writing: the caches, and the long way round them.

   An entry of the write cache stands for a page that only the running state owns;
   an entry of the read cache for a page whose bytes are all concrete. Whoever makes a
   page unshared (and so moves it) refreshes the read entry in the same step: the two
   caches never disagree about where a page is. */
#include "memory/access.h"

#include "util/alloc.h"
#include "util/fault.h"

#include <stdlib.h>
#include <string.h>

static const uint8_t zero_page[ADDRESS_PAGE_SIZE];

void memory_init(struct memory *memory) { memset(memory, 0, sizeof *memory); }

void memory_finish(struct memory *memory) {
  REQUIRE(memory->pool.large_bytes == 0); /* a page or a large object was not released */
  pool_free_all(&memory->pool);
}

void memory_forget_writes(struct memory *memory) {
  memset(memory->write_cache, 0, sizeof memory->write_cache);
}

void memory_forget_all(struct memory *memory) {
  memset(memory->read_cache, 0, sizeof memory->read_cache);
  memset(memory->write_cache, 0, sizeof memory->write_cache);
}

void memory_forget_object(struct memory *memory, const struct object *object) {
  uint64_t pages = object->size ? object_page_count(object) : 1;
  if (pages > CACHE_SIZE) {
    memory_forget_all(memory);
    return;
  }
  for (uint64_t i = 0; i < pages; i++) {
    unsigned index = cache_index(object->base + i * ADDRESS_PAGE_SIZE);
    memory->read_cache[index] = memory->write_cache[index] = (struct cache_entry){0};
  }
}

/* Only content that a program may read is ever cached. */
static bool is_cacheable(const struct object *object) {
  return object->kind != OBJECT_CODE && !(object->flags & OBJECT_UNDEFINED);
}

static void fill_entry(struct cache_entry *entry, uint64_t base, uint8_t *data, uint64_t size) {
  entry->base = base;
  entry->data = data;
  for (unsigned k = 0; k < 4; k++) {
    uint64_t bytes = (uint64_t)1 << k;
    entry->limit[k] = size >= bytes ? (uint32_t)(size - bytes + 1) : 0;
  }
}

static bool refuse(struct access_fault *fault, enum access_result result, struct object *object,
                   int64_t offset) {
  *fault = (struct access_fault){result, object, offset};
  return false;
}

static bool explain_unknown(const struct space *space, uint64_t address,
                            struct access_fault *fault) {
  enum object_kind kind;
  if (address < (uint64_t)1 << ADDRESS_SLOT_BITS) return refuse(fault, ACCESS_NULL, NULL, 0);
  if (space_was_used(space, address, &kind))
    return refuse(fault, kind == OBJECT_STACK ? ACCESS_DEAD_STACK : ACCESS_FREED, NULL, 0);
  return refuse(fault, ACCESS_WILD, NULL, 0);
}

/* The live object that holds all of the range, or NULL with the reason in *fault. */
static struct object *find_for_access(const struct space *space, uint64_t address, uint64_t size,
                                      bool is_write, struct access_fault *fault) {
  struct object *object = space_find(space, address);
  if (object == NULL) {
    explain_unknown(space, address, fault);
    return NULL;
  }
  uint64_t offset = address - object->base;
  enum access_result result;
  if (object->flags & OBJECT_FREED)
    result = object->kind == OBJECT_STACK ? ACCESS_DEAD_STACK : ACCESS_FREED;
  else if (object->kind == OBJECT_CODE)
    result = ACCESS_CODE;
  else if (object->flags & OBJECT_UNDEFINED)
    result = ACCESS_UNDEFINED;
  else if (offset > object->size || size > object->size - offset)
    result = ACCESS_BEYOND;
  else if (is_write && (object->flags & OBJECT_CONSTANT))
    result = ACCESS_READ_ONLY;
  else
    return object;
  refuse(fault, result, object, (int64_t)offset);
  return NULL;
}

bool memory_check(const struct space *space, uint64_t address, uint64_t size, bool is_write,
                  struct access_fault *fault) {
  return find_for_access(space, address, size, is_write, fault) != NULL;
}

/* The bytes from `offset` to the end of their page or object; fills the read cache. */
static const uint8_t *read_part(struct memory *memory, const struct object *object, uint64_t offset,
                                uint64_t *available) {
  uint64_t start = offset & -(uint64_t)ADDRESS_PAGE_SIZE;
  uint64_t size = object->size - start;
  if (size > ADDRESS_PAGE_SIZE) size = ADDRESS_PAGE_SIZE;
  const uint8_t *data = object->content.bytes;
  if (object_is_large(object)) {
    const struct page *page = object->content.pages[offset >> ADDRESS_PAGE_BITS];
    data = page ? page->bytes : zero_page;
  }
  uint64_t base = object->base + start;
  fill_entry(&memory->read_cache[cache_index(base)], base, (uint8_t *)data, size);
  *available = size - (offset - start);
  return data + (offset - start);
}

/* The same for writing: makes the part unshared first and fills both caches. The
   object must be unshared already. */
static uint8_t *write_part(struct memory *memory, struct object *object, uint64_t offset,
                           uint64_t *available) {
  uint64_t start = offset & -(uint64_t)ADDRESS_PAGE_SIZE;
  uint64_t size = object->size - start;
  if (size > ADDRESS_PAGE_SIZE) size = ADDRESS_PAGE_SIZE;
  uint8_t *data = object->content.bytes;
  if (object_is_large(object))
    data = object_own_page(&memory->pool, object, offset >> ADDRESS_PAGE_BITS)->bytes;
  uint64_t base = object->base + start;
  unsigned index = cache_index(base);
  if (is_cacheable(object)) {
    fill_entry(&memory->read_cache[index], base, data, size);
    if (!(object->flags & OBJECT_CONSTANT)) memory->write_cache[index] = memory->read_cache[index];
  }
  *available = size - (offset - start);
  return data + (offset - start);
}

bool memory_read(struct memory *memory, struct space *space, uint64_t address, void *out,
                 uint64_t size, struct access_fault *fault) {
  struct object *object = find_for_access(space, address, size, false, fault);
  if (object == NULL) return false;
  uint8_t *to = out;
  uint64_t offset = address - object->base;
  while (size > 0) {
    uint64_t part;
    const uint8_t *from = read_part(memory, object, offset, &part);
    if (part > size) part = size;
    memcpy(to, from, part);
    to += part, offset += part, size -= part;
  }
  return true;
}

static struct object *own_for_write(struct memory *memory, struct space *space,
                                    struct object *object) {
  struct object *own = space_own_object(memory, space, object);
  if (own != object) memory_forget_object(memory, own);
  return own;
}

void memory_initialise(struct memory *memory, struct space *space, struct object *object,
                       uint64_t offset, const void *in, uint64_t size) {
  REQUIRE(offset <= object->size && size <= object->size - offset);
  object = own_for_write(memory, space, object);
  const uint8_t *from = in;
  while (size > 0) {
    uint64_t part;
    uint8_t *to = write_part(memory, object, offset, &part);
    if (part > size) part = size;
    memcpy(to, from, part);
    from += part, offset += part, size -= part;
  }
}

bool memory_write(struct memory *memory, struct space *space, uint64_t address, const void *in,
                  uint64_t size, struct access_fault *fault) {
  struct object *object = find_for_access(space, address, size, true, fault);
  if (object == NULL) return false;
  memory_initialise(memory, space, object, address - object->base, in, size);
  return true;
}

bool memory_set(struct memory *memory, struct space *space, uint64_t address, uint8_t byte,
                uint64_t size, struct access_fault *fault) {
  struct object *object = find_for_access(space, address, size, true, fault);
  if (object == NULL) return false;
  object = own_for_write(memory, space, object);
  uint64_t offset = address - object->base;
  while (size > 0) {
    uint64_t part;
    uint8_t *to = write_part(memory, object, offset, &part);
    if (part > size) part = size;
    memset(to, byte, part);
    offset += part, size -= part;
  }
  return true;
}

/* Both objects are found before anything moves. Parts are copied in the direction that
   keeps an overlap intact; one part is within one page on either side. */
bool memory_copy(struct memory *memory, struct space *space, uint64_t to, uint64_t from,
                 uint64_t size, struct access_fault *fault, bool *was_write) {
  *was_write = true;
  struct object *target = find_for_access(space, to, size, true, fault);
  if (target == NULL) return false;
  *was_write = false;
  struct object *source = find_for_access(space, from, size, false, fault);
  if (source == NULL) return false;
  bool is_same = source == target;
  target = own_for_write(memory, space, target);
  if (is_same) source = target;
  uint64_t to_offset = to - target->base, from_offset = from - source->base;
  bool is_backward = is_same && to_offset > from_offset;
  while (size > 0) {
    uint64_t part = size;
    uint64_t to_room, from_room;
    if (is_backward) {
      /* the last part that lies within one page on both sides */
      to_room = ((to_offset + size - 1) & (ADDRESS_PAGE_SIZE - 1)) + 1;
      from_room = ((from_offset + size - 1) & (ADDRESS_PAGE_SIZE - 1)) + 1;
      if (part > to_room) part = to_room;
      if (part > from_room) part = from_room;
      uint8_t *target_bytes = write_part(memory, target, to_offset + size - part, &to_room);
      const uint8_t *source_bytes =
          read_part(memory, source, from_offset + size - part, &from_room);
      memmove(target_bytes, source_bytes, part);
    } else {
      uint8_t *target_bytes = write_part(memory, target, to_offset, &to_room);
      const uint8_t *source_bytes = read_part(memory, source, from_offset, &from_room);
      if (part > to_room) part = to_room;
      if (part > from_room) part = from_room;
      memmove(target_bytes, source_bytes, part);
      to_offset += part, from_offset += part;
    }
    size -= part;
  }
  return true;
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
