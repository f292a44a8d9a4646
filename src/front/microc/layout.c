/* Layouts of types. A type that contains itself would be infinite; the innermost array on the cycle
   is boxed, which ends it. The types in between are forgotten and laid out again on demand. */
#include "front/microc/layout.h"

#include "util/fault.h"

#include <stdlib.h>

enum { MAX_INLINE_SIZE = 1 << 20, MAX_INLINE_DEPTH = 200 };

static bool lay_out(struct microc_layouts *layouts, uint32_t type, int depth);

static uint64_t round_up(uint64_t offset, uint64_t align) {
  return (offset + align - 1) / align * align;
}

static void set_scalar(struct microc_layout *layout, uint8_t width) {
  layout->width = width;
  layout->size = layout->align = width / 8;
}

static void set_boxed(struct microc_layout *layout) {
  layout->is_boxed = true;
  layout->size = MICROC_BOX_SIZE;
  layout->align = 8;
}

static bool lay_out_array(struct microc_layouts *layouts, uint32_t type, int depth) {
  const struct microc_type *array = &layouts->types->list.data[type];
  struct microc_layout *layout = &layouts->list[type];
  if (!lay_out(layouts, array->target, depth + 1)) {
    set_boxed(layout);
    return true;
  }
  const struct microc_layout *element =
      &layouts->list[microc_type_find(layouts->types, array->target)];
  layout->align = element->align > 4 ? element->align : 4;
  layout->elements_at = round_up(4, element->align);
  if (element->size * array->max_length > MAX_INLINE_SIZE)
    set_boxed(layout);
  else
    layout->size = round_up(layout->elements_at + element->size * array->max_length, layout->align);
  return true;
}

static bool lay_out_record(struct microc_layouts *layouts, uint32_t type, int depth) {
  const struct microc_type *record = &layouts->types->list.data[type];
  struct microc_layout *layout = &layouts->list[type];
  uint64_t at = 0, align = 1;
  layout->fields = alloc_zeroed((record->fields.count + 1) * sizeof *layout->fields);
  for (size_t i = 0; i < record->fields.count; i++) {
    const struct microc_type_field *field = &record->fields.data[i];
    if (!lay_out(layouts, field->type, depth + 1)) {
      free(layout->fields);
      layout->fields = NULL;
      return false;
    }
    const struct microc_layout *value =
        &layouts->list[microc_type_find(layouts->types, field->type)];
    if (value->align > align) align = value->align;
    layout->fields[i].offset = at = round_up(at, value->align);
    at += value->size;
  }
  for (size_t i = 0; i < record->fields.count; i++) {
    uint32_t count = record->fields.data[i].literal_count;
    layout->fields[i].presence = count == record->literal_count ? MICROC_ALWAYS
                                 : count == 0                   ? MICROC_NEVER
                                                                : at++;
  }
  layout->align = align;
  layout->size = at > 0 ? round_up(at, align) : 1;
  return true;
}

/* False if the type is infinite; then nothing was laid out. */
static bool lay_out(struct microc_layouts *layouts, uint32_t type, int depth) {
  type = microc_type_find(layouts->types, type);
  struct microc_layout *layout = &layouts->list[type];
  if (layout->is_known) return true;
  if (layout->is_open || depth > MAX_INLINE_DEPTH) return false;
  layout->is_open = true;
  bool is_known = true;
  switch (layouts->types->list.data[type].kind) {
  case MICROC_TYPE_OPEN:
  case MICROC_TYPE_INT: set_scalar(layout, 32); break;
  case MICROC_TYPE_POINTER:
  case MICROC_TYPE_FUNCTION: set_scalar(layout, 64); break;
  case MICROC_TYPE_ARRAY: is_known = lay_out_array(layouts, type, depth); break;
  default: is_known = lay_out_record(layouts, type, depth);
  }
  layout->is_open = false;
  layout->is_known = is_known;
  return is_known;
}

void microc_layouts_init(struct microc_layouts *layouts, struct microc_types *types) {
  layouts->types = types;
  layouts->list = alloc_zeroed((types->list.count + 1) * sizeof *layouts->list);
}

void microc_layouts_free(struct microc_layouts *layouts) {
  for (size_t i = 0; i < layouts->types->list.count; i++) free(layouts->list[i].fields);
  free(layouts->list);
}

const struct microc_layout *microc_layout_of(struct microc_layouts *layouts, uint32_t type) {
  REQUIRE(lay_out(layouts, type, 0));
  return &layouts->list[microc_type_find(layouts->types, type)];
}
