/* Converts the solution of query_count_lattice.c to the form that all query counts have. */
#include "analysis/query_count_lattice.h"

static struct query_number at_function_entry(const struct query_lattice *lattice, uint32_t node) {
  const query_entries *entry = &lattice->at_entry[0];
  uint32_t value = 0, total = 0;
  for (size_t i = 0; i < entry->count; i++) {
    if (entry->data[i].node == node) value = entry->data[i].value;
    if (entry->data[i].node == query_lattice_total_node(lattice)) total = entry->data[i].value;
  }
  value = query_node_count(value);
  return query_number_of(value < total ? value : total);
}

struct query_number query_lattice_total(const struct query_lattice *lattice) {
  return at_function_entry(lattice, query_lattice_total_node(lattice));
}

struct query_number query_lattice_register(const struct query_lattice *lattice, uint32_t reg) {
  return at_function_entry(lattice, reg);
}

struct query_number query_lattice_cell(const struct query_lattice *lattice, uint32_t cell) {
  return at_function_entry(
      lattice, query_lattice_node_of_rank(lattice, lattice->func->sites.cells.rank[cell]));
}

static int compare_entries(const void *a, const void *b) {
  const struct query_entry *x = a, *y = b;
  return (x->node > y->node) - (x->node < y->node);
}

struct output {
  struct query_points points;
  query_entries all;    /* of all points, one after the other */
  VEC(size_t) firsts;   /* per point stored, and one more */
  VEC(uint32_t) stored; /* points */
};

static void store_now(struct output *output, struct query_lattice *lattice, uint32_t point) {
  size_t first = output->all.count;
  query_lattice_list(lattice, &output->all);
  if (output->all.count > first)
    qsort(output->all.data + first, output->all.count - first, sizeof *output->all.data,
          compare_entries);
  vec_push(&output->firsts, first);
  vec_push(&output->stored, point);
}

static int compare_calls(const void *a, const void *b) {
  uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
  return (left > right) - (left < right);
}

static void store_call(void *context, struct query_lattice *lattice, uint32_t ins,
                       uint32_t result) {
  struct output *output = context;
  struct query_points *points = &output->points;
  const uint32_t *found =
      bsearch(&ins, points->calls, points->call_count, sizeof *points->calls, compare_calls);
  uint32_t number = points->block_count + (uint32_t)(found - points->calls);
  points->points[number].result = query_number_of(query_node_count(result));
  points->points[number].result_flows = (result & QUERY_NODE_FLOWS) != 0;
  store_now(output, lattice, number);
}

static struct query_points new_points(const struct query_lattice *lattice) {
  const struct query_sites *sites = &lattice->func->sites;
  struct query_points points = {.block_count = lattice->func->cfg.block_count,
                                .call_count = (uint32_t)sites->calls.count};
  points.calls = alloc_bytes((points.call_count + 1) * sizeof *points.calls);
  for (uint32_t i = 0; i < points.call_count; i++) points.calls[i] = sites->calls.data[i].ins;
  qsort(points.calls, points.call_count, sizeof *points.calls, compare_calls);
  points.points = alloc_zeroed((points.block_count + points.call_count) * sizeof *points.points);
  return points;
}

static struct query_number lesser(uint32_t value, const struct query_point *point) {
  return query_number_lesser(query_number_of(query_node_count(value)), point->total);
}

/* The entries are sorted: registers, cells in the order of their ranks, the total. */
static void fill_points(const struct query_lattice *lattice, struct output *output) {
  const struct query_cells *cells = &lattice->func->sites.cells;
  uint32_t reg_count = lattice->func->sites.reg_count;
  struct query_register *reg = output->points.registers;
  struct query_cell *cell = output->points.cells;
  for (size_t i = 0; i < output->stored.count; i++) {
    struct query_point *point = &output->points.points[output->stored.data[i]];
    size_t end = output->firsts.data[i + 1];
    if (end == output->firsts.data[i]) continue;
    if (output->all.data[end - 1].node == query_lattice_total_node(lattice))
      point->total = query_number_of(output->all.data[--end].value);
    point->result = query_number_lesser(point->result, point->total);
    point->registers = reg;
    point->cells = cell;
    for (size_t j = output->firsts.data[i]; j < end; j++) {
      const struct query_entry *entry = &output->all.data[j];
      bool flows = (entry->value & QUERY_NODE_FLOWS) != 0;
      if (entry->node < reg_count) {
        *reg++ = (struct query_register){lesser(entry->value, point), entry->node, flows};
        point->register_count++;
      } else {
        *cell = cells->cells.data[cells->sorted[entry->node - reg_count]];
        cell->flows = flows;
        cell++->count = lesser(entry->value, point);
        point->cell_count++;
      }
    }
  }
}

struct query_points query_lattice_points(struct query_lattice *lattice) {
  const struct loops *loops = &lattice->func->loops;
  struct output output = {.points = new_points(lattice)};
  for (uint32_t place = 0; place < loops->order_count; place++) {
    query_lattice_walk(lattice, loops->order[place], store_call, &output);
    store_now(&output, lattice, loops->order[place]);
  }
  vec_push(&output.firsts, output.all.count);
  output.points.registers = alloc_bytes((output.all.count + 1) * sizeof(struct query_register));
  output.points.cells = alloc_bytes((output.all.count + 1) * sizeof(struct query_cell));
  fill_points(lattice, &output);
  vec_free(&output.all);
  vec_free(&output.firsts);
  vec_free(&output.stored);
  return output.points;
}
