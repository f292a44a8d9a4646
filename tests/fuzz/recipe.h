/* Recipes: random terms in the form they were asked for, before any constructor has seen
   them. A recipe can be built as an expression, evaluated by the reference, printed, and
   cut down. Steps refer to earlier steps; the last one is the result. */
#ifndef FUZZ_RECIPE_H
#define FUZZ_RECIPE_H

#include "../unit/util/random.h"
#include "expr/expr.h"
#include "util/alloc.h"
#include "util/fault.h"

#include <stdlib.h>
#include <string.h>

enum { RECIPE_WORDS = 3, RECIPE_MAX_WIDTH = 130, RECIPE_MAX_STEPS = 400 };

/* Kinds in addition to those of expressions. */
enum { RECIPE_SUB = EXPR_KIND_COUNT, RECIPE_NEG, RECIPE_NE, RECIPE_KIND_COUNT };

struct step {
  uint8_t kind;
  uint16_t width; /* of ARRAY and STORE: of an element */
  uint16_t low;   /* EXTRACT */
  int16_t operands[3];
  uint32_t array;               /* INPUT, ARRAY, and what STORE and READ go to */
  uint64_t index;               /* INPUT */
  uint64_t words[RECIPE_WORDS]; /* CONST */
};

struct recipe {
  struct step steps[RECIPE_MAX_STEPS];
  int count;
};

/* The arrays that recipes speak of: each shape that is translated in its own way. */
struct recipe_arrays {
  const struct expr_array *list[16];
  unsigned count;
};

static inline struct recipe_arrays recipe_make_arrays(struct exprs *exprs) {
  enum { LARGE = 70000 };
  struct recipe_arrays arrays = {0};
  uint8_t *table = alloc_bytes(LARGE);
  for (unsigned i = 0; i < LARGE; i++) table[i] = (uint8_t)(i * i * 31 + i * 7 + (i >> 9));
  const struct {
    const char *name;
    unsigned element_width, index_width;
    uint64_t size;
    bool is_table;
  } shapes[] = {
      {"bytes", 8, 64, 8, false},      {"bits", 1, 8, 4, false},     {"words", 32, 32, 4, false},
      {"odd", 13, 5, 4, false},        {"wide", 64, 64, 3, false},   {"small", 8, 4, 0, false},
      {"page", 8, 16, 1000, false},    {"endless", 8, 32, 0, false}, {"table", 8, 8, 37, true},
      {"ctype", 3, 16, 300, true},     {"flags", 5, 3, 0, false},    {"crc", 32, 8, 256, true},
      {"halves", 16, 6, 40, true},     {"eleven", 11, 64, 20, true}, {"longs", 64, 5, 30, true},
      {"unicode", 8, 32, LARGE, true},
  };
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
    arrays.list[arrays.count++] =
        expr_new_array(exprs, shapes[i].name, shapes[i].element_width, shapes[i].index_width,
                       shapes[i].size, shapes[i].is_table ? table : NULL);
  free(table);
  return arrays;
}

static inline bool recipe_is_array(const struct step *step) {
  return step->kind == EXPR_ARRAY || step->kind == EXPR_STORE;
}

static inline void recipe_mask(struct step *step) {
  for (unsigned i = 0; i < RECIPE_WORDS; i++) {
    if (step->width <= 64 * i)
      step->words[i] = 0;
    else if (step->width < 64 * (i + 1))
      step->words[i] &= ((uint64_t)1 << (step->width - 64 * i)) - 1;
  }
}

/* Making recipes. */

struct recipe_limits {
  unsigned steps, max_width;
  unsigned max_product_width; /* of multiplication and division of two symbolic operands */
  unsigned array_percent;     /* of the steps are reads and stores */
};

static inline int recipe_add(struct recipe *recipe, struct step step) {
  REQUIRE(recipe->count < RECIPE_MAX_STEPS);
  recipe->steps[recipe->count] = step;
  return recipe->count++;
}

static inline int recipe_add_const(struct recipe *recipe, struct random *random, unsigned width) {
  struct step step = {.kind = EXPR_CONST, .width = (uint16_t)width};
  unsigned bit = random_below(random, width);
  switch (random_below(random, 7)) {
  case 0: break;
  case 1: step.words[0] = 1; break;
  case 2: memset(step.words, 0xff, sizeof step.words); break;
  case 3: step.words[(width - 1) / 64] = (uint64_t)1 << ((width - 1) % 64); break;
  case 4: step.words[bit / 64] = (uint64_t)1 << (bit % 64); break;
  case 5: step.words[0] = random_below(random, 300); break;
  default:
    for (unsigned i = 0; i < RECIPE_WORDS; i++) step.words[i] = random_next(random);
  }
  recipe_mask(&step);
  return recipe_add(recipe, step);
}

static inline int recipe_add_input(struct recipe *recipe, struct random *random,
                                   const struct recipe_arrays *arrays) {
  const struct expr_array *array;
  do array = arrays->list[random_below(random, arrays->count)];
  while (array->table != NULL);
  unsigned bound = array->size == 0 || array->size > 20 ? 8 : (unsigned)array->size;
  return recipe_add(recipe, (struct step){.kind = EXPR_INPUT,
                                          .width = array->element_width,
                                          .array = array->number,
                                          .index = random_below(random, bound)});
}

/* The large table comes last and seldom: it takes Z3 a tenth of a second. */
static inline const struct expr_array *recipe_pick_whole(struct random *random,
                                                         const struct recipe_arrays *arrays) {
  unsigned last = arrays->count - 1;
  return arrays->list[random_below(random, 200) == 0 ? last : random_below(random, last)];
}

/* A random step that is no array. */
static inline int recipe_pick(const struct recipe *recipe, struct random *random) {
  for (;;) {
    /* The young ones more often, so that terms grow deep. */
    int span = random_chance(random, 60) && recipe->count > 6 ? 6 : recipe->count;
    int number = recipe->count - 1 - (int)random_below(random, (unsigned)span);
    if (!recipe_is_array(&recipe->steps[number])) return number;
  }
}

/* The step's value brought to a width. */
static inline int recipe_resize(struct recipe *recipe, struct random *random, int number,
                                unsigned width) {
  unsigned old = recipe->steps[number].width;
  struct step step = {.width = (uint16_t)width, .operands = {(int16_t)number}};
  if (old == width) return number;
  if (old > width) {
    step.kind = EXPR_EXTRACT;
    step.low = (uint16_t)random_below(random, old - width + 1);
  } else if (old + old == width && random_chance(random, 50)) {
    step.kind = EXPR_CONCAT;
    step.operands[1] = (int16_t)number;
  } else {
    step.kind = random_chance(random, 50) ? EXPR_ZEXT : EXPR_SEXT;
  }
  return recipe_add(recipe, step);
}

static inline int recipe_pick_sized(struct recipe *recipe, struct random *random, unsigned width) {
  if (random_chance(random, 15)) return recipe_add_const(recipe, random, width);
  return recipe_resize(recipe, random, recipe_pick(recipe, random), width);
}

static inline int recipe_pick_array(struct recipe *recipe, struct random *random,
                                    const struct recipe_arrays *arrays) {
  for (int i = recipe->count - 1; i >= 0 && random_chance(random, 90); i--)
    if (recipe_is_array(&recipe->steps[i]) && random_chance(random, 50)) return i;
  const struct expr_array *array = recipe_pick_whole(random, arrays);
  return recipe_add(
      recipe,
      (struct step){.kind = EXPR_ARRAY, .width = array->element_width, .array = array->number});
}

/* Mostly small indices, so that reads meet inputs, stores and each other. */
static inline int recipe_pick_index(struct recipe *recipe, struct random *random, unsigned width) {
  unsigned narrow = 1 + random_below(random, width < 4 ? width : 4);
  if (random_chance(random, 20)) return recipe_pick_sized(recipe, random, width);
  int number = recipe_pick_sized(recipe, random, narrow);
  if (narrow == width) return number;
  return recipe_add(
      recipe,
      (struct step){.kind = EXPR_ZEXT, .width = (uint16_t)width, .operands = {(int16_t)number}});
}

static inline void recipe_add_array_step(struct recipe *recipe, struct random *random,
                                         const struct recipe_arrays *arrays) {
  int array = recipe_pick_array(recipe, random, arrays);
  struct step step = {.width = recipe->steps[array].width, .array = recipe->steps[array].array};
  unsigned index_width = arrays->list[step.array]->index_width;
  step.operands[0] = (int16_t)array;
  step.operands[1] = (int16_t)recipe_pick_index(recipe, random, index_width);
  step.kind = random_chance(random, 35) ? EXPR_STORE : EXPR_READ;
  if (step.kind == EXPR_STORE)
    step.operands[2] = (int16_t)recipe_pick_sized(recipe, random, step.width);
  recipe_add(recipe, step);
}

static inline unsigned recipe_pick_width(struct random *random, unsigned max_width) {
  static const unsigned char common[] = {1, 1, 8, 8, 16, 32, 32, 64, 65, 128};
  unsigned width = random_chance(random, 50) ? common[random_below(random, sizeof common)]
                                             : 1 + random_below(random, max_width);
  return width <= max_width ? width : 1 + random_below(random, max_width);
}

static inline bool recipe_is_product(unsigned kind) {
  return kind >= EXPR_MUL && kind <= EXPR_SREM;
}

static inline void recipe_add_binary(struct recipe *recipe, struct random *random,
                                     const struct recipe_limits *limits, unsigned kind,
                                     unsigned width) {
  struct step step = {.kind = (uint8_t)kind};
  bool is_cheap = !recipe_is_product(kind) || width <= limits->max_product_width;
  step.operands[0] = (int16_t)recipe_pick_sized(recipe, random, width);
  step.operands[1] = (int16_t)(is_cheap ? recipe_pick_sized(recipe, random, width)
                                        : recipe_add_const(recipe, random, width));
  bool is_comparison = (kind >= EXPR_EQ && kind <= EXPR_SLE) || kind == RECIPE_NE;
  step.width = is_comparison ? 1 : (uint16_t)width;
  int number = recipe_add(recipe, step);
  /* Quotients times their divisors are a case of their own. */
  if ((kind != EXPR_UDIV && kind != EXPR_SDIV) || !random_chance(random, 25)) return;
  struct step product = {.kind = EXPR_MUL, .width = (uint16_t)width};
  product.operands[0] = (int16_t)number;
  product.operands[1] = step.operands[1];
  recipe_add(recipe, product);
}

static inline void recipe_add_step(struct recipe *recipe, struct random *random,
                                   const struct recipe_arrays *arrays,
                                   const struct recipe_limits *limits) {
  /* Floating point has a fuzzer of its own, fuzz_float. */
  unsigned others = RECIPE_KIND_COUNT - RECIPE_SUB;
  unsigned kind = EXPR_NOT + random_below(random, EXPR_FADD - EXPR_NOT + others);
  if (kind >= EXPR_FADD) kind += RECIPE_SUB - EXPR_FADD;
  unsigned width = recipe_pick_width(random, limits->max_width);
  if (random_chance(random, 8)) {
    recipe_add_input(recipe, random, arrays);
    return;
  }
  if (random_chance(random, limits->array_percent)) {
    recipe_add_array_step(recipe, random, arrays);
    return;
  }
  switch (kind) {
  case EXPR_ZEXT:
  case EXPR_SEXT:
  case EXPR_EXTRACT: recipe_resize(recipe, random, recipe_pick(recipe, random), width); return;
  case EXPR_CONCAT: {
    int16_t high = (int16_t)recipe_pick(recipe, random), low = (int16_t)recipe_pick(recipe, random);
    unsigned sum = recipe->steps[high].width + recipe->steps[low].width;
    if (sum > limits->max_width) return;
    struct step step = {.kind = EXPR_CONCAT, .width = (uint16_t)sum, .operands = {high, low}};
    recipe_add(recipe, step);
    return;
  }
  case EXPR_NOT:
  case RECIPE_NEG: {
    struct step step = {.kind = (uint8_t)kind, .width = (uint16_t)width};
    step.operands[0] = (int16_t)recipe_pick_sized(recipe, random, width);
    recipe_add(recipe, step);
    return;
  }
  case EXPR_ITE: {
    struct step step = {.kind = EXPR_ITE, .width = (uint16_t)width};
    step.operands[0] = (int16_t)recipe_pick_sized(recipe, random, 1);
    step.operands[1] = (int16_t)recipe_pick_sized(recipe, random, width);
    step.operands[2] = (int16_t)recipe_pick_sized(recipe, random, width);
    recipe_add(recipe, step);
    return;
  }
  default: recipe_add_binary(recipe, random, limits, kind, width); return;
  }
}

static inline void recipe_fill(struct recipe *recipe, struct random *random,
                               const struct recipe_arrays *arrays,
                               const struct recipe_limits *limits) {
  recipe->count = 0;
  recipe_add_input(recipe, random, arrays);
  recipe_add_input(recipe, random, arrays);
  unsigned steps = 1 + random_below(random, limits->steps);
  while ((unsigned)recipe->count < steps) recipe_add_step(recipe, random, arrays, limits);
  if (recipe_is_array(&recipe->steps[recipe->count - 1]))
    recipe_resize(recipe, random, recipe_pick(recipe, random), 1);
  while (recipe_is_array(&recipe->steps[recipe->count - 1])) recipe->count--;
}

/* Building. */

static inline struct expr *recipe_build_step(struct exprs *exprs,
                                             const struct recipe_arrays *arrays,
                                             const struct step *step, struct expr *const *built) {
  struct expr *a = built[step->operands[0]], *b = built[step->operands[1]];
  switch (step->kind) {
  case EXPR_CONST: return expr_const_words(exprs, step->width, step->words);
  case EXPR_INPUT: return expr_input(exprs, arrays->list[step->array], step->index);
  case EXPR_ARRAY: return expr_array_value(exprs, arrays->list[step->array]);
  case EXPR_STORE: return expr_store(exprs, a, b, built[step->operands[2]]);
  case EXPR_READ: return expr_read(exprs, a, b);
  case EXPR_NOT: return expr_not(exprs, a);
  case EXPR_CONCAT: return expr_concat(exprs, a, b);
  case EXPR_EXTRACT: return expr_extract(exprs, a, step->low, step->width);
  case EXPR_ZEXT: return expr_zext(exprs, a, step->width);
  case EXPR_SEXT: return expr_sext(exprs, a, step->width);
  case EXPR_ITE: return expr_ite(exprs, a, b, built[step->operands[2]]);
  case RECIPE_SUB: return expr_sub(exprs, a, b);
  case RECIPE_NEG: return expr_neg(exprs, a);
  case RECIPE_NE: return expr_ne(exprs, a, b);
  default: return expr_binary(exprs, step->kind, a, b);
  }
}

/* The expressions of all steps. */
static inline void recipe_build(struct exprs *exprs, const struct recipe_arrays *arrays,
                                const struct recipe *recipe, struct expr **built) {
  for (int i = 0; i < recipe->count; i++)
    built[i] = recipe_build_step(exprs, arrays, &recipe->steps[i], built);
}

#endif
