/* Listing the canonical form of a part, from its lowest byte up.

   The bytes of a value are extracted one by one, and the rewritten extract is the byte: so a
   word that is a conditional value or a sum is the same whether it was stored whole or in
   pieces. Bytes that turn out to be constant are numbers like others.

   Arrays with stores are left as they are: two arrays with the same elements by different
   stores, or an element and the value that was stored there, are not recognised as equal. */
#include "memory/canonical.h"

#include "expr/expr.h"
#include "memory/access.h"
#include "memory/byte_array.h"
#include "memory/overlay.h"

#include <stdlib.h>
#include <string.h>

struct listing {
  struct memory *memory;
  const struct object *object;
  const struct part_view *view;
  uint32_t from, to;
  enum canonical_names names;
  struct canonical *out;
};

static bool continues(const struct canonical_span *span, const struct canonical_span *next) {
  if (span->end != next->start || span->kind != next->kind || span->array != next->array ||
      span->value != next->value)
    return false;
  return span->kind == SPAN_UNWRITTEN || next->first - span->first == next->start - span->start;
}

/* Positions are relative to the part. */
static void add_span(const struct listing *l, struct canonical_span span) {
  span.start -= l->from;
  span.end -= l->from;
  struct canonical_span *last = l->out->spans.count > 0 ? &vec_last(&l->out->spans) : NULL;
  if (last != NULL && continues(last, &span))
    last->end = span.end;
  else
    vec_push(&l->out->spans, span);
}

static void add_inputs(const struct listing *l, uint32_t start, uint32_t end, uint32_t array,
                       uint64_t first) {
  struct canonical_span span = {SPAN_INPUTS, start, end, array, NULL, first};
  const struct unwritten_array *unwritten = unwritten_find_array(l->memory, array);
  if (l->names == CANONICAL_NAMELESS && unwritten != NULL && unwritten->func == UINT32_MAX)
    span = (struct canonical_span){.kind = SPAN_UNWRITTEN, .start = start, .end = end};
  add_span(l, span);
}

static void add_unwritten(const struct listing *l, uint32_t start, uint32_t end) {
  uint32_t id = object_unwritten_id(l->object);
  if (l->names == CANONICAL_NAMED && id != 0) {
    const struct unwritten_run *run = &l->memory->unwritten.runs.data[id - 1];
    add_inputs(l, start, end, run->array, run->first + l->view->start + start);
  } else {
    add_span(l, (struct canonical_span){.kind = SPAN_UNWRITTEN, .start = start, .end = end});
  }
}

static void set_number(const struct listing *l, uint32_t at, uint8_t number) {
  struct canonical *out = l->out;
  if (number == 0) return; /* the bytes under values are 0 anyway */
  if (out->bytes != out->own_bytes)
    out->bytes = memcpy(out->own_bytes, out->bytes, l->to - l->from);
  out->own_bytes[at - l->from] = number;
}

static void add_byte(const struct listing *l, uint32_t at, const struct expr *byte) {
  struct exprs *exprs = l->memory->exprs;
  struct canonical_span span = {SPAN_VALUE, at, at + 1, 0, byte, 0};
  if (expr_is_const(byte)) {
    set_number(l, at, (uint8_t)expr_const_value(byte));
    return;
  }
  if (byte->kind == EXPR_INPUT) {
    add_inputs(l, at, at + 1, expr_array_of(exprs, byte)->number, expr_input_index(byte));
    return;
  }
  if (byte->kind == EXPR_EXTRACT && expr_extract_low(byte) % 8 == 0) {
    span.value = expr_child(byte, 0);
    span.first = expr_extract_low(byte) / 8;
  }
  add_span(l, span);
}

static void add_entry(const struct listing *l, const struct overlay_entry *entry) {
  uint32_t start = entry->start, end = start + entry->size;
  if (start < l->from) start = l->from;
  if (end > l->to) end = l->to;
  uint32_t skipped = start - entry->start;
  struct expr *value = entry->value;
  const struct expr_array *inputs = value->kind == EXPR_ARRAY && value->width == 8
                                        ? expr_array_of(l->memory->exprs, value)
                                        : NULL;
  if (inputs != NULL && inputs->table == NULL) {
    add_inputs(l, start, end, inputs->number, (uint64_t)entry->first + skipped);
  } else if (byte_array_is(value)) {
    add_span(l, (struct canonical_span){SPAN_ARRAY, start, end, 0, value,
                                        (uint64_t)entry->first + skipped});
  } else {
    for (uint32_t at = start; at < end; at++)
      add_byte(l, at, expr_extract(l->memory->exprs, value, (at - entry->start) * 8, 8));
  }
}

/* Values and unwritten bytes, which never overlap, in order. */
static void list_present(const struct listing *l) {
  const struct overlay *overlay = l->view->overlay;
  uint32_t number = overlay_find(overlay, l->from), count = overlay ? overlay->count : 0;
  for (uint32_t at = l->from; at < l->to;) {
    const struct overlay_entry *entry = number < count ? &overlay->entries[number] : NULL;
    uint32_t next = entry && entry->start < l->to ? entry->start : l->to, start, end;
    while (at < next && written_find_gap(l->view->written, at, next, &start, &end)) {
      add_unwritten(l, start, end);
      at = end;
    }
    if (next == l->to) return;
    add_entry(l, entry);
    at = (uint32_t)entry->start + entry->size;
    number++;
  }
}

void canonical_list(struct memory *memory, const struct object *object,
                    const struct part_view *view, uint32_t from, uint32_t to,
                    enum canonical_names names, struct canonical *canonical) {
  struct listing listing = {memory, object, view, from, to, names, canonical};
  canonical->bytes = view->bytes + from;
  vec_clear(&canonical->spans);
  if (view->array != NULL)
    add_inputs(&listing, from, to, view->array->number, view->start + from + view->shift);
  else if (view->overlay != NULL || view->written != NULL)
    list_present(&listing);
}

static bool is_same_span(const struct canonical_span *a, const struct canonical_span *b) {
  return a->kind == b->kind && a->start == b->start && a->end == b->end && a->array == b->array &&
         a->value == b->value && a->first == b->first;
}

bool canonical_is_same(const struct canonical *a, const struct canonical *b, uint32_t size) {
  if (a->spans.count != b->spans.count || memcmp(a->bytes, b->bytes, size) != 0) return false;
  for (size_t i = 0; i < a->spans.count; i++)
    if (!is_same_span(&a->spans.data[i], &b->spans.data[i])) return false;
  return true;
}
