/* Values of inputs, by array and index.

   Nearly all are bytes at small indices, so those lie in rows of cells, two
   bytes each (the value plus one, 0 where absent). A row is a tree of two
   levels with shared parts that are copied when they are written: a copy of an
   assignment is a reference per array, and one that differs in a few inputs
   costs in proportion to these, whatever the size of the rest. Other values,
   large ones and far indices, are a sorted list. */
#include "expr/assignment.h"

#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

enum {
  DENSE_INDICES = 1 << 20,
  DENSE_VALUES = 256,
  CELLS = 64,  /* in a chunk */
  CHUNKS = 32, /* in a block */
  BLOCK_INDICES = CELLS * CHUNKS,
};

struct chunk {
  uint32_t references;
  uint16_t cells[CELLS];
};

struct block {
  uint32_t references;
  struct chunk *chunks[CHUNKS]; /* NULL: all absent */
};

struct row {
  uint32_t references;
  uint32_t count;
  struct block *blocks[]; /* NULL: all absent */
};

struct far {
  uint32_t array;
  uint64_t index, value;
};

struct assignment {
  VEC(struct row *) rows; /* by array; NULL: all absent */
  VEC(struct far) far;    /* by array and index */
};

/* Rows. */

static void release_chunk(struct chunk *chunk) {
  if (chunk != NULL && --chunk->references == 0) free(chunk);
}

static void release_block(struct block *block) {
  if (block == NULL || --block->references > 0) return;
  for (size_t k = 0; k < CHUNKS; k++) release_chunk(block->chunks[k]);
  free(block);
}

static void release_row(struct row *row) {
  if (row == NULL || --row->references > 0) return;
  for (uint32_t k = 0; k < row->count; k++) release_block(row->blocks[k]);
  free(row);
}

/* The row with room for so many blocks, and shared with nobody; takes it. */
static struct row *own_row(struct row *row, uint32_t count) {
  uint32_t old = row ? row->count : 0;
  if (row != NULL && row->references == 1 && old >= count) return row;
  if (count < old) count = old;
  struct row *own = alloc_zeroed(sizeof *own + count * sizeof *own->blocks);
  own->references = 1;
  own->count = count;
  for (uint32_t k = 0; k < old; k++) {
    own->blocks[k] = row->blocks[k];
    if (own->blocks[k] != NULL) own->blocks[k]->references++;
  }
  release_row(row);
  return own;
}

static struct block *own_block(struct block *block) {
  if (block == NULL) {
    block = alloc_zeroed(sizeof *block);
    block->references = 1;
  }
  if (block->references == 1) return block;
  struct block *own = alloc_bytes(sizeof *own);
  *own = *block;
  own->references = 1;
  for (size_t k = 0; k < CHUNKS; k++)
    if (own->chunks[k] != NULL) own->chunks[k]->references++;
  release_block(block);
  return own;
}

static struct chunk *own_chunk(struct chunk *chunk) {
  if (chunk == NULL) {
    chunk = alloc_zeroed(sizeof *chunk);
    chunk->references = 1;
  }
  if (chunk->references == 1) return chunk;
  struct chunk *own = alloc_bytes(sizeof *own);
  *own = *chunk;
  own->references = 1;
  release_chunk(chunk);
  return own;
}

static uint16_t find_cell(const struct assignment *assignment, uint32_t array, uint64_t index) {
  if (array >= assignment->rows.count || index >= DENSE_INDICES) return 0;
  const struct row *row = assignment->rows.data[array];
  if (row == NULL || index / BLOCK_INDICES >= row->count) return 0;
  const struct block *block = row->blocks[index / BLOCK_INDICES];
  const struct chunk *chunk = block ? block->chunks[index / CELLS % CHUNKS] : NULL;
  return chunk ? chunk->cells[index % CELLS] : 0;
}

static void set_cell(struct assignment *assignment, uint32_t array, uint64_t index,
                     uint16_t value) {
  if (find_cell(assignment, array, index) == value) return;
  while (assignment->rows.count <= array) vec_push(&assignment->rows, NULL);
  struct row **row = &assignment->rows.data[array];
  uint32_t at = (uint32_t)(index / BLOCK_INDICES);
  *row = own_row(*row, at + 1);
  struct block **block = &(*row)->blocks[at];
  *block = own_block(*block);
  struct chunk **chunk = &(*block)->chunks[index / CELLS % CHUNKS];
  *chunk = own_chunk(*chunk);
  (*chunk)->cells[index % CELLS] = value;
}

/* Whole assignments. */

struct assignment *assignment_new(void) { return alloc_zeroed(sizeof(struct assignment)); }

struct assignment *assignment_copy(const struct assignment *assignment) {
  struct assignment *copy = assignment_new();
  vec_reserve(&copy->rows, assignment->rows.count);
  for (size_t k = 0; k < assignment->rows.count; k++) {
    struct row *row = assignment->rows.data[k];
    if (row != NULL) row->references++;
    vec_push(&copy->rows, row);
  }
  vec_reserve(&copy->far, assignment->far.count);
  for (size_t k = 0; k < assignment->far.count; k++) vec_push(&copy->far, assignment->far.data[k]);
  return copy;
}

void assignment_free(struct assignment *assignment) {
  if (assignment == NULL) return;
  for (size_t k = 0; k < assignment->rows.count; k++) release_row(assignment->rows.data[k]);
  vec_free(&assignment->rows);
  vec_free(&assignment->far);
  free(assignment);
}

/* Of a part that several have, each is charged its share. */
static size_t row_bytes(const struct row *row) {
  size_t bytes = sizeof *row + row->count * sizeof *row->blocks;
  for (uint32_t k = 0; k < row->count; k++) {
    const struct block *block = row->blocks[k];
    if (block == NULL) continue;
    size_t of_block = sizeof *block;
    for (size_t i = 0; i < CHUNKS; i++)
      if (block->chunks[i] != NULL) of_block += sizeof(struct chunk) / block->chunks[i]->references;
    bytes += of_block / block->references;
  }
  return bytes / row->references;
}

size_t assignment_bytes(const struct assignment *assignment) {
  size_t bytes = sizeof *assignment + assignment->rows.capacity * sizeof(struct row *) +
                 assignment->far.capacity * sizeof(struct far);
  for (size_t k = 0; k < assignment->rows.count; k++)
    if (assignment->rows.data[k] != NULL) bytes += row_bytes(assignment->rows.data[k]);
  return bytes;
}

/* Single values. */

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
    set_cell(assignment, array, index, (uint16_t)(value + 1));
    if (assignment->far.count) remove_far(assignment, array, index);
    return;
  }
  if (index < DENSE_INDICES) set_cell(assignment, array, index, 0);
  set_far(assignment, array, index, value);
}

bool assignment_has(const struct assignment *assignment, uint32_t array, uint64_t index) {
  if (find_cell(assignment, array, index) != 0) return true;
  return is_at(assignment, find_far(assignment, array, index), array, index);
}

uint64_t assignment_get(const struct assignment *assignment, uint32_t array, uint64_t index) {
  uint16_t cell = find_cell(assignment, array, index);
  if (cell != 0) return cell - 1u;
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

/* Visits a chunk's cells, and before each the far entries that come before it.
 */
static size_t walk_chunk(const struct assignment *assignment, const struct chunk *chunk,
                         uint32_t array, uint64_t first, size_t next,
                         void (*visit)(uint32_t array, uint64_t index, uint64_t value,
                                       void *context),
                         void *context) {
  for (uint64_t k = 0; k < CELLS; k++) {
    if (chunk->cells[k] == 0) continue;
    for (; is_before(assignment, next, array, first + k); next++)
      visit_far(assignment, next, visit, context);
    visit(array, first + k, chunk->cells[k] - 1u, context);
  }
  return next;
}

void assignment_walk(const struct assignment *assignment,
                     void (*visit)(uint32_t array, uint64_t index, uint64_t value, void *context),
                     void *context) {
  size_t next = 0;
  for (uint32_t a = 0; a < assignment->rows.count; a++) {
    const struct row *row = assignment->rows.data[a];
    for (uint64_t k = 0; row != NULL && k < (uint64_t)row->count * CHUNKS; k++) {
      const struct block *block = row->blocks[k / CHUNKS];
      const struct chunk *chunk = block ? block->chunks[k % CHUNKS] : NULL;
      if (chunk != NULL) next = walk_chunk(assignment, chunk, a, k * CELLS, next, visit, context);
    }
  }
  for (; next < assignment->far.count; next++) visit_far(assignment, next, visit, context);
}
