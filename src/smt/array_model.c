/* Arrays under a model: their content, and extending a model to what the query did not contain. */
#include "smt/arrays.h"

#include "expr/assignment.h"
#include "expr/expr.h"
#include "smt/mentioned.h"
#include "smt/script_state.h"
#include "util/fault.h"

#include <stdlib.h>

/* Contents under a model. */

static int compare_entries(const void *a, const void *b) {
  const struct array_entry *x = a, *y = b;
  return (x->index > y->index) - (x->index < y->index);
}

struct gathering {
  uint32_t array;
  struct array_content *content;
};

static void gather_entry(uint32_t array, uint64_t index, uint64_t value, void *context) {
  struct gathering *gathering = context;
  struct array_entry entry = {index, value};
  if (array == gathering->array) vec_push(&gathering->content->entries, entry);
}

/* Of entries with the same index the last is kept. */
static void sort_entries(struct array_content *content) {
  struct array_entry *entries = content->entries.data;
  size_t count = 0;
  bool is_sorted = true;
  for (size_t i = 1; is_sorted && i < content->entries.count; i++)
    is_sorted = entries[i - 1].index < entries[i].index;
  if (is_sorted) return;
  /* Positions make the sort stable: they replace the values meanwhile. */
  uint64_t *values = alloc_bytes(content->entries.count * sizeof *values);
  struct array_entry *ordered = alloc_bytes(content->entries.count * sizeof *ordered);
  for (size_t i = 0; i < content->entries.count; i++) values[i] = entries[i].value;
  size_t end = content->entries.count;
  for (size_t i = 0; i < end; i++) ordered[i] = (struct array_entry){entries[i].index, i};
  qsort(ordered, end, sizeof *ordered, compare_entries);
  for (size_t i = 0; i < end;) {
    size_t last = i, newest = ordered[i].value;
    for (; last < end && ordered[last].index == ordered[i].index; last++)
      if (ordered[last].value > newest) newest = ordered[last].value;
    entries[count++] = (struct array_entry){ordered[i].index, values[newest]};
    i = last;
  }
  content->entries.count = count;
  free(ordered);
  free(values);
}

struct array_content smt_arrays_content(struct script *script, struct evaluator *evaluator,
                                        struct term term) {
  struct reader *reader = &script->reader;
  struct array_content content = {0};
  VEC(struct expr *) stores = {0};
  while (term.choice != 0) {
    const struct choice *choice = &reader->choices.data[term.choice];
    term = evaluator_value(evaluator, choice->condition) ? choice->yes : choice->no;
  }
  struct expr *at = term.expr;
  for (; at->kind == EXPR_STORE; at = expr_child(at, 0)) vec_push(&stores, at);
  uint32_t base = expr_array_of(reader->exprs, at)->number;
  struct gathering gathering = {base, &content};
  assignment_walk(script->model, gather_entry, &gathering);
  content.otherwise = smt_arrays_default(reader, base)->value;
  while (stores.count > 0) {
    struct expr *store = vec_pop(&stores);
    struct array_entry entry = {evaluator_value(evaluator, expr_child(store, 1)),
                                evaluator_value(evaluator, expr_child(store, 2))};
    vec_push(&content.entries, entry);
  }
  sort_entries(&content);
  vec_free(&stores);
  return content;
}

uint64_t array_content_at(const struct array_content *content, uint64_t index) {
  size_t low = 0, high = content->entries.count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (content->entries.data[middle].index < index)
      low = middle + 1;
    else
      high = middle;
  }
  bool is_there = low < content->entries.count && content->entries.data[low].index == index;
  return is_there ? content->entries.data[low].value : content->otherwise;
}

struct array_sides smt_arrays_sides(struct script *script, struct evaluator *evaluator,
                                    const struct array_fact *fact) {
  struct array_sides sides = {.a = smt_arrays_content(script, evaluator, fact->a)};
  if (fact->kind == FACT_EQUAL)
    sides.b = smt_arrays_content(script, evaluator, fact->b);
  else
    sides.b.otherwise = evaluator_value(evaluator, fact->value);
  sides.agree_otherwise = sides.a.otherwise == sides.b.otherwise;
  return sides;
}

/* After a question. */

void smt_arrays_set_defaults(struct script *script) {
  struct reader *reader = &script->reader;
  struct evaluator *evaluator = evaluator_new(reader->exprs, script->model);
  for (size_t i = 0; i < reader->defaults.count; i++) {
    struct array_default *found = &reader->defaults.data[i];
    found->value = found->unknown ? evaluator_value(evaluator, found->unknown) : 0;
  }
  for (size_t i = 0; i < reader->facts.count; i++) {
    const struct array_fact *fact = &reader->facts.data[i];
    if (fact->kind == FACT_CONST && fact->is_in_question)
      smt_arrays_default(reader, fact->symbol)->value = evaluator_value(evaluator, fact->value);
  }
  evaluator_free(evaluator);
}

struct cleaning {
  struct script *script;
  const struct mentioned *mentioned;
  struct assignment *clean;
  VEC(struct array_entry) values; /* of indices, by width and value */
};

static bool has_index(const struct cleaning *cleaning, unsigned width, uint64_t index) {
  struct array_entry wanted = {width, index};
  size_t low = 0, high = cleaning->values.count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    const struct array_entry *entry = &cleaning->values.data[middle];
    if (entry->index < wanted.index ||
        (entry->index == wanted.index && entry->value < wanted.value))
      low = middle + 1;
    else
      high = middle;
  }
  return low < cleaning->values.count && cleaning->values.data[low].index == wanted.index &&
         cleaning->values.data[low].value == wanted.value;
}

static void keep_entry(uint32_t array, uint64_t index, uint64_t value, void *context) {
  struct cleaning *cleaning = context;
  const struct expr_array *found = expr_find_array(cleaning->script->reader.exprs, array);
  bool is_element = found->size == 0;
  if (!is_element || has_index(cleaning, found->index_width, index))
    assignment_set(cleaning->clean, array, index, value);
}

static int compare_values(const void *a, const void *b) {
  const struct array_entry *x = a, *y = b;
  if (x->index != y->index) return x->index < y->index ? -1 : 1;
  return (x->value > y->value) - (x->value < y->value);
}

void smt_arrays_clean_model(struct script *script, const struct mentioned *mentioned) {
  struct cleaning cleaning = {.script = script, .mentioned = mentioned, .clean = assignment_new()};
  struct evaluator *evaluator = evaluator_new(script->reader.exprs, script->model);
  for (size_t i = 0; i < mentioned->indices.count; i++) {
    struct expr *index = mentioned->indices.data[i];
    struct array_entry value = {index->width, evaluator_value(evaluator, index)};
    vec_push(&cleaning.values, value);
  }
  evaluator_free(evaluator);
  if (cleaning.values.count > 0)
    qsort(cleaning.values.data, cleaning.values.count, sizeof *cleaning.values.data,
          compare_values);
  assignment_walk(script->model, keep_entry, &cleaning);
  assignment_free(script->model);
  script->model = cleaning.clean;
  vec_free(&cleaning.values);
}

void smt_arrays_fill_model(struct script *script, const struct mentioned *mentioned) {
  struct reader *reader = &script->reader;
  struct evaluator *evaluator = evaluator_new(reader->exprs, script->model);
  for (size_t i = 0; i < mentioned->arrays.count; i++) {
    uint32_t array = mentioned->arrays.data[i];
    size_t count;
    if (smt_arrays_default(reader, array)->value == 0) continue;
    unsigned width = expr_find_array(reader->exprs, array)->index_width;
    struct expr **indices = mentioned_indices(mentioned, width, &count);
    for (size_t k = 0; k < count; k++) {
      uint64_t index = evaluator_value(evaluator, indices[k]);
      if (!assignment_has(script->model, array, index))
        assignment_set(script->model, array, index, 0);
    }
  }
  evaluator_free(evaluator);
}

/* Completing a model. */

/* Gives elements that are read but not in the model their default; true if
   there were any, since other reads may depend on them. */
static bool settle_reads(struct script *script, const struct mentioned *mentioned) {
  struct reader *reader = &script->reader;
  struct evaluator *evaluator = evaluator_new(reader->exprs, script->model);
  bool is_changed = false;
  for (size_t i = 0; i < mentioned->indices.count; i++) {
    uint64_t index = evaluator_value(evaluator, mentioned->indices.data[i]);
    for (size_t k = 0; k < mentioned->arrays.count; k++) {
      uint32_t array = mentioned->arrays.data[k];
      uint64_t value = smt_arrays_default(reader, array)->value;
      bool fits =
          expr_find_array(reader->exprs, array)->index_width == mentioned->indices.data[i]->width;
      if (value == 0 || !fits || assignment_has(script->model, array, index)) continue;
      assignment_set(script->model, array, index, value);
      is_changed = true;
    }
  }
  evaluator_free(evaluator);
  return is_changed;
}

static bool is_equal_content(const struct array_sides *sides, unsigned index_width) {
  size_t i = 0, k = 0, count = 0;
  const struct array_content *a = &sides->a, *b = &sides->b;
  while (i < a->entries.count || k < b->entries.count) {
    bool from_a = k == b->entries.count ||
                  (i < a->entries.count && a->entries.data[i].index <= b->entries.data[k].index);
    uint64_t index = from_a ? a->entries.data[i].index : b->entries.data[k].index;
    if (array_content_at(a, index) != array_content_at(b, index)) return false;
    while (i < a->entries.count && a->entries.data[i].index == index) i++;
    while (k < b->entries.count && b->entries.data[k].index == index) k++;
    count++;
  }
  return sides->agree_otherwise || is_every_index(index_width, count);
}

static void complete_fact(struct script *script, uint32_t number) {
  struct reader *reader = &script->reader;
  struct mentioned mentioned = {.reader = &script->reader};
  struct array_fact fact = reader->facts.data[number];
  mention_fact(&mentioned, number);
  mentioned_walk(&mentioned);
  while (settle_reads(script, &mentioned)) {
  }
  mentioned_free(&mentioned);
  struct evaluator *evaluator = evaluator_new(reader->exprs, script->model);
  if (fact.kind == FACT_CONST) {
    smt_arrays_default(reader, fact.symbol)->value = evaluator_value(evaluator, fact.value);
  } else {
    struct array_sides sides = smt_arrays_sides(script, evaluator, &fact);
    bool is_equal = is_equal_content(&sides, fact.a.sort.index_width);
    REQUIRE(!fact.is_in_question ||
            assignment_get(script->model, fact.symbol, 0) == (uint64_t)is_equal);
    assignment_set(script->model, fact.symbol, 0, is_equal);
    vec_free(&sides.a.entries);
    vec_free(&sides.b.entries);
  }
  evaluator_free(evaluator);
}

/* Extends the model to all equalities and constant arrays. Facts refer only to older ones. */
static void complete_model(struct script *script) {
  for (; script->completed < script->reader.facts.count; script->completed++)
    complete_fact(script, (uint32_t)script->completed);
}

void smt_arrays_complete_for(struct script *script, struct term term) {
  if (script->reader.facts.count == 0) return;
  struct mentioned mentioned = {.reader = &script->reader};
  complete_model(script);
  mention_term(&mentioned, term);
  mentioned_walk(&mentioned);
  while (settle_reads(script, &mentioned)) {
  }
  mentioned_free(&mentioned);
}
