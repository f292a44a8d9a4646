/* What memory holds. The content of an object is kept by cells: the words of 8 bytes that accesses
   name, exact ones, classes of words at a stride, or all words at once. A store puts addresses into
   the cells it names; a load sees every cell that may be among those it names. So a store through
   an unknown index does not spread over the fields: it is one more cell that all loads look at.

   An access that begins in one word and ends in the next touches both, and an address of which only
   some bytes are stored counts as stored: pieces may be put together again.

   Block copies between exact places of equal alignment keep fields apart (copy_link): whatever is
   ever written to the source, or copied to it, shows up in the target. Other copies of known small
   size go word by word. What remains goes through one node: anything in the sources may be anywhere
   in the targets. */
#include "analysis/points_to_state.h"

#include "ir/ir.h"

enum { MAX_PAIRS = 64, MAX_WORDS = 32, MAX_CELLS = 40, MAX_BLURS = 16 };

static const struct shift no_shift = {0};

void points_to_add_object(struct points_to *points, uint32_t object) {
  (void)object;
  struct object_memory empty = {0};
  vec_push(&points->memory, empty);
}

static int64_t word_floor(int64_t offset) { return offset & -8; }

/* The cell of one word, or of a class, made if it is new. */
static uint32_t find_cell(struct points_to *points, struct location at) {
  at.offset = word_floor(at.offset);
  bool is_crowded = points->memory.data[at.object].cells.count >= MAX_CELLS &&
                    !points->abstracts.objects.data[at.object].is_constant &&
                    !points->is_initialising;
  if (is_crowded && at.stride != 1) at.stride = 8, at.offset = 0;
  uint32_t location = abstracts_locate(&points->abstracts, at);
  uint64_t *number = word_map_place(&points->cell_numbers, (location + 1) * 0x9e3779b97f4a7c15u);
  if (*number != 0) return (uint32_t)*number - 1;
  struct cell cell = {points->abstracts.locations.data[location], NODE_NONE, NODE_NONE, NODE_NONE,
                      NODE_NONE};
  vec_push(&points->cells, cell);
  *number = points->cells.count;
  uint32_t result = (uint32_t)points->cells.count - 1;
  vec_push(&points->memory.data[cell.at.object].cells, result);
  return result;
}

static bool cells_overlap(const struct cell *a, const struct cell *b) {
  return abstract_overlaps(a->at, 8, b->at, 8);
}

static bool is_outside(const struct points_to *points, struct location at) {
  const struct abstract_object *object = &points->abstracts.objects.data[at.object];
  if (at.stride != 0) return false;
  return at.offset + 8 <= 0 ||
         (object->size != ABSTRACT_UNKNOWN_SIZE && at.offset >= (int64_t)object->size);
}

/* A new node for what is written to the cell; its links are still to be followed. */
static uint32_t start_writing(struct points_to *points, struct location at) {
  bool is_constant = points->abstracts.objects.data[at.object].is_constant;
  if (is_outside(points, at) || (is_constant && !points->is_initialising)) return NODE_NONE;
  uint32_t number = find_cell(points, at), object = at.object;
  if (points->cells.data[number].written != NODE_NONE) return points->cells.data[number].written;
  uint32_t node = points->cells.data[number].written = points_to_new_node(points);
  for (size_t i = 0; i < points->memory.data[object].cells.count; i++) {
    const struct cell *other = &points->cells.data[points->memory.data[object].cells.data[i]];
    if (other->reading != NODE_NONE && cells_overlap(&points->cells.data[number], other))
      points_to_add_edge(points, node, other->reading, no_shift);
  }
  vec_push(&points->new_cells, number);
  return node;
}

/* What was written to a cell of the link's source shows up in its target. */
static void follow_link(struct points_to *points, struct copy_link link, uint32_t number) {
  struct cell cell = points->cells.data[number];
  struct location to = {.object = link.target, .stride = cell.at.stride, .offset = cell.at.offset};
  if (cell.at.stride == 0) {
    if (cell.at.offset + 8 <= link.first || cell.at.offset > link.last) return;
  }
  to.offset = link.distance + (cell.at.stride == 1 ? link.first : cell.at.offset);
  points_to_add_edge(points, cell.written, start_writing(points, to), no_shift);
}

static void follow_links(struct points_to *points) {
  while (points->new_cells.count != 0) {
    uint32_t cell = vec_pop(&points->new_cells), object = points->cells.data[cell].at.object;
    for (size_t i = 0; i < points->memory.data[object].links.count; i++)
      follow_link(points, points->memory.data[object].links.data[i], cell);
  }
}

static uint32_t written_node(struct points_to *points, struct location at) {
  uint32_t node = start_writing(points, at);
  follow_links(points);
  return node;
}

/* An address of which bytes are overwritten leads elsewhere in its object. */
static void blur_cell(struct points_to *points, const struct cell *cell) {
  const struct object_memory *memory = &points->memory.data[cell->at.object];
  const struct shift nowhere = {.offset = SHIFT_DOWN, .stride = 1};
  for (size_t i = 0; i < memory->blurs.count; i++)
    if (abstract_overlaps(memory->blurs.data[i].at, memory->blurs.data[i].size, cell->at, 8)) {
      points_to_add_edge(points, cell->reading, cell->reading, nowhere);
      return;
    }
}

static bool is_blurred(const struct object_memory *memory, const struct blur *blur) {
  for (size_t i = 0; i < memory->blurs.count; i++) {
    const struct blur *old = &memory->blurs.data[i];
    bool covers = old->at.stride == 1 && old->at.offset == 0;
    bool is_same = old->at.stride == blur->at.stride && old->at.offset == blur->at.offset;
    if (covers || (is_same && old->size >= blur->size)) return true;
  }
  return false;
}

void points_to_blur(struct points_to *points, uint32_t location, uint64_t size) {
  struct blur blur = {points->abstracts.locations.data[location], size};
  const struct abstract_object *object = &points->abstracts.objects.data[blur.at.object];
  bool is_whole = blur.at.stride != 1 && blur.at.offset % 8 == 0 && size % 8 == 0;
  if (is_whole || object->is_constant || is_outside(points, blur.at)) return;
  struct object_memory *memory = &points->memory.data[blur.at.object];
  if (is_blurred(memory, &blur)) return;
  if (memory->blurs.count >= MAX_BLURS)
    blur.at = (struct location){blur.at.object, 1, 0, PIECE_NOT};
  vec_push(&memory->blurs, blur);
  for (size_t i = 0; i < points->memory.data[blur.at.object].cells.count; i++) {
    struct cell cell = points->cells.data[points->memory.data[blur.at.object].cells.data[i]];
    if (cell.reading != NODE_NONE) blur_cell(points, &cell);
  }
}

static uint32_t reading_node(struct points_to *points, struct location at) {
  if (is_outside(points, at) || points->abstracts.objects.data[at.object].holds_none)
    return NODE_NONE;
  uint32_t number = find_cell(points, at), object = at.object;
  if (points->cells.data[number].reading != NODE_NONE) return points->cells.data[number].reading;
  uint32_t node = points->cells.data[number].reading = points_to_new_node(points);
  for (size_t i = 0; i < points->memory.data[object].cells.count; i++) {
    const struct cell *other = &points->cells.data[points->memory.data[object].cells.data[i]];
    if (other->written != NODE_NONE && cells_overlap(&points->cells.data[number], other))
      points_to_add_edge(points, other->written, node, no_shift);
  }
  struct cell cell = points->cells.data[number];
  blur_cell(points, &cell);
  return node;
}

/* What a load from the cell gives. All loads share the nodes. */
static uint32_t loaded_node(struct points_to *points, struct location at, bool is_narrow) {
  uint32_t from = reading_node(points, at);
  if (from == NODE_NONE) return NODE_NONE;
  uint32_t number = find_cell(points, at);
  struct cell *cell = &points->cells.data[number];
  uint32_t *node = is_narrow ? &cell->pieces : &cell->whole;
  if (*node != NODE_NONE) return *node;
  uint32_t made = *node = points_to_new_node(points);
  struct shift turn = {.turn = is_narrow ? TURN_TO_PIECES : TURN_GATHER};
  points_to_add_edge(points, from, made, turn);
  return made;
}

/* Words of an access: 1, or as many as it touches. */
static unsigned count_words(struct location at, uint64_t size) {
  if (at.stride == 1) return 1;
  uint64_t start = (uint64_t)(at.offset - word_floor(at.offset));
  return (unsigned)((start + (size ? size : 1) + 7) / 8);
}

static struct location from_here_on(struct location at) {
  if (at.stride > 1) at.offset = 0;
  at.stride = 1;
  return at;
}

static bool is_any(uint64_t size) { return size > MAX_WORDS * 8; }

void points_to_load(struct points_to *points, uint32_t location, uint64_t size, uint32_t to) {
  struct location at = points->abstracts.locations.data[location];
  if (is_any(size)) at = from_here_on(at);
  unsigned words = count_words(at, size);
  for (unsigned i = 0; i < words; i++) {
    points_to_add_edge(points, loaded_node(points, at, size < LEAST_BYTES), to, no_shift);
    at.offset += 8;
  }
}

void points_to_store(struct points_to *points, uint32_t location, uint64_t size, uint32_t from) {
  struct location at = points->abstracts.locations.data[location];
  points_to_blur(points, location, size);
  if (from == NODE_NONE) return;
  if (is_any(size)) at = from_here_on(at);
  unsigned words = count_words(at, size);
  bool is_narrow = size < LEAST_BYTES || is_any(size); /* any number of one byte */
  struct shift turn = {.turn = is_narrow ? TURN_SCATTER : TURN_NOTHING};
  for (unsigned i = 0; i < words; i++) {
    points_to_add_edge(points, from, written_node(points, at), turn);
    at.offset += 8;
  }
}

void points_to_initialise(struct points_to *points, uint32_t location, uint32_t from) {
  points->is_initialising = true;
  points_to_store(points, location, 8, from);
  points->is_initialising = false;
}

void points_to_add_set(struct points_to *points, uint32_t to, uint32_t byte, uint64_t size) {
  if (byte != NODE_NONE) size = UINT64_MAX;
  points_to_add_constraint(points, to, (struct constraint){CONSTRAINT_STORE, byte, size});
}

/* Block copies. */

void points_to_add_copy(struct points_to *points, uint32_t to, uint32_t from, uint64_t size) {
  if (to == NODE_NONE || from == NODE_NONE || size == 0) return;
  struct block_copy copy = {
      .from = from, .to = to, .size = size, .pipe = points_to_new_node(points)};
  vec_push(&points->copies, copy);
  uint32_t number = (uint32_t)points->copies.count - 1;
  points_to_add_constraint(points, from, (struct constraint){CONSTRAINT_COPY, number, size});
  points_to_add_constraint(points, to, (struct constraint){CONSTRAINT_PASTE, number, size});
}

static void pour_in(struct points_to *points, uint32_t copy, struct location from) {
  uint32_t node = reading_node(points, from_here_on(from));
  points_to_add_edge(points, node, points->copies.data[copy].pipe, no_shift);
}

static void pour_out(struct points_to *points, uint32_t copy, struct location to) {
  uint32_t node = written_node(points, from_here_on(to));
  points_to_add_edge(points, points->copies.data[copy].pipe, node, no_shift);
}

static void add_link(struct points_to *points, struct location from, struct location to,
                     uint64_t size) {
  struct copy_link link = {.first = from.offset,
                           .last = size > INT32_MAX ? INT64_MAX : from.offset + (int64_t)size - 1,
                           .distance = to.offset - from.offset,
                           .target = to.object};
  struct object_memory *memory = &points->memory.data[from.object];
  for (size_t i = 0; i < memory->links.count; i++) {
    const struct copy_link *old = &memory->links.data[i];
    if (old->target == link.target && old->distance == link.distance && old->first <= link.first &&
        old->last >= link.last)
      return;
  }
  vec_push(&memory->links, link);
  for (size_t i = 0; i < points->memory.data[from.object].cells.count; i++) {
    uint32_t cell = points->memory.data[from.object].cells.data[i];
    if (points->cells.data[cell].written != NODE_NONE) follow_link(points, link, cell);
  }
  follow_links(points);
}

static void copy_words(struct points_to *points, struct location from, struct location to,
                       uint64_t size) {
  unsigned words = from.stride == 1 && to.stride == 1 ? 1 : (unsigned)((size + 14) / 8);
  for (unsigned i = 0; i < words; i++) {
    points_to_add_edge(points, reading_node(points, from), written_node(points, to), no_shift);
    if (from.stride != 1) from.offset += 8;
    if (to.stride != 1) to.offset += 8;
  }
}

static void copy_pair(struct points_to *points, uint32_t number, uint32_t source, uint32_t target) {
  struct location from = points->abstracts.locations.data[source];
  struct location to = points->abstracts.locations.data[target];
  uint64_t size = points->copies.data[number].size;
  bool is_aligned = from.stride == 1 || to.stride == 1 || (to.offset - from.offset) % 8 == 0;
  if (is_aligned && from.stride == 0 && to.stride == 0) {
    add_link(points, from, to, size);
  } else if (is_aligned && !is_any(size)) {
    copy_words(points, from, to, size);
  } else {
    pour_in(points, number, from);
    pour_out(points, number, to);
  }
}

static void smear(struct points_to *points, uint32_t number) {
  points->copies.data[number].is_smeared = true;
  for (SPARSE_EACH(source, &points->copies.data[number].sources))
    pour_in(points, number, points->abstracts.locations.data[source]);
  for (SPARSE_EACH(target, &points->copies.data[number].targets))
    pour_out(points, number, points->abstracts.locations.data[target]);
}

void points_to_copy_any(struct points_to *points, uint32_t number) {
  if (!points->copies.data[number].is_smeared) smear(points, number);
  points_to_add_edge(points, points_to_any_node(points, true), points->copies.data[number].pipe,
                     no_shift);
}

void points_to_copy_arrives(struct points_to *points, uint32_t number, uint32_t location,
                            bool is_source) {
  struct block_copy *copy = &points->copies.data[number];
  if (!sparse_set_add(is_source ? &copy->sources : &copy->targets, location)) return;
  if (!is_source) points_to_blur(points, location, copy->size);
  struct location place = points->abstracts.locations.data[location];
  if (copy->is_smeared && is_source) {
    pour_in(points, number, place);
  } else if (copy->is_smeared) {
    pour_out(points, number, place);
  } else if (sparse_set_size(&copy->sources) * sparse_set_size(&copy->targets) > MAX_PAIRS) {
    smear(points, number);
  } else {
    const struct sparse_set *others = is_source ? &copy->targets : &copy->sources;
    struct sparse_set list = {0};
    sparse_set_unite(&list, others);
    for (SPARSE_EACH(other, &list))
      copy_pair(points, number, is_source ? location : other, is_source ? other : location);
    sparse_set_free(&list);
  }
}
