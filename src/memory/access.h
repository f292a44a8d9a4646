/* Reading and writing a state's memory.

   The running state has a cache of recently used pages (memory/cache.h). What is not in the
   cache takes the slow path, which alone decides whether an access is an error. */
#ifndef MEMORY_ACCESS_H
#define MEMORY_ACCESS_H

#include "memory/cache.h"
#include "memory/space.h"
#include "memory/unwritten.h"
#include "util/pool.h"

struct exprs;
struct hasher;
struct constant_tables;

enum { DEFAULT_ARRAY_PLACES = 32 };

/* What is done to a range of memory. At a symbolic offset, or of a symbolic length, a write may
   change any part of the range. The last: an object was made there. */
enum memory_use { MEMORY_READ, MEMORY_WRITE, MEMORY_MAY_WRITE, MEMORY_NEW };

struct memory {
  struct cache_entry read_cache[CACHE_SIZE];
  struct cache_entry write_cache[CACHE_SIZE];
  struct cache_partial partial_cache[CACHE_SIZE];
  uint64_t cache_used[CACHE_SIZE / 64];    /* indices in use */
  uint64_t cache_written[CACHE_SIZE / 64]; /* indices that may be written */
  struct pool pool;
  struct exprs *exprs;            /* borrowed; NULL while nothing is symbolic */
  struct constant_tables *tables; /* see memory/constant_tables.h */
  struct unwritten unwritten;
  /* Borrowed, may be NULL. Once it is true, long operations are abandoned half done, with
     ACCESS_STOPPED. */
  const volatile bool *stop;
  uint32_t array_places; /* a write at a symbolic offset to this many places turns them into an
                            array */
  /* Called with every access by a function of this directory, if it is not NULL: with all that may
     be read or written, also where the access then fails. */
  void (*observe)(void *observer, enum memory_use use, uint64_t address, uint64_t size);
  void *observer;
  struct hasher *hasher; /* owned; NULL until a hash is requested; see memory/content_hash.h */
};

/* Check `stop` once per this many parts of a range that may be large. */
enum { PARTS_PER_LOOK = 64 };
static inline bool memory_must_stop(const struct memory *memory) {
  return memory->stop != NULL && *memory->stop;
}

static inline void memory_notify(const struct memory *memory, enum memory_use use, uint64_t address,
                                 uint64_t size) {
  if (__builtin_expect(memory->observe != NULL, 0))
    memory->observe(memory->observer, use, address, size);
}

enum access_result {
  ACCESS_GOOD,
  ACCESS_NULL,
  ACCESS_WILD,
  ACCESS_BEYOND, /* out of the object's bounds */
  ACCESS_FREED,
  ACCESS_DEAD_STACK,
  ACCESS_READ_ONLY,
  ACCESS_UNDEFINED,
  ACCESS_CODE,
  ACCESS_SYMBOLIC, /* valid, but some bytes are symbolic or unwritten: memory/symbolic.h */
  ACCESS_CHOICE,   /* fault.object is a choice, which must be decided first */
  ACCESS_STOPPED   /* the run must stop: see memory.stop */
};

struct access_fault {
  enum access_result result;
  struct object *object; /* borrowed; NULL if unknown */
  int64_t offset;        /* of the access in the object */
};

void memory_init(struct memory *memory);
/* All spaces must have been released before. */
void memory_finish(struct memory *memory);
/* Call after the running state was forked: nothing may be written in place. */
void memory_forget_writes(struct memory *memory);
/* Call before another state runs. */
void memory_forget_all(struct memory *memory);
/* Call when an object is ended or moved. */
void memory_forget_object(struct memory *memory, const struct object *object);
/* The running state has just made the object, does not share it, and will probably fill it next:
   the first writes need not take the slow path. */
void memory_expect_write(struct memory *memory, struct object *object);

/* Whether [address, address + size) may be read (or written); if not, *fault says why. */
bool memory_check(const struct space *space, uint64_t address, uint64_t size, bool is_write,
                  struct access_fault *fault);

/* These check first and change nothing if the check fails; only a stop leaves them half done.
   Reading symbolic bytes fails with ACCESS_SYMBOLIC, unless they are elements of an array with
   known values; writing makes them concrete; copying copies them. Unwritten bytes count as
   symbolic. */
bool memory_read(struct memory *memory, struct space *space, uint64_t address, void *out,
                 uint64_t size, struct access_fault *fault);
bool memory_write(struct memory *memory, struct space *space, uint64_t address, const void *in,
                  uint64_t size, struct access_fault *fault);
bool memory_set(struct memory *memory, struct space *space, uint64_t address, uint8_t byte,
                uint64_t size, struct access_fault *fault);
/* Overlapping ranges are copied as by memmove. `was_write` says which side failed. */
bool memory_copy(struct memory *memory, struct space *space, uint64_t to, uint64_t from,
                 uint64_t size, struct access_fault *fault, bool *was_write);
/* Writes to an object regardless of its flags, to set up the initial state. */
void memory_initialise(struct memory *memory, struct space *space, struct object *object,
                       uint64_t offset, const void *in, uint64_t size);
/* Appends the string at an address to a buffer, at most `limit` bytes; false on a fault. */
bool memory_read_string(struct memory *memory, struct space *space, uint64_t address,
                        uint64_t limit, char **out, struct access_fault *fault);

#endif
