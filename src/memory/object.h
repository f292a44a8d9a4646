/* An object of the program: its place, its size, where it came from, its content.

   Objects are shared between states and reference-counted; a shared one is never changed
   (space_own_object makes an unshared copy first). Content of up to a page is in the object
   itself; a larger object has a table of pages, each shared and counted, where NULL is an
   untouched page, whose content its background defines (memory/background.h). Symbolic content
   is in an overlay of the object or page: memory/overlay.h. Which bytes are unwritten is in
   memory/written.h.

   A choice is in a slot whose object differs between merged paths: one of two objects, or none,
   depending on a condition. An access to the slot decides the condition first and puts the
   object in place (space_choose). */
#ifndef MEMORY_OBJECT_H
#define MEMORY_OBJECT_H

#include "memory/address.h"
#include "memory/written.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct background;
struct expr;
struct expr_array;
struct pool;
struct overlay; /* NULL if all is concrete */

enum object_kind {
  OBJECT_CODE,
  OBJECT_GLOBAL,
  OBJECT_STACK,
  OBJECT_HEAP,
  OBJECT_PART,  /* fills the further slots of an object that has several; link: the first */
  OBJECT_CHOICE /* one of two; only index, link and content.choice are used */
};

enum {
  OBJECT_CONSTANT = 1,  /* may not be written */
  OBJECT_FREED = 2,     /* ended; the remains are kept for reports */
  OBJECT_UNDEFINED = 4, /* an external variable without a definition */
  OBJECT_REACHED = 8    /* scratch mark of the leak search */
};

struct page {
  uint32_t refs;
  uint64_t hash; /* of its content; 0: unknown */
  struct overlay *overlay;
  struct written written;
  uint8_t bytes[ADDRESS_PAGE_SIZE];
};

struct object;

struct object_choice {
  struct expr *condition; /* width 1 */
  struct object *then;    /* owned, like the other; NULL: the slot was never used */
  struct object *other;
};

/* The header fits a cache line; SPACE_MAX_OBJECT limits the size. */
enum { OBJECT_SIZE_BITS = 37, OBJECT_NAME_BITS = 64 - OBJECT_SIZE_BITS };

struct object {
  uint32_t refs;
  uint8_t kind; /* enum object_kind */
  uint8_t flags;
  uint16_t generation;
  uint32_t index;
  uint32_t site; /* location number of the allocation or definition */
  union {
    uint32_t freed_site; /* if OBJECT_FREED: location number */
    uint32_t round;      /* else, of a large object: the collection that visited it last */
    uint32_t unwritten;  /* else: see object_unwritten_id */
  };
  uint32_t link; /* live stack object: index of the one below; free slot: the next free one */
  uint64_t hash; /* of the whole object; 0: unknown. See memory/content_hash.h */
  uint64_t base;
  uint64_t name : OBJECT_NAME_BITS; /* string number of the program, 0 for none */
  uint64_t size : OBJECT_SIZE_BITS; /* in the high bits: one shift extracts it */
  union {
    struct overlay *overlay;       /* size <= ADDRESS_PAGE_SIZE */
    struct background *background; /* else: content of absent pages; NULL: zeros */
  };
  struct written written; /* size <= ADDRESS_PAGE_SIZE; else see object_unwritten_id */
  union {
    uint8_t bytes[1];      /* size <= ADDRESS_PAGE_SIZE */
    struct page *pages[1]; /* else: one per started page */
    struct object_choice choice;
  } content;
};

static inline bool object_is_large(const struct object *object) {
  return object->size > ADDRESS_PAGE_SIZE;
}
static inline uint64_t object_page_count(const struct object *object) {
  return (object->size + ADDRESS_PAGE_SIZE - 1) >> ADDRESS_PAGE_BITS;
}

/* The sum over the pages of a large object, for its hash; stored after the page table. */
enum { PAGE_SUM_MOST = 12 };
struct page_sum {
  uint64_t sum;      /* of all pages except those that have changed since */
  uint32_t is_known; /* if false there is no sum */
  uint32_t changed_count;
  uint32_t changed[PAGE_SUM_MOST]; /* numbers of pages */
};
static inline struct page_sum *object_page_sum(const struct object *object) {
  return (struct page_sum *)(uintptr_t)&object->content.pages[object_page_count(object)];
}

/* The id of its unwritten bytes in the table of memory/unwritten.h; 0: none has been read. */
static inline uint32_t object_unwritten_id(const struct object *object) {
  return object_is_large(object) ? (uint32_t)object->written.word : object->unwritten;
}
static inline void object_set_unwritten_id(struct object *object, uint32_t id) {
  if (object_is_large(object))
    object->written.word = id;
  else
    object->unwritten = id;
}

/* The bytes that an object of that size needs for its content or page table. */
static inline size_t object_room(uint64_t size) {
  uint64_t pages = (size + ADDRESS_PAGE_SIZE - 1) >> ADDRESS_PAGE_BITS;
  if (size <= ADDRESS_PAGE_SIZE) return (size_t)size;
  return (size_t)pages * sizeof(struct page *) + sizeof(struct page_sum);
}

/* A part has its own bytes and overlay: it is a small object or a page. */
struct part_view {
  const uint8_t *bytes;
  const struct overlay *overlay;
  uint64_t start; /* offset in the object */
  uint64_t size;
  const struct expr_array *array; /* of an absent page: its bytes are inputs of this array; NULL:
                                     they are not */
  uint64_t shift;                 /* the number of an input is the offset in the object plus this */
  const struct written *written;  /* NULL: every byte has been written */
};
/* The part that contains the offset, for reading only. */
struct part_view object_view_part(const struct object *object, uint64_t offset);

/* Returns an owned object with one reference; all is zero except the size. */
struct object *object_new(struct pool *pool, uint64_t size);
/* Makes an unshared object of zeros unwritten. */
void object_make_unwritten(struct pool *pool, struct object *object);
/* Returns an owned choice for that slot; takes both objects. */
struct object *object_new_choice(struct pool *pool, uint32_t index, struct expr *condition,
                                 struct object *then, struct object *other);
/* Returns an owned copy with one reference; pages and overlays are shared. */
struct object *object_copy(struct pool *pool, const struct object *object);
void object_release(struct pool *pool, struct object *object);
void object_release_page(struct pool *pool, struct page *page); /* may be NULL */
/* Drops the content of an unshared object but keeps what reports need. */
void object_drop_content(struct pool *pool, struct object *object);
/* The page of an unshared large object, made unshared and present. If it was absent with a
   background of inputs, it is zeros: see content_fill_pages. */
struct page *object_own_page(struct pool *pool, struct object *object, uint64_t number);

#endif
