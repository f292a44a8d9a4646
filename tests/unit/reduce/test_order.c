/* Sections of states in topological order: heaps, cuts, and how long a section has been stuck. */
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
  order_begin(&t->m);
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
  order_end(&t->m);
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

static const struct section *section_of(const struct scene *t, int number) {
  return note_of(&t->m, &t->states[number])->section;
}

static int first_of(const struct section *section) { return (int)section->heap.data[0]->number; }

static void the_furthest_behind_is_first(void **state) {
  (void)state;
  struct scene t;
  begin(&t);
  for (uint32_t i = 0; i < MOST; i++) PUT(&t, (int)i, 1 + i * 37 % MOST);
  for (uint32_t i = 0; i < MOST; i++) {
    int first = first_of(t.m.sections.data[0]);
    assert_int_equal(note_of(&t.m, &t.states[first])->text.data[0], 1 + i);
    if (i % 2 == 0)
      order_remove(&t.m, &t.states[first]);
    else
      PUT(&t, first, 1000);
  }
  assert_int_equal(t.m.sections.data[0]->heap.count, MOST / 2);
  end(&t);
}

/* States behind the cut, and those ahead of it, are apart; who passes the cut changes over. */
static void a_cut_separates(void **state) {
  (void)state;
  struct scene t;
  begin(&t);
  PUT(&t, 0, 3, 1, 7); /* in round 1 of a loop at 3 */
  PUT(&t, 1, 3, 2, 4);
  PUT(&t, 2, 9, 5);
  PUT(&t, 3, 9, 1); /* before 2, but behind the loop like it */
  PUT(&t, 4, 12);
  assert_true(order_split(&t.m, &t.states[2]));
  assert_int_equal(t.m.sections.count, 2);
  assert_ptr_equal(section_of(&t, 0), section_of(&t, 1));
  assert_ptr_not_equal(section_of(&t, 0), section_of(&t, 2));
  for (int i = 3; i < 5; i++) assert_ptr_equal(section_of(&t, i), section_of(&t, 2));
  assert_int_equal(first_of(section_of(&t, 0)), 0);
  assert_int_equal(first_of(section_of(&t, 2)), 3);
  PUT(&t, 0, 9, 1, 1);
  assert_ptr_equal(section_of(&t, 0), section_of(&t, 2));
  end(&t);
}

static void nothing_is_cut_in_front_of_the_first(void **state) {
  (void)state;
  struct scene t;
  begin(&t);
  PUT(&t, 0, 4);
  PUT(&t, 1, 4);
  assert_false(order_split(&t.m, &t.states[0]));
  assert_false(order_split(&t.m, &t.states[1])); /* not behind, only younger */
  assert_int_equal(t.m.sections.count, 1);
  end(&t);
}

/* An empty section goes; who comes to where it was is in one that is left. */
static void empty_sections_are_united(void **state) {
  (void)state;
  for (int gone = 0; gone < 3; gone++) {
    struct scene t;
    begin(&t);
    PUT(&t, 0, 2);
    PUT(&t, 1, 4);
    PUT(&t, 2, 6);
    assert_true(order_split(&t.m, &t.states[1]));
    assert_true(order_split(&t.m, &t.states[2]) || section_of(&t, 2) == section_of(&t, 1));
    size_t count = t.m.sections.count;
    t.m.current = note_of(&t.m, &t.states[gone])->section;
    order_remove(&t.m, &t.states[gone]);
    for (int i = 0; i < 3; i++)
      if (i != gone) assert_non_null(section_of(&t, i));
    assert_true(t.m.sections.count <= count);
    assert_int_equal(t.m.sections.data[0]->cut.count, 0); /* begins at the start */
    assert_true(t.m.current == NULL || t.m.current->heap.count > 0);
    PUT(&t, gone, 3);
    assert_ptr_equal(section_of(&t, gone), t.m.sections.data[0]);
    end(&t);
  }
}

/* Progress in an inner loop brings nobody nearer to what is behind the outer one. */
static void stuck_is_what_comes_no_nearer(void **state) {
  (void)state;
  struct scene t;
  begin(&t);
  struct section *section = t.m.sections.data[0];
  PUT(&t, 0, 3, 1, 5, 1, 7); /* round 1 of the loop at 5, in round 1 of that at 3 */
  PUT(&t, 1, 9);             /* behind both loops */
  PUT(&t, 2, 3, 1, 8);       /* behind the inner loop */
  order_track(&t.m, section);
  section->spent = 100;
  PUT(&t, 0, 3, 1, 5, 2, 7);
  order_track(&t.m, section);
  assert_int_equal(order_stuck(&t.m, &t.states[1]), 100);
  assert_int_equal(order_stuck(&t.m, &t.states[2]), 100);
  PUT(&t, 0, 3, 2, 5, 1, 7); /* the next round of the outer loop */
  order_remove(&t.m, &t.states[2]);
  section->spent = 150;
  order_track(&t.m, section);
  PUT(&t, 2, 3, 2, 8);
  section->spent = 160;
  assert_int_equal(order_stuck(&t.m, &t.states[1]), 160);
  assert_int_equal(order_stuck(&t.m, &t.states[2]), 10);
  end(&t);
}

/* In straight code there is an end to what is behind. */
static void straight_code_is_seldom_stuck(void **state) {
  (void)state;
  struct scene t;
  begin(&t);
  struct section *section = t.m.sections.data[0];
  PUT(&t, 0, 3, 1, 5, 1);
  PUT(&t, 1, 3, 1, 6, 1);
  order_track(&t.m, section);
  section->spent = 1600;
  assert_in_range(order_stuck(&t.m, &t.states[1]), 1, 800);
  end(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_furthest_behind_is_first),
      cmocka_unit_test(a_cut_separates),
      cmocka_unit_test(nothing_is_cut_in_front_of_the_first),
      cmocka_unit_test(empty_sections_are_united),
      cmocka_unit_test(stuck_is_what_comes_no_nearer),
      cmocka_unit_test(straight_code_is_seldom_stuck),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
