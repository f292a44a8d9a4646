/* The tree of explored states and the traces of its nodes: what a reducer is notified of, in which
   order, and what it reads there. */
#include "generate_flow.h"
#include "rig_loop.h"

#include "exec/explore/path_tree.h"
#include "exec/trace.h"
#include "exec/trace_check.h"
#include "ir/call_graph.h"
#include "util/buffer.h"

/* Writes down every node when it is complete: its number, its children, its end, its trace. */
struct reader {
  struct reducer reducer;
  struct machine **machine;
  struct buffer text;
  uint64_t nodes, notes, joins, events;
  uint64_t live_notes;
};

static void add_event(struct reader *reader, const struct trace_event *event) {
  static const char *const names[] = {
      [TRACE_EDGE] = "edge",   [TRACE_ENTER] = "enter",         [TRACE_LEAVE] = "leave",
      [TRACE_READ] = "read",   [TRACE_WRITE] = "write",         [TRACE_MAY_WRITE] = "may write",
      [TRACE_JUMP] = "jump",   [TRACE_CONDITION] = "condition", [TRACE_NEW] = "new",
      [TRACE_MODEL] = "model",
  };
  buffer_add(&reader->text, " %s", names[event->kind]);
  if (event->kind == TRACE_EDGE) buffer_add(&reader->text, " %u", event->number);
  if (event->kind == TRACE_ENTER || event->kind == TRACE_LEAVE)
    buffer_add(&reader->text, " %u", event->call);
  if (event->kind == TRACE_READ || event->kind == TRACE_WRITE || event->kind == TRACE_NEW)
    buffer_add(&reader->text, " %llu", (unsigned long long)event->size);
}

static void read_node(struct reducer *reducer, struct path_node *node) {
  struct reader *reader = (struct reader *)reducer;
  assert_true(node->is_complete);
  trace_check(*reader->machine, node);
  uint64_t *note = alloc_bytes(sizeof *note);
  *note = node->number;
  *reducer_place_of_node_note(reducer, node) = note;
  reader->live_notes++;
  reader->nodes++;
  buffer_add(&reader->text, "%llu:", (unsigned long long)node->number);
  for (size_t i = 0; i < node->children.count; i++) {
    const struct path_node *child = node->children.data[i];
    const uint64_t *of_child = reducer_note_of_node(reducer, child);
    assert_non_null(of_child);
    assert_true(*of_child == child->number && child->is_complete);
    buffer_add(&reader->text, " <%llu>", (unsigned long long)child->number);
  }
  reader->joins += node->parents.count > 1;
  struct trace_cursor cursor = trace_begin(*reader->machine, node);
  struct trace_event event;
  while (trace_next(&cursor, &event)) {
    reader->events++;
    add_event(reader, &event);
  }
  buffer_add(&reader->text, node->is_whole ? "\n" : " cut\n");
}

static void forget_node(struct reducer *reducer, struct path_node *node) {
  struct reader *reader = (struct reader *)reducer;
  free(reducer_note_of_node(reducer, node));
  reader->live_notes--;
}

static const struct reducer_class reader_class = {
    .name = "reader", .keeps = KEEPS_ALL, .complete = read_node, .forget = forget_node};

static struct reader new_reader(struct rig *rig) {
  return (struct reader){.reducer = {.class = &reader_class, .wants_traces = true},
                         .machine = &rig->machine};
}

/* A call of a function that branches on an input and returns. */
static void nodes_are_complete_bottom_up_with_their_traces(void **state) {
  (void)state;
  struct rig rig;
  rig_begin(&rig);
  struct ir_func *decide = make_decider(&rig);
  ir_operand unknown = emit_unknown(&rig, rig.start);
  ir_operand result = rig_call(&rig, rig.start, decide, &unknown, 1);
  uint32_t cell = rig_alloca(&rig, rig.start, ir_const_int(rig.start, 64, 4), "cell", 4);
  rig_store(&rig, rig.start, 32, cell, result);
  rig_load(&rig, rig.start, 32, cell);
  rig_finish(&rig, rig.start);
  rig_close(rig.start, 0);
  struct reader reader = new_reader(&rig);
  struct ends ends = explore(&rig, &reader.reducer, 0);
  assert_int_equal(ends.exited, 2);
  assert_int_equal(reader.nodes, 3);
  assert_int_equal(reader.live_notes, 0);
  /* Both children before the node that forks. The call has its number in the caller. */
  uint32_t call = 0;
  for (uint32_t i = 0; i < rig.start->ins.count; i++)
    if (rig.start->ins.data[i].op == IR_CALL &&
        call_graph_direct_callee(rig.start, &rig.start->ins.data[i]) == decide->number)
      call = i;
  char *last = alloc_format("0: <1> <2> enter %u\n", call);
  const char *first = strstr(reader.text.text, last);
  assert_non_null(first);
  assert_ptr_equal(first + strlen(last), reader.text.text + reader.text.length);
  free(last);
  assert_non_null(strstr(reader.text.text, "1: edge"));
  assert_non_null(strstr(reader.text.text, "2: edge"));
  char *returned = alloc_format(" leave %u new 4 write 4 read 4", call);
  assert_non_null(strstr(reader.text.text, returned));
  free(returned);
  buffer_free(&reader.text);
  rig_end(&rig);
}

static void a_path_that_is_cut_off_shows_in_all_nodes_before_it(void **state) {
  (void)state;
  struct rig rig;
  rig_begin(&rig);
  make_loop(&rig, 0, true);
  struct reader reader = new_reader(&rig);
  explore(&rig, &reader.reducer, 200);
  assert_true(reader.nodes > 5);
  assert_int_equal(reader.live_notes, 0);
  const char *last = strrchr(reader.text.text, ':');
  assert_non_null(strstr(last, " cut\n")); /* the first node is the last to be complete */
  assert_non_null(strstr(reader.text.text, "\n"));
  unsigned whole = 0, cut = 0;
  for (const char *at = reader.text.text; *at != '\0'; at = strchr(at, '\n') + 1) {
    const char *end = strchr(at, '\n');
    bool is_cut = end - at > 4 && strncmp(end - 4, " cut", 4) == 0;
    ++*(is_cut ? &cut : &whole);
  }
  assert_true(whole > 2 && cut > 2);
  buffer_free(&reader.text);
  rig_end(&rig);
}

/* trace_check looks at every node. */
static void traces_of_random_programs_are_walks_through_them(void **state) {
  (void)state;
  uint64_t events = 0;
  for (uint64_t seed = 0; seed < 300; seed++) {
    struct rig rig;
    generate_program(&rig, seed);
    rig.options.has_models = true;
    struct reader reader = new_reader(&rig);
    explore(&rig, &reader.reducer, 0);
    assert_int_equal(reader.live_notes, 0);
    assert_int_equal(rig.machine->recorder.held, 0);
    events += reader.events;
    buffer_free(&reader.text);
    rig_end(&rig);
  }
  assert_true(events > 10000);
}

/* Code of an exploration that nobody watches records nothing. */
static void nothing_is_recorded_for_nobody(void **state) {
  (void)state;
  struct rig rig;
  rig_begin(&rig);
  make_loop(&rig, 0, true);
  explore(&rig, NULL, 200);
  assert_int_equal(rig.machine->recorder.most, 0);
  assert_int_equal(rig.machine->next_node, 0);
  rig_end(&rig);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nodes_are_complete_bottom_up_with_their_traces),
      cmocka_unit_test(a_path_that_is_cut_off_shows_in_all_nodes_before_it),
      cmocka_unit_test(traces_of_random_programs_are_walks_through_them),
      cmocka_unit_test(nothing_is_recorded_for_nobody),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
