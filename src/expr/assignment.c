/* Values of inputs, by array and index.

   Nearly all are bytes at small indices, so those lie in rows of cells, two bytes each (the value
   plus one, 0 where absent), a row per array. The first cells of a row are stored in it, since most
   arrays are small; the others form a tree of two levels. Rows are found by their array's number in
   a sparse tree too. All parts are shared and copied on write: a copy of an assignment is one
   reference, and one that differs in a few inputs costs in proportion to these, whatever the size
   of the rest. Other values, large ones and those at far indices, are in a sorted list. */
#include "expr/assignment.h"

#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

enum {
  DENSE_INDICES = 1 << 20,
  DENSE_VALUES = 256,
  FIRST = 8,   /* cells in a row itself */
  CELLS = 64,  /* in a chunk */
  CHUNKS = 32, /* in a block */
  BLOCK_INDICES = CELLS * CHUNKS,
  BRANCH_BITS = 5,
  BRANCH_MASK = (1 << BRANCH_BITS) - 1,
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
  uint16_t first[FIRST];  /* the cells of the first indices; the same cells in the blocks are
                             unused */
  struct block *blocks[]; /* NULL: all absent */
};

/* A node of the tree of rows: children for some of the 32 values of five bits of an array's number,
   in order. */
struct branch {
  uint32_t references;
  uint32_t present;
  void *children[]; /* branches, or rows on the lowest level */
};

struct far {
  uint32_t array;
  uint64_t index, value;
};

struct assignment {
  struct branch *rows; /* NULL: none */
  unsigned levels;     /* of the tree */
  VEC(struct far) far; /* by array and index */
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

/* The row with room for that many blocks, and not shared; takes it. */
static struct row *own_row(struct row *row, uint32_t count) {
  uint32_t old = row ? row->count : 0;
  if (row != NULL && row->references == 1 && old >= count) return row;
  if (count < old) count = old;
  struct row *own = alloc_zeroed(sizeof *own + count * sizeof *own->blocks);
  own->references = 1;
  own->count = count;
  if (row != NULL) memcpy(own->first, row->first, sizeof own->first);
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

/* The tree of rows. `level` is the number of branches below one: 0 where its children are rows. */

static unsigned slot_of(uint32_t array, unsigned level) {
  return array >> (BRANCH_BITS * level) & BRANCH_MASK;
}

/* How many arrays a tree of that many levels has room for. */
static uint64_t numbers_below(unsigned levels) { return (uint64_t)1 << (BRANCH_BITS * levels); }

static unsigned count_children(const struct branch *branch) {
  return (unsigned)__builtin_popcount(branch->present);
}

/* The index of the child, or where it would be inserted. */
static unsigned child_place(const struct branch *branch, unsigned slot) {
  return (unsigned)__builtin_popcount(branch->present & (((uint32_t)1 << slot) - 1));
}

static size_t branch_bytes(unsigned children) {
  return sizeof(struct branch) + children * sizeof(void *);
}

/* Recursion is bounded by the levels, at most seven. */
static void release_branch(struct branch *branch, unsigned level) {
  if (branch == NULL || --branch->references > 0) return;
  for (unsigned k = 0, count = count_children(branch); k < count; k++) {
    if (level == 0)
      release_row(branch->children[k]);
    else
      release_branch(branch->children[k], level - 1);
  }
  free(branch);
}

static void retain_child(void *child, unsigned level) {
  if (level == 0)
    ((struct row *)child)->references++;
  else
    ((struct branch *)child)->references++;
}

/* The branch with a place for the child (NULL if there is none yet), and not shared; takes it. */
static struct branch *own_branch(struct branch *branch, unsigned level, unsigned slot) {
  unsigned count = branch ? count_children(branch) : 0;
  bool has_slot = branch && branch->present >> slot & 1;
  if (branch != NULL && branch->references == 1 && has_slot) return branch;
  struct branch *own = alloc_bytes(branch_bytes(count + !has_slot));
  unsigned at = branch ? child_place(branch, slot) : 0;
  *own = (struct branch){1, (branch ? branch->present : 0) | (uint32_t)1 << slot};
  for (unsigned k = 0; k < count; k++) {
    unsigned to = k + (!has_slot && k >= at);
    own->children[to] = branch->children[k];
    retain_child(own->children[to], level);
  }
  if (!has_slot) own->children[at] = NULL;
  release_branch(branch, level);
  return own;
}

/* Makes room for more arrays. */
static void add_level(struct assignment *assignment) {
  struct branch *rows = assignment->rows;
  if (rows != NULL) {
    struct branch *above = alloc_bytes(branch_bytes(1));
    *above = (struct branch){1, 1};
    above->children[0] = rows;
    assignment->rows = above;
  }
  assignment->levels++;
}

/* The place of the array's row, which may be NULL; nothing above it is shared. */
static struct row **own_place(struct assignment *assignment, uint32_t array) {
  while (assignment->levels == 0 || array >= numbers_below(assignment->levels))
    add_level(assignment);
  void **place = (void **)&assignment->rows;
  for (unsigned level = assignment->levels; level-- > 0;) {
    unsigned slot = slot_of(array, level);
    struct branch *branch = *place = own_branch(*place, level, slot);
    place = &branch->children[child_place(branch, slot)];
  }
  return (struct row **)place;
}

static const struct row *find_row(const struct assignment *assignment, uint32_t array) {
  if (array >= numbers_below(assignment->levels)) return NULL;
  const void *at = assignment->rows;
  for (unsigned level = assignment->levels; level-- > 0 && at != NULL;) {
    const struct branch *branch = at;
    unsigned slot = slot_of(array, level);
    at = branch->present >> slot & 1 ? branch->children[child_place(branch, slot)] : NULL;
  }
  return at;
}

static uint16_t find_cell(const struct assignment *assignment, uint32_t array, uint64_t index) {
  if (index >= DENSE_INDICES) return 0;
  const struct row *row = find_row(assignment, array);
  if (row == NULL) return 0;
  if (index < FIRST) return row->first[index];
  if (index / BLOCK_INDICES >= row->count) return 0;
  const struct block *block = row->blocks[index / BLOCK_INDICES];
  const struct chunk *chunk = block ? block->chunks[index / CELLS % CHUNKS] : NULL;
  return chunk ? chunk->cells[index % CELLS] : 0;
}

static void set_cell(struct assignment *assignment, uint32_t array, uint64_t index,
                     uint16_t value) {
  if (find_cell(assignment, array, index) == value) return;
  struct row **row = own_place(assignment, array);
  uint32_t at = (uint32_t)(index / BLOCK_INDICES);
  *row = own_row(*row, index < FIRST ? 0 : at + 1);
  if (index < FIRST) {
    (*row)->first[index] = value;
    return;
  }
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
  copy->rows = assignment->rows;
  copy->levels = assignment->levels;
  if (copy->rows != NULL) copy->rows->references++;
  vec_reserve(&copy->far, assignment->far.count);
  for (size_t k = 0; k < assignment->far.count; k++) vec_push(&copy->far, assignment->far.data[k]);
  return copy;
}

void assignment_free(struct assignment *assignment) {
  if (assignment == NULL) return;
  if (assignment->levels > 0) release_branch(assignment->rows, assignment->levels - 1);
  vec_free(&assignment->far);
  free(assignment);
}

/* The bytes of a shared part are divided among its owners. */
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

static size_t tree_bytes(const struct branch *branch, unsigned level) {
  unsigned count = count_children(branch);
  size_t bytes = branch_bytes(count);
  for (unsigned k = 0; k < count; k++)
    bytes +=
        level == 0 ? row_bytes(branch->children[k]) : tree_bytes(branch->children[k], level - 1);
  return bytes / branch->references;
}

size_t assignment_bytes(const struct assignment *assignment) {
  size_t bytes = sizeof *assignment + assignment->far.capacity * sizeof(struct far);
  return assignment->rows ? bytes + tree_bytes(assignment->rows, assignment->levels - 1) : bytes;
}

/* Single values. */

/* Its index in `far`, or where it would be inserted. */
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

/* True if far entry `at` comes before (array, index). */
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

struct walk {
  const struct assignment *assignment;
  size_t next; /* index of the next far entry */
  void (*visit)(uint32_t array, uint64_t index, uint64_t value, void *context);
  void *context;
};

/* Visits cells, and before each the far entries that come before it. */
static void walk_cells(struct walk *walk, const uint16_t *cells, unsigned count, uint32_t array,
                       uint64_t first) {
  for (unsigned k = 0; k < count; k++) {
    if (cells[k] == 0) continue;
    for (; is_before(walk->assignment, walk->next, array, first + k); walk->next++)
      visit_far(walk->assignment, walk->next, walk->visit, walk->context);
    walk->visit(array, first + k, cells[k] - 1u, walk->context);
  }
}

static void walk_row(struct walk *walk, const struct row *row, uint32_t array) {
  walk_cells(walk, row->first, FIRST, array, 0);
  for (uint64_t k = 0; k < (uint64_t)row->count * CHUNKS; k++) {
    const struct block *block = row->blocks[k / CHUNKS];
    const struct chunk *chunk = block ? block->chunks[k % CHUNKS] : NULL;
    if (chunk != NULL) walk_cells(walk, chunk->cells, CELLS, array, k * CELLS);
  }
}

static void walk_branch(struct walk *walk, const struct branch *branch, unsigned level,
                        uint32_t array) {
  void *const *child = branch->children;
  for (uint32_t slot = 0; slot <= BRANCH_MASK; slot++) {
    if (!(branch->present >> slot & 1)) continue;
    uint32_t below = array | slot << (BRANCH_BITS * level);
    if (level == 0)
      walk_row(walk, *child++, below);
    else
      walk_branch(walk, *child++, level - 1, below);
  }
}

void assignment_walk(const struct assignment *assignment,
                     void (*visit)(uint32_t array, uint64_t index, uint64_t value, void *context),
                     void *context) {
  struct walk walk = {assignment, 0, visit, context};
  if (assignment->rows != NULL) walk_branch(&walk, assignment->rows, assignment->levels - 1, 0);
  for (; walk.next < assignment->far.count; walk.next++)
    visit_far(assignment, walk.next, visit, context);
}
