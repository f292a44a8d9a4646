/* Making, copying and releasing objects and their pages. */
#include "memory/object.h"

#include "memory/background.h"
#include "memory/overlay.h"
#include "util/fault.h"
#include "util/pool.h"

#include <string.h>

static const uint8_t zero_page[ADDRESS_PAGE_SIZE];

static size_t struct_size(uint64_t size) {
  return offsetof(struct object, content) + object_room(size);
}

struct object *object_new(struct pool *pool, uint64_t size) {
  struct object *object = pool_take(pool, struct_size(size));
  memset(object, 0, struct_size(size));
  object->refs = 1;
  object->size = size;
  return object;
}

struct object *object_new_choice(struct pool *pool, uint32_t index, struct expr *condition,
                                 struct object *then, struct object *other) {
  struct object *object = object_new(pool, sizeof object->content.choice);
  object->kind = OBJECT_CHOICE;
  object->index = index;
  object->content.choice = (struct object_choice){condition, then, other};
  return object;
}

struct object *object_copy(struct pool *pool, const struct object *object) {
  struct object *copy = pool_take(pool, struct_size(object->size));
  memcpy(copy, object, struct_size(object->size));
  REQUIRE(object->kind != OBJECT_CHOICE); /* they are replaced, never changed */
  copy->refs = 1;
  copy->hash = 0;
  if (!object_is_large(object)) {
    if (copy->overlay) copy->overlay->refs++;
    written_unshare(pool, &copy->written);
    return copy;
  }
  background_share(copy->background);
  uint64_t count = object_page_count(object);
  for (uint64_t i = 0; i < count; i++)
    if (copy->content.pages[i]) copy->content.pages[i]->refs++;
  return copy;
}

void object_release_page(struct pool *pool, struct page *page) {
  if (page == NULL || --page->refs != 0) return;
  overlay_release(pool, page->overlay);
  written_release(pool, &page->written);
  pool_give(pool, page, sizeof *page);
}

static void release_content(struct pool *pool, struct object *object) {
  if (!object_is_large(object)) {
    overlay_release(pool, object->overlay);
    object->overlay = NULL;
    written_release(pool, &object->written);
    return;
  }
  background_release(pool, object->background);
  object->background = NULL;
  uint64_t count = object_page_count(object);
  for (uint64_t i = 0; i < count; i++) {
    object_release_page(pool, object->content.pages[i]);
    object->content.pages[i] = NULL;
  }
}

/* Nested choices are lists that lean to the right: the recursion releases the left side, the
   loop the right one. */
void object_release(struct pool *pool, struct object *object) {
  while (object != NULL) {
    REQUIRE(object->refs > 0);
    if (--object->refs != 0) return;
    struct object *next = NULL;
    if (object->kind == OBJECT_CHOICE) {
      if (object->content.choice.then) object_release(pool, object->content.choice.then);
      next = object->content.choice.other;
    } else {
      release_content(pool, object);
    }
    pool_give(pool, object, struct_size(object->size));
    object = next;
  }
}

void object_drop_content(struct pool *pool, struct object *object) {
  REQUIRE(object->refs == 1);
  release_content(pool, object);
}

static bool is_unwritten_page(const struct object *object, uint64_t number) {
  return object->background != NULL && background_find(object->background, number)->is_unwritten;
}

static uint64_t page_extent(const struct object *object, uint64_t number) {
  uint64_t left = object->size - number * ADDRESS_PAGE_SIZE;
  return left < ADDRESS_PAGE_SIZE ? left : ADDRESS_PAGE_SIZE;
}

void object_make_unwritten(struct pool *pool, struct object *object) {
  struct background_range filling = {.is_unwritten = true};
  object->written = (struct written){0};
  if (!object_is_large(object))
    object->written = written_nothing(object->size);
  else
    object->background =
        background_set(pool, object->background, 0, object_page_count(object), &filling);
}

struct page *object_own_page(struct pool *pool, struct object *object, uint64_t number) {
  struct page **slot = &object->content.pages[number];
  if (*slot == NULL) {
    bool is_unwritten = is_unwritten_page(object, number);
    *slot = pool_take(pool, sizeof **slot);
    memset(*slot, 0, sizeof **slot);
    (*slot)->refs = 1;
    if (is_unwritten) (*slot)->written = written_nothing(page_extent(object, number));
  } else if ((*slot)->refs > 1) {
    struct page *copy = pool_take(pool, sizeof *copy);
    memcpy(copy, *slot, sizeof *copy);
    copy->refs = 1;
    if (copy->overlay) copy->overlay->refs++;
    written_unshare(pool, &copy->written);
    (*slot)->refs--;
    *slot = copy;
  }
  return *slot;
}

static const struct written *known(const struct written *written) {
  return written->word != 0 ? written : NULL;
}

struct part_view object_view_part(const struct object *object, uint64_t offset) {
  static const struct written nothing = {ADDRESS_PAGE_SIZE << 1 | 1};
  if (!object_is_large(object))
    return (struct part_view){.bytes = object->content.bytes,
                              .overlay = object->overlay,
                              .size = object->size,
                              .written = known(&object->written)};
  uint64_t number = offset >> ADDRESS_PAGE_BITS;
  const struct page *page = object->content.pages[number];
  struct part_view view = {.bytes = zero_page, .start = offset & -(uint64_t)ADDRESS_PAGE_SIZE};
  if (page) {
    view.bytes = page->bytes, view.overlay = page->overlay, view.written = known(&page->written);
  } else if (object->background != NULL) {
    const struct background_range *range = background_find(object->background, number);
    view.array = range->array, view.shift = range->shift;
    if (range->is_unwritten) view.written = &nothing;
  }
  view.size = object->size - view.start;
  if (view.size > ADDRESS_PAGE_SIZE) view.size = ADDRESS_PAGE_SIZE;
  return view;
}
