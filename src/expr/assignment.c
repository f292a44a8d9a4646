/* Values of inputs, by array and index.

   Nearly all are bytes at small indices, so those lie in one vector per array, two bytes
   each (the value plus one, 0 where absent): a copy is cheap and a look-up is a load. The
   rest, large values and far indices, is a sorted list. */
#include "expr/assignment.h"

#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

enum { DENSE_INDICES = 1 << 20, DENSE_VALUES = 256 };

struct row {
  uint16_t *cells;
  size_t count;
};

struct far {
  uint32_t array;
  uint64_t index, value;
};

struct assignment {
  VEC(struct row) rows; /* by array */
  VEC(struct far) far;  /* by array and index */
};

struct assignment *assignment_new(void) { return alloc_zeroed(sizeof(struct assignment)); }

struct assignment *assignment_copy(const struct assignment *assignment) {
  struct assignment *copy = assignment_new();
  vec_reserve(&copy->rows, assignment->rows.count);
  for (size_t k = 0; k < assignment->rows.count; k++) {
    struct row row = assignment->rows.data[k];
    uint16_t *cells = row.count ? alloc_bytes(row.count * sizeof *cells) : NULL;
    if (cells) memcpy(cells, row.cells, row.count * sizeof *cells);
    vec_push(&copy->rows, ((struct row){.cells = cells, .count = row.count}));
  }
  vec_reserve(&copy->far, assignment->far.count);
  for (size_t k = 0; k < assignment->far.count; k++) vec_push(&copy->far, assignment->far.data[k]);
  return copy;
}

void assignment_free(struct assignment *assignment) {
  if (assignment == NULL) return;
  for (size_t k = 0; k < assignment->rows.count; k++) free(assignment->rows.data[k].cells);
  vec_free(&assignment->rows);
  vec_free(&assignment->far);
  free(assignment);
}

size_t assignment_bytes(const struct assignment *assignment) {
  size_t bytes = sizeof *assignment + assignment->rows.capacity * sizeof(struct row) +
                 assignment->far.capacity * sizeof(struct far);
  for (size_t k = 0; k < assignment->rows.count; k++)
    bytes += assignment->rows.data[k].count * sizeof *assignment->rows.data[k].cells;
  return bytes;
}

/* Where it is in `far`, or where it would be. */
static size_t find_far(const struct assignment *assignment, uint32_t array, uint64_t index) {
  size_t low = 0, high = assignment->far.count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    const struct far *far = &assignment->far.data[middle];
    bool is_before = far->array < array || (far->array == array && far->index < index);
    if (is_before)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static bool is_at(const struct assignment *assignment, size_t at, uint32_t array, uint64_t index) {
  return at < assignment->far.count && assignment->far.data[at].array == array &&
         assignment->far.data[at].index == index;
}

static uint16_t *find_cell(const struct assignment *assignment, uint32_t array, uint64_t index) {
  if (array >= assignment->rows.count) return NULL;
  const struct row *row = &assignment->rows.data[array];
  return index < row->count ? &row->cells[index] : NULL;
}

static uint16_t *make_cell(struct assignment *assignment, uint32_t array, uint64_t index) {
  while (assignment->rows.count <= array) vec_push(&assignment->rows, ((struct row){0}));
  struct row *row = &assignment->rows.data[array];
  if (index >= row->count) {
    size_t count = row->count ? row->count : 8;
    while (count <= index) count *= 2;
    row->cells = alloc_resize(row->cells, count * sizeof *row->cells);
    memset(row->cells + row->count, 0, (count - row->count) * sizeof *row->cells);
    row->count = count;
  }
  return &row->cells[index];
}

static void set_far(struct assignment *assignment, uint32_t array, uint64_t index, uint64_t value) {
  size_t at = find_far(assignment, array, index);
  struct far far = {.array = array, .index = index, .value = value};
  if (!is_at(assignment, at, array, index)) {
    size_t after = assignment->far.count - at;
    vec_push(&assignment->far, far);
    memmove(&assignment->far.data[at + 1], &assignment->far.data[at], after * sizeof far);
  }
  assignment->far.data[at] = far;
}

static void remove_far(struct assignment *assignment, uint32_t array, uint64_t index) {
  size_t at = find_far(assignment, array, index);
  if (!is_at(assignment, at, array, index)) return;
  assignment->far.count--;
  memmove(&assignment->far.data[at], &assignment->far.data[at + 1],
          (assignment->far.count - at) * sizeof *assignment->far.data);
}

void assignment_set(struct assignment *assignment, uint32_t array, uint64_t index, uint64_t value) {
  if (index < DENSE_INDICES && value < DENSE_VALUES) {
    *make_cell(assignment, array, index) = (uint16_t)(value + 1);
    if (assignment->far.count) remove_far(assignment, array, index);
    return;
  }
  uint16_t *cell = find_cell(assignment, array, index);
  if (cell) *cell = 0;
  set_far(assignment, array, index, value);
}

bool assignment_has(const struct assignment *assignment, uint32_t array, uint64_t index) {
  const uint16_t *cell = find_cell(assignment, array, index);
  if (cell && *cell) return true;
  return is_at(assignment, find_far(assignment, array, index), array, index);
}

uint64_t assignment_get(const struct assignment *assignment, uint32_t array, uint64_t index) {
  const uint16_t *cell = find_cell(assignment, array, index);
  if (cell && *cell) return *cell - 1u;
  if (assignment->far.count == 0) return 0;
  size_t at = find_far(assignment, array, index);
  return is_at(assignment, at, array, index) ? assignment->far.data[at].value : 0;
}

/* True if the far entry of that number comes before the place. */
static bool is_before(const struct assignment *assignment, size_t at, uint32_t array,
                      uint64_t index) {
  if (at >= assignment->far.count) return false;
  const struct far *far = &assignment->far.data[at];
  return far->array < array || (far->array == array && far->index < index);
}

static void visit_far(const struct assignment *assignment, size_t at,
                      void (*visit)(uint32_t array, uint64_t index, uint64_t value, void *context),
                      void *context) {
  const struct far *far = &assignment->far.data[at];
  visit(far->array, far->index, far->value, context);
}

void assignment_walk(const struct assignment *assignment,
                     void (*visit)(uint32_t array, uint64_t index, uint64_t value, void *context),
                     void *context) {
  size_t next = 0;
  for (uint32_t a = 0; a < assignment->rows.count; a++) {
    const struct row *row = &assignment->rows.data[a];
    for (uint64_t k = 0; k < row->count; k++) {
      if (row->cells[k] == 0) continue;
      for (; is_before(assignment, next, a, k); next++) visit_far(assignment, next, visit, context);
      visit(a, k, row->cells[k] - 1u, context);
    }
  }
  for (; next < assignment->far.count; next++) visit_far(assignment, next, visit, context);
}
