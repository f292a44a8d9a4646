/* The heap, and block operations that a libc would otherwise do byte by byte. */
#include "exec/builtin/builtin_fail.h"
#include "exec/builtin/builtin_list.h"
#include "exec/choose.h"
#include "exec/machine.h"
#include "exec/own_place.h"
#include "exec/translate/code.h"
#include "ir/ir.h"
#include "util/buffer.h"

#include <errno.h>

/* Without a libc there is no errno, and this does nothing. */
static void set_errno(struct machine *machine, int32_t value) {
  const struct ir_global *global = ir_find_global(machine->program, "__smew_errno");
  struct space *space = &machine->state->space;
  struct access_fault fault;
  uint64_t address;
  if (global == NULL) return;
  uint64_t place = machine->layout.global_addresses[global->number];
  if (memory_read(&machine->memory, space, place, &address, 8, &fault) && address != 0)
    memory_write(&machine->memory, space, address, &value, 4, &fault);
}

enum content { ZEROS, UNWRITTEN };

static uint64_t place(struct machine *machine, uint64_t size, uint64_t align,
                      enum content content) {
  struct space_request request = {.size = size,
                                  .align = align,
                                  .kind = OBJECT_HEAP,
                                  .site = own_place_site(machine),
                                  .is_unwritten = content == UNWRITTEN};
  struct object *object = space_allocate(&machine->memory, &machine->state->space, &request);
  if (object == NULL) {
    set_errno(machine, ENOMEM);
    return 0;
  }
  memory_expect_write(&machine->memory, object);
  return object->base;
}

/* 0 in *address: out of memory, or failed by --malloc-fails. False if machine.event was set. */
static bool allocate(struct machine *machine, uint64_t size, uint64_t align, enum content content,
                     uint64_t *address) {
  bool fails = false;
  if (machine->limits.malloc_fails > 0 && size <= SPACE_MAX_OBJECT &&
      !builtin_decide_failure(machine, &fails))
    return false;
  *address = fails ? 0 : place(machine, size, align, content);
  if (fails) set_errno(machine, ENOMEM);
  return true;
}

/* A path that allocates in a loop would far exceed the memory limit by the end of its slice. The
   slice ends here, before anything has changed, and the call is repeated. */
static bool ends_slice(struct machine *machine) {
  if (machine->look_at == 0 || machine_held_bytes(machine) < machine->look_at) return false;
  if (!machine->is_careful) machine->state->next = machine->stopped_at;
  machine->event = EVENT_FUEL;
  return true;
}

bool builtin_malloc(struct machine *machine, const uint64_t *args, uint64_t *result) {
  if (ends_slice(machine)) return false;
  return allocate(machine, args[0], 16, UNWRITTEN, result);
}

bool builtin_calloc(struct machine *machine, const uint64_t *args, uint64_t *result) {
  if (ends_slice(machine)) return false;
  uint64_t size;
  if (__builtin_mul_overflow(args[0], args[1], &size)) size = UINT64_MAX;
  return allocate(machine, size, 16, ZEROS, result);
}

static bool is_power_of_two(uint64_t value) { return value != 0 && (value & (value - 1)) == 0; }

bool builtin_memalign(struct machine *machine, const uint64_t *args, uint64_t *result) {
  if (ends_slice(machine)) return false;
  *result = 0;
  if (is_power_of_two(args[0])) return allocate(machine, args[1], args[0], UNWRITTEN, result);
  set_errno(machine, EINVAL);
  return true;
}

bool builtin_posix_memalign(struct machine *machine, const uint64_t *args, uint64_t *result) {
  if (ends_slice(machine)) return false;
  if (!is_power_of_two(args[1]) || args[1] < 8) {
    *result = EINVAL;
    return true;
  }
  uint64_t address;
  struct access_fault fault;
  if (!allocate(machine, args[2], args[1], UNWRITTEN, &address)) return false;
  if (address == 0) {
    *result = ENOMEM;
    return true;
  }
  if (!memory_write(&machine->memory, &machine->state->space, args[0], &address, 8, &fault)) {
    error_raise_access(machine, &fault, args[0], 8, true);
    return false;
  }
  *result = 0;
  return true;
}

/* The live heap object that starts at the address; raises an error if there is none. */
static struct object *find_heap_object(struct machine *machine, uint64_t address) {
  if (choose_at(machine, address)) return NULL;
  struct object *object = space_find(&machine->state->space, address);
  enum object_kind kind;
  if (object == NULL && space_was_used(&machine->state->space, address, &kind) &&
      kind == OBJECT_HEAP) {
    error_raise(machine, ERROR_FREE, "double free of an object freed earlier");
    return NULL;
  }
  if (object == NULL || object->kind == OBJECT_CODE) {
    error_raise(machine, ERROR_FREE, "invalid free: wild pointer 0x%llx",
                (unsigned long long)address);
    return NULL;
  }
  int64_t offset = (int64_t)(address - object->base);
  if (object->kind == OBJECT_HEAP && offset == 0 && !(object->flags & OBJECT_FREED)) return object;
  struct buffer what = {0};
  error_describe_object(machine, object, &what);
  if (object->kind != OBJECT_HEAP)
    error_raise(machine, ERROR_FREE, "invalid free: %s is not on the heap", what.text);
  else if (offset != 0)
    error_raise(machine, ERROR_FREE, "invalid free: pointer to offset %lld of %s",
                (long long)offset, what.text);
  else
    error_raise(machine, ERROR_FREE, "double free of %s", what.text);
  buffer_free(&what);
  return NULL;
}

bool builtin_free(struct machine *machine, const uint64_t *args, uint64_t *result) {
  (void)result;
  if (args[0] == 0) return true;
  struct object *object = find_heap_object(machine, args[0]);
  if (object == NULL) return false;
  space_free(&machine->memory, &machine->state->space, object, own_place_site(machine));
  return true;
}

/* Always moves: using the old pointer after a realloc is a mistake whether or not the block
   would have stayed in place. */
bool builtin_realloc(struct machine *machine, const uint64_t *args, uint64_t *result) {
  if (ends_slice(machine)) return false;
  if (args[0] == 0) return builtin_malloc(machine, args + 1, result);
  struct object *object = find_heap_object(machine, args[0]);
  if (object == NULL) return false;
  uint64_t kept = object->size < args[1] ? object->size : args[1];
  if (!allocate(machine, args[1], 16, UNWRITTEN, result)) return false;
  if (*result == 0) return true;
  struct space *space = &machine->state->space;
  struct access_fault fault;
  bool was_write;
  if (kept != 0 &&
      !memory_copy(&machine->memory, space, *result, args[0], kept, &fault, &was_write)) {
    error_raise_access(machine, &fault, args[0], kept, was_write);
    return false;
  }
  space_free(&machine->memory, space, space_find(space, args[0]), own_place_site(machine));
  return true;
}

bool builtin_malloc_usable_size(struct machine *machine, const uint64_t *args, uint64_t *result) {
  *result = 0;
  if (args[0] == 0) return true;
  struct object *object = find_heap_object(machine, args[0]);
  if (object == NULL) return false;
  *result = object->size;
  return true;
}

bool builtin_map(struct machine *machine, const uint64_t *args, uint64_t *result) {
  if (ends_slice(machine)) return false;
  *result = args[0] > SPACE_MAX_OBJECT
                ? 0
                : place(machine, (args[0] + ADDRESS_PAGE_SIZE - 1) & -(uint64_t)ADDRESS_PAGE_SIZE,
                        ADDRESS_PAGE_SIZE, ZEROS);
  return true;
}

/* Only a whole mapping can be unmapped. */
bool builtin_unmap(struct machine *machine, const uint64_t *args, uint64_t *result) {
  if (choose_at(machine, args[0])) return false;
  struct object *object = space_find(&machine->state->space, args[0]);
  uint64_t size = (args[1] + ADDRESS_PAGE_SIZE - 1) & -(uint64_t)ADDRESS_PAGE_SIZE;
  bool is_whole = object != NULL && object->kind == OBJECT_HEAP && object->base == args[0] &&
                  !(object->flags & OBJECT_FREED) && object->size == size;
  *result = is_whole ? 0 : UINT64_MAX;
  if (is_whole)
    space_free(&machine->memory, &machine->state->space, object, own_place_site(machine));
  return true;
}

bool builtin_memmove(struct machine *machine, const uint64_t *args, uint64_t *result) {
  struct access_fault fault;
  bool was_write;
  *result = args[0];
  if (args[2] == 0 || memory_copy(&machine->memory, &machine->state->space, args[0], args[1],
                                  args[2], &fault, &was_write))
    return true;
  error_raise_access(machine, &fault, was_write ? args[0] : args[1], args[2], was_write);
  return false;
}

bool builtin_memset(struct machine *machine, const uint64_t *args, uint64_t *result) {
  struct access_fault fault;
  *result = args[0];
  if (args[2] == 0 || memory_set(&machine->memory, &machine->state->space, args[0],
                                 (uint8_t)args[1], args[2], &fault))
    return true;
  error_raise_access(machine, &fault, args[0], args[2], true);
  return false;
}
