/* States in topological order. */
#include "../ir/support.h"

#include "reduce/merge/merger.h"

#include <stdlib.h>

enum { MOST = 64 };

struct scene {
  struct merger m;
  struct reducers set;
  struct state states[MOST];
};

static void begin(struct scene *t) {
  *t = (struct scene){.m = {.reducer = {.class = &merging_class}}};
  reducers_add(&t->set, &t->m.reducer);
  for (uint64_t i = 0; i < MOST; i++) {
    t->states[i].number = i;
    *reducer_place_of_note(&t->m.reducer, &t->states[i]) = alloc_zeroed(sizeof(struct note));
  }
}

static void end(struct scene *t) {
  for (int i = 0; i < MOST; i++) {
    struct note *note = note_of(&t->m, &t->states[i]);
    vec_free(&note->text);
    free(note);
    free(t->states[i].notes);
  }
  vec_free(&t->m.order);
  reducers_clear(&t->set);
}

/* Numbers of the position, up to a 0. */
static void put(struct scene *t, int number, const uint32_t *text) {
  struct note *note = note_of(&t->m, &t->states[number]);
  vec_clear(&note->text);
  for (; *text != 0; text++) vec_push(&note->text, *text);
  order_put(&t->m, &t->states[number]);
}
#define PUT(t, number, ...) put(t, number, (const uint32_t[]){__VA_ARGS__, 0})

static void the_furthest_behind_is_first(void **state) {
  (void)state;
  struct scene t;
  begin(&t);
  for (uint32_t i = 0; i < MOST; i++) PUT(&t, (int)i, 1 + i * 37 % MOST);
  for (uint32_t i = 0; i < MOST; i++) {
    int first = (int)t.m.order.data[0]->number;
    assert_int_equal(note_of(&t.m, &t.states[first])->text.data[0], 1 + i);
    if (i % 2 == 0)
      order_remove(&t.m, &t.states[first]);
    else
      PUT(&t, first, 1000);
  }
  assert_int_equal(t.m.order.count, MOST / 2);
  end(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(the_furthest_behind_is_first)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
