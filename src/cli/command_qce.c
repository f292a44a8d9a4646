/* smew qce: query counts, where blocks begin, by function and source line.

   A row is a block, shown at the line of its first instruction that has one. Counts are those
   of the function and what it calls; a state adds those of its callers. */
#include "analysis/query_count.h"
#include "analysis/query_name.h"
#include "cli/commands.h"
#include "cli/options.h"
#include "ir/ir.h"
#include "util/buffer.h"
#include "util/fault.h"
#include "util/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct variable {
  char *name; /* owned */
  struct query_number count;
  const struct query_cell *cell; /* NULL: a register */
  uint32_t reg;
};

struct row {
  uint32_t loc, line, block;
};

struct view {
  const struct ir_program *program;
  const struct ir_func *func;
  struct query_count *counts;
  struct query_names names;
  VEC(struct row) rows;
  VEC(struct variable) variables; /* of the row at hand */
  struct buffer out;
  struct json json;
};

static const char *text(const struct view *view, uint32_t number) {
  return view->program->strings.data[number];
}

static int compare_rows(const void *a, const void *b) {
  const struct row *left = a, *right = b;
  if (left->line != right->line) return left->line < right->line ? -1 : 1;
  return (left->block > right->block) - (left->block < right->block);
}

static int compare_variables(const void *a, const void *b) {
  const struct variable *left = a, *right = b;
  if (query_number_less(right->count, left->count)) return -1;
  if (query_number_less(left->count, right->count)) return 1;
  int order = strcmp(left->name, right->name);
  return order != 0 ? order : (left->reg > right->reg) - (left->reg < right->reg);
}

static void find_rows(struct view *view) {
  const struct ir_func *func = view->func;
  vec_clear(&view->rows);
  for (uint32_t block = 0; block < func->blocks.count; block++) {
    const struct ir_block *b = &func->blocks.data[block];
    const struct query_point *point = query_count_at_block(view->counts, func->number, block);
    struct row row = {.block = block};
    if (query_number_is_zero(point->total)) continue;
    for (uint32_t i = b->first; i < b->first + b->count && row.line == 0; i++) {
      row.loc = func->ins.data[i].loc;
      row.line = view->program->locs.data[row.loc].line;
    }
    vec_push(&view->rows, row);
  }
  if (view->rows.count != 0)
    qsort(view->rows.data, view->rows.count, sizeof *view->rows.data, compare_rows);
}

/* What only flows to a result has no count here: that is for the callers to say. */
static void find_variables(struct view *view, const struct query_point *point) {
  for (size_t i = 0; i < view->variables.count; i++) free(view->variables.data[i].name);
  vec_clear(&view->variables);
  for (uint32_t i = 0; i < point->register_count; i++) {
    const struct query_register *reg = &point->registers[i];
    if (query_number_is_zero(reg->count)) continue;
    struct variable variable = {query_name_register(&view->names, reg->reg), reg->count, NULL,
                                reg->reg};
    vec_push(&view->variables, variable);
  }
  for (uint32_t i = 0; i < point->cell_count; i++) {
    const struct query_cell *cell = &point->cells[i];
    if (query_number_is_zero(cell->count)) continue;
    struct variable variable = {query_name_cell(&view->names, cell), cell->count, cell, 0};
    vec_push(&view->variables, variable);
  }
  if (view->variables.count != 0)
    qsort(view->variables.data, view->variables.count, sizeof *view->variables.data,
          compare_variables);
}

static void print_row(struct view *view, const struct row *row, const struct query_point *point) {
  const struct query_count_options *options = query_count_get_options(view->counts);
  char number[QUERY_NUMBER_TEXT];
  query_number_print(point->total, 6, number);
  buffer_add(&view->out, "%6u %6u %12s\n", row->line, row->block, number);
  for (size_t i = 0; i < view->variables.count; i++) {
    const struct variable *variable = &view->variables.data[i];
    bool is_hot = query_count_is_hot(options, variable->count, point->total);
    query_number_print(variable->count, 6, number);
    buffer_add(&view->out, "%39s  %s  %s\n", number, is_hot ? "hot" : "   ", variable->name);
  }
}

static void add_count(struct json *json, const char *key, struct query_number count) {
  char number[QUERY_NUMBER_TEXT];
  query_number_print(count, 10, number);
  json_add_literal(json, key, number);
}

static void add_variable(struct view *view, const struct variable *variable,
                         struct query_number total) {
  static const char *const kinds[] = {"local", "argument", "global", "pointer"};
  const struct query_count_options *options = query_count_get_options(view->counts);
  struct json *json = &view->json;
  json_begin_object(json, NULL);
  json_add_string(json, "name", variable->name);
  add_count(json, "count", variable->count);
  json_add_bool(json, "hot", query_count_is_hot(options, variable->count, total));
  json_add_string(json, "kind", variable->cell == NULL ? "register" : kinds[variable->cell->kind]);
  if (variable->cell == NULL) {
    json_add_number(json, "register", variable->reg);
  } else {
    json_add_number(json, "base", variable->cell->base);
    json_add_signed(json, "offset", variable->cell->offset);
    json_add_number(json, "size", variable->cell->size);
  }
  json_end_object(json);
}

static void add_row(struct view *view, const struct row *row, const struct query_point *point) {
  struct json *json = &view->json;
  json_begin_object(json, NULL);
  json_add_string(json, "file", text(view, view->program->locs.data[row->loc].file));
  json_add_number(json, "line", row->line);
  json_add_number(json, "block", row->block);
  add_count(json, "total", point->total);
  json_begin_array(json, "variables");
  for (size_t i = 0; i < view->variables.count; i++)
    add_variable(view, &view->variables.data[i], point->total);
  json_end_array(json);
  json_end_object(json);
}

static void show_func(struct view *view, const struct ir_func *func, bool is_json) {
  const char *file = text(view, view->program->locs.data[func->loc].file);
  view->func = func;
  find_rows(view);
  view->names = query_names_of(view->program, func);
  if (is_json) {
    json_begin_object(&view->json, NULL);
    json_add_string(&view->json, "function", func->name);
    json_add_string(&view->json, "file", file);
    json_begin_array(&view->json, "blocks");
  } else if (view->rows.count != 0) {
    buffer_add(&view->out, "%s%s (%s)\n  line  block          Q_t        Q_add       variable\n",
               view->out.length != 0 ? "\n" : "", func->name, file);
  }
  for (size_t i = 0; i < view->rows.count; i++) {
    const struct row *row = &view->rows.data[i];
    const struct query_point *point = query_count_at_block(view->counts, func->number, row->block);
    find_variables(view, point);
    (is_json ? add_row : print_row)(view, row, point);
  }
  if (is_json) {
    json_end_array(&view->json);
    json_end_object(&view->json);
  }
  query_names_free(&view->names);
}

/* Of processor time. */
static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Works out all points, so that the figures are those of the whole program. */
static void print_statistics(const struct ir_program *program, struct query_count *counts,
                             double start, double summarised) {
  uint64_t functions = 0, blocks = 0, instructions = 0, variables = 0;
  for (uint32_t i = 0; i < program->funcs.count; i++) {
    const struct ir_func *func = program->funcs.data[i];
    if (!func->has_body) continue;
    functions++;
    blocks += func->blocks.count;
    instructions += func->ins.count;
    for (uint32_t block = 0; block < func->blocks.count; block++) {
      const struct query_point *point = query_count_at_block(counts, i, block);
      variables += point->register_count + point->cell_count;
    }
  }
  fprintf(stderr,
          "smew: %llu functions, %llu blocks, %llu instructions: summaries in %.3f s, counts of "
          "%llu variables at blocks in %.3f s\n",
          (unsigned long long)functions, (unsigned long long)blocks,
          (unsigned long long)instructions, summarised - start, (unsigned long long)variables,
          now() - summarised);
}

static int show(const struct ir_program *program, const struct options *options,
                const struct query_count_options *count_options) {
  double start = now();
  struct view view = {.program = program, .counts = query_count_new(program, count_options)};
  double summarised = now();
  bool is_any = options->view.function == NULL;
  if (options->statistics) print_statistics(program, view.counts, start, summarised);
  view.json.out = &view.out;
  if (options->view.json) json_begin_array(&view.json, NULL);
  for (size_t i = 0; i < program->funcs.count; i++) {
    if (!cli_wants_func(program->funcs.data[i], options)) continue;
    is_any = true;
    show_func(&view, program->funcs.data[i], options->view.json);
  }
  if (options->view.json) json_end_array(&view.json);
  if (is_any && view.out.text != NULL) fputs(view.out.text, stdout);
  for (size_t i = 0; i < view.variables.count; i++) free(view.variables.data[i].name);
  vec_free(&view.variables);
  vec_free(&view.rows);
  buffer_free(&view.out);
  query_count_free(view.counts);
  if (is_any) return 0;
  fprintf(stderr, "smew: the program has no function '%s' (or never reaches it)\n",
          options->view.function);
  return SMEW_EXIT_USAGE;
}

int command_qce(int argc, char **argv) {
  struct options options;
  struct query_count_options count_options;
  int used, status = SMEW_EXIT_USAGE;
  if (options_parse(&options, "qce", argc, argv, &used) && cli_counts_queries(&options) &&
      cli_choose_query_counts(&options, &count_options)) {
    struct ir_program *program = NULL;
    options.keep_names = true;
    if (used == argc)
      fprintf(stderr, "smew: qce needs a file: smew qce [options] FILE\n");
    else
      program = cli_load_program(&options, argv[used], false);
    if (program != NULL) {
      status = show(program, &options, &count_options);
      ir_program_free(program);
    }
  }
  options_free(&options);
  return status;
}
