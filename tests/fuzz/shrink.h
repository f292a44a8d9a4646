/* Cuts a failing case down: as long as some smaller case still fails, goes on from that
   one. Smaller is fewer steps, narrower words, rounder numbers. */
#ifndef FUZZ_SHRINK_H
#define FUZZ_SHRINK_H

#include "case.h"

typedef bool shrink_test(const struct fuzz_case *test, void *context);

struct shrinker {
  struct fuzz_case best;
  const struct recipe_arrays *arrays;
  shrink_test *fails;
  void *context;
};

static inline unsigned shrink_operands(unsigned kind) {
  static const uint8_t counts[RECIPE_KIND_COUNT] = {
#define X(name, text, smt, children) [EXPR_##name] = children,
      EXPR_KINDS(X)
#undef X
          [RECIPE_SUB] = 2,
      [RECIPE_NEG] = 1,
      [RECIPE_NE] = 2,
  };
  return counts[kind];
}

/* Drops the steps that nothing refers to. */
static inline void shrink_compact(struct fuzz_case *test) {
  bool is_needed[RECIPE_MAX_STEPS] = {false};
  int16_t numbers[RECIPE_MAX_STEPS];
  struct recipe *recipe = &test->recipe;
  bool has_extras = test->kind != CASE_FIXED;
  is_needed[recipe->count - 1] = true;
  for (unsigned i = 0; i < CASE_EXTRAS; i++)
    if (has_extras && test->extras[i] >= 0) is_needed[test->extras[i]] = true;
  for (int i = recipe->count - 1; i >= 0; i--)
    for (unsigned k = 0; is_needed[i] && k < shrink_operands(recipe->steps[i].kind); k++)
      is_needed[recipe->steps[i].operands[k]] = true;
  int count = 0;
  for (int i = 0; i < recipe->count; i++) {
    if (!is_needed[i]) continue;
    struct step step = recipe->steps[i];
    for (unsigned k = 0; k < shrink_operands(step.kind); k++)
      step.operands[k] = numbers[step.operands[k]];
    numbers[i] = (int16_t)count;
    recipe->steps[count++] = step;
  }
  for (unsigned i = 0; i < CASE_EXTRAS; i++)
    test->extras[i] = has_extras && test->extras[i] >= 0 ? numbers[test->extras[i]] : -1;
  recipe->count = count;
}

static inline bool shrink_try(struct shrinker *shrinker, struct fuzz_case *candidate) {
  shrink_compact(candidate);
  if (memcmp(candidate, &shrinker->best, sizeof *candidate) == 0) return false;
  if (!shrinker->fails(candidate, shrinker->context)) return false;
  shrinker->best = *candidate;
  return true;
}

/* An earlier step becomes the result. */
static inline bool shrink_root(struct shrinker *shrinker) {
  for (int i = 0; i < shrinker->best.recipe.count - 1; i++) {
    struct fuzz_case candidate = shrinker->best;
    if (recipe_is_array(&candidate.recipe.steps[i])) continue;
    candidate.recipe.count = i + 1;
    for (unsigned k = 0; k < CASE_EXTRAS; k++)
      if (candidate.extras[k] > i) candidate.extras[k] = -1;
    if (shrink_try(shrinker, &candidate)) return true;
  }
  return false;
}

/* The plainest question that still has a wrong answer. */
static inline bool shrink_question(struct shrinker *shrinker) {
  for (int kind = CASE_FIXED; kind < (int)shrinker->best.kind; kind++) {
    struct fuzz_case candidate = shrinker->best;
    candidate.kind = (enum case_kind)kind;
    if (shrink_try(shrinker, &candidate)) return true;
  }
  struct fuzz_case candidate = shrinker->best;
  candidate.is_hostile = false;
  if (shrink_try(shrinker, &candidate)) return true;
  candidate = shrinker->best;
  memset(candidate.target, 0, sizeof candidate.target);
  return shrink_try(shrinker, &candidate);
}

static inline bool shrink_extras(struct shrinker *shrinker) {
  for (unsigned k = 0; k < CASE_EXTRAS; k++) {
    struct fuzz_case candidate = shrinker->best;
    if (candidate.extras[k] < 0) continue;
    candidate.extras[k] = -1;
    if (shrink_try(shrinker, &candidate)) return true;
  }
  return false;
}

/* The simplest constants first; what is none of them comes last. */
static inline struct step shrink_constant(unsigned rank, unsigned width) {
  struct step step = {.kind = EXPR_CONST, .width = (uint16_t)width, .words = {rank}};
  if (rank == 2) memset(step.words, 0xff, sizeof step.words);
  recipe_mask(&step);
  return step;
}

/* A step becomes a constant, or a simpler one. */
static inline bool shrink_to_constant(struct shrinker *shrinker, int number) {
  const struct step *old = &shrinker->best.recipe.steps[number];
  if (recipe_is_array(old)) return false;
  for (unsigned rank = 0; rank < 3; rank++) {
    struct step step = shrink_constant(rank, old->width);
    if (old->kind == EXPR_CONST && memcmp(old->words, step.words, sizeof step.words) == 0)
      return false;
    struct fuzz_case candidate = shrinker->best;
    candidate.recipe.steps[number] = step;
    if (shrink_try(shrinker, &candidate)) return true;
  }
  return false;
}

/* A step is replaced by an operand of its width wherever it is used. */
static inline bool shrink_to_operand(struct shrinker *shrinker, int number) {
  const struct step *step = &shrinker->best.recipe.steps[number];
  for (unsigned k = 0; k < shrink_operands(step->kind); k++) {
    int16_t operand = step->operands[k];
    const struct step *other = &shrinker->best.recipe.steps[operand];
    if (other->width != step->width || recipe_is_array(other) != recipe_is_array(step)) continue;
    struct fuzz_case candidate = shrinker->best;
    struct recipe *recipe = &candidate.recipe;
    for (int i = number + 1; i < recipe->count; i++)
      for (unsigned j = 0; j < shrink_operands(recipe->steps[i].kind); j++)
        if (recipe->steps[i].operands[j] == number) recipe->steps[i].operands[j] = operand;
    for (unsigned i = 0; i < CASE_EXTRAS; i++)
      if (candidate.extras[i] == number) candidate.extras[i] = operand;
    if (number == recipe->count - 1) recipe->count = operand + 1;
    if (number < recipe->count && shrink_try(shrinker, &candidate)) return true;
  }
  return false;
}

/* A wide step whose operands are all narrower, wider or arrays becomes an input byte. */
static inline bool shrink_to_input(struct shrinker *shrinker, int number) {
  const struct step *step = &shrinker->best.recipe.steps[number];
  if (step->kind == EXPR_INPUT || step->kind == EXPR_CONST || recipe_is_array(step)) return false;
  for (uint32_t i = 0; i < shrinker->arrays->count; i++) {
    const struct expr_array *array = shrinker->arrays->list[i];
    if (array->element_width != step->width || array->table != NULL) continue;
    struct fuzz_case candidate = shrinker->best;
    candidate.recipe.steps[number] =
        (struct step){.kind = EXPR_INPUT, .width = step->width, .array = i};
    return shrink_try(shrinker, &candidate);
  }
  return false;
}

static inline bool shrink_input(struct shrinker *shrinker, unsigned array, unsigned index) {
  struct fuzz_case candidate = shrinker->best;
  uint64_t *value = &candidate.inputs[array][index], old = *value;
  if (old == 0) return false;
  *value = 0;
  if (shrink_try(shrinker, &candidate)) return true;
  *value = old >> 1;
  return shrink_try(shrinker, &candidate);
}

static inline bool shrink_inputs(struct shrinker *shrinker) {
  bool is_changed = false;
  if (shrinker->best.kind == CASE_OPEN) return false;
  for (unsigned i = 0; i < CASE_ARRAYS; i++) {
    struct fuzz_case candidate = shrinker->best;
    memset(candidate.inputs[i], 0, sizeof candidate.inputs[i]);
    if (shrink_try(shrinker, &candidate)) {
      is_changed = true;
      continue;
    }
    for (unsigned k = 0; k < CASE_ELEMENTS; k++)
      while (shrink_input(shrinker, i, k)) is_changed = true;
  }
  return is_changed;
}

static inline unsigned shrink_width(unsigned width, unsigned most) {
  return width < most ? width : most;
}

/* The same recipe with no word wider than `most`: operands of another width than before
   make extensions and extracts of each other. Indices and elements keep their widths, and
   such recipes are left alone. */
static inline bool shrink_cap(struct shrinker *shrinker, unsigned most) {
  struct fuzz_case candidate = shrinker->best;
  struct recipe *recipe = &candidate.recipe;
  bool is_changed = false;
  for (int i = 0; i < recipe->count; i++) {
    struct step *step = &recipe->steps[i];
    unsigned width = step->width, a = recipe->steps[step->operands[0]].width;
    if (recipe_is_array(step) || step->kind == EXPR_READ) return false;
    if (step->kind == EXPR_INPUT && width > most) {
      *step = (struct step){.kind = EXPR_CONST, .words = {1}, .width = (uint16_t)width};
    }
    if (width > most) is_changed = true;
    step->width = (uint16_t)shrink_width(width, most);
    bool is_resized = step->kind == EXPR_ZEXT || step->kind == EXPR_SEXT ||
                      step->kind == EXPR_EXTRACT || step->kind == EXPR_CONCAT;
    if (step->kind == EXPR_CONST) recipe_mask(step);
    if (!is_resized) continue;
    unsigned b = step->kind == EXPR_CONCAT ? recipe->steps[step->operands[1]].width : 0;
    if (step->kind == EXPR_CONCAT && a + b <= most) {
      step->width = (uint16_t)(a + b);
      continue;
    }
    if (step->kind == EXPR_CONCAT) step->operands[0] = step->operands[1], a = b;
    bool is_signed = step->kind == EXPR_SEXT;
    if (a < step->width) {
      step->kind = is_signed ? EXPR_SEXT : EXPR_ZEXT;
    } else {
      step->kind = EXPR_EXTRACT;
      if (step->low + step->width > (int)a) step->low = (uint16_t)(a - step->width);
    }
  }
  return is_changed && shrink_try(shrinker, &candidate);
}

/* Widths may no longer fit after capping: such candidates must not be tried. */
static inline bool shrink_is_sound(const struct recipe *recipe) {
  for (int i = 0; i < recipe->count; i++) {
    const struct step *step = &recipe->steps[i];
    const struct step *a = &recipe->steps[step->operands[0]],
                      *b = &recipe->steps[step->operands[1]];
    bool is_comparison =
        (step->kind >= EXPR_EQ && step->kind <= EXPR_SLE) || step->kind == RECIPE_NE;
    bool is_binary =
        (step->kind >= EXPR_ADD && step->kind <= EXPR_ASHR) || step->kind == RECIPE_SUB;
    if (is_comparison && a->width != b->width) return false;
    if (is_binary && (a->width != step->width || b->width != step->width)) return false;
    if ((step->kind == EXPR_NOT || step->kind == RECIPE_NEG) && a->width != step->width)
      return false;
    if (step->kind == EXPR_ITE && (a->width != 1 || b->width != step->width ||
                                   recipe->steps[step->operands[2]].width != step->width))
      return false;
  }
  return true;
}

static inline bool shrink_step(struct shrinker *shrinker, int number) {
  return number < shrinker->best.recipe.count &&
         (shrink_to_operand(shrinker, number) || shrink_to_constant(shrinker, number) ||
          shrink_to_input(shrinker, number));
}

/* Everything once, each as often as it helps. */
static inline bool shrink_once(struct shrinker *shrinker) {
  static const unsigned widths[] = {1, 2, 3, 4, 8, 16, 32, 33, 64, 65};
  bool is_changed = false;
  while (shrink_root(shrinker) || shrink_question(shrinker) || shrink_extras(shrinker))
    is_changed = true;
  for (int i = shrinker->best.recipe.count - 1; i >= 0; i--)
    while (shrink_step(shrinker, i)) is_changed = true;
  for (unsigned i = 0; i < sizeof widths / sizeof *widths; i++)
    if (shrink_cap(shrinker, widths[i])) return true;
  return shrink_inputs(shrinker) || is_changed;
}

static inline void shrink(struct shrinker *shrinker) {
  shrink_compact(&shrinker->best);
  while (shrink_once(shrinker)) continue;
}

#endif
