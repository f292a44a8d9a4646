/* The table of places and facts. */
#include "reduce/subsume/fact.h"

#include "exec/machine.h"
#include "exec/state.h"
#include "expr/expr.h"

#include <stdlib.h>

static void free_transition(struct transition *transition) {
  cube_free(&transition->condition);
  vec_free(&transition->values);
}

void fact_forget_transitions(struct fact *fact) {
  for (size_t i = 0; i < fact->transitions.count; i++) free_transition(&fact->transitions.data[i]);
  vec_free(&fact->transitions);
  fact_forget_derived(fact);
  fact->is_explored = fact->is_cyclic = false;
}

void fact_forget_derived(struct fact *fact) {
  for (size_t i = 0; i < fact->derived.count; i++) vec_free(&fact->derived.data[i].values);
  vec_free(&fact->derived);
}

void fact_forget_cubes(struct fact *fact) {
  for (size_t i = 0; i < fact->cubes.count; i++) cube_free(&fact->cubes.data[i]);
  vec_free(&fact->cubes);
  fact->bad = NULL;
}

struct fact *fact_new(struct sites *sites, struct site *site, struct state *state, bool is_behind) {
  if (site->facts.count >= SITE_FACTS) return NULL;
  struct shape *shape = shape_new(sites->machine, &sites->names, state, is_behind);
  if (shape == NULL) return NULL;
  struct fact *fact = alloc_zeroed(sizeof *fact);
  fact->shape = shape;
  fact->site = site;
  fact->number = ++sites->fact_count;
  vec_push(&site->facts, fact);
  return fact;
}

static void clear_fact(struct sites *sites, struct fact *fact) {
  fact_forget_transitions(fact);
  fact_forget_cubes(fact);
  shape_free(sites->machine, fact->shape);
  free(fact);
}

void fact_free(struct sites *sites, struct fact *fact) {
  struct site *site = fact->site;
  size_t kept = 0;
  for (size_t i = 0; i < site->facts.count; i++)
    if (site->facts.data[i] != fact) site->facts.data[kept++] = site->facts.data[i];
  site->facts.count = kept;
  clear_fact(sites, fact);
}

struct site *sites_have(struct sites *sites, const struct outline *outline) {
  uint64_t key = outline_key(outline);
  uint64_t *number = word_map_place(&sites->numbers, key);
  if (*number == 0) {
    struct site *site = alloc_zeroed(sizeof *site);
    site->key = key;
    vec_push(&sites->list, site);
    *number = sites->list.count;
  }
  return sites->list.data[*number - 1];
}

void sites_free(struct sites *sites) {
  for (size_t i = 0; i < sites->list.count; i++) {
    struct site *site = sites->list.data[i];
    for (size_t k = 0; k < site->facts.count; k++) clear_fact(sites, site->facts.data[k]);
    for (uint32_t k = 0; k < site->sample_count; k++)
      state_free(&sites->machine->memory, site->samples[k]);
    for (size_t k = 0; k < site->kept.count; k++)
      state_free(&sites->machine->memory, site->kept.data[k]);
    vec_free(&site->kept);
    vec_free(&site->facts);
    free(site);
  }
  vec_free(&sites->list);
  word_map_free(&sites->numbers);
  names_free(&sites->names);
  outline_free(&sites->scratch);
}

static void mark_list(struct exprs *exprs, const expr_list *list) {
  for (size_t i = 0; i < list->count; i++) expr_mark_root(exprs, list->data[i]);
}

static void mark_fact(struct sites *sites, struct fact *fact) {
  struct exprs *exprs = sites->machine->exprs;
  machine_mark_state(sites->machine, fact->shape->model);
  for (size_t i = 0; i < fact->shape->cells.count; i++)
    expr_mark_root(exprs, fact->shape->cells.data[i].value);
  for (size_t i = 0; i < fact->cubes.count; i++) mark_list(exprs, &fact->cubes.data[i].literals);
  for (size_t i = 0; i < fact->transitions.count; i++) {
    mark_list(exprs, &fact->transitions.data[i].condition.literals);
    mark_list(exprs, &fact->transitions.data[i].values);
  }
  if (fact->bad != NULL) expr_mark_root(exprs, fact->bad);
}

void sites_mark(struct sites *sites) {
  for (size_t i = 0; i < sites->list.count; i++) {
    struct site *site = sites->list.data[i];
    for (size_t k = 0; k < site->facts.count; k++) mark_fact(sites, site->facts.data[k]);
    for (uint32_t k = 0; k < site->sample_count; k++)
      machine_mark_state(sites->machine, site->samples[k]);
    for (size_t k = 0; k < site->kept.count; k++)
      machine_mark_state(sites->machine, site->kept.data[k]);
  }
}
