/* Counting returns by the function that returned. */
#include "reduce/z_equivalence/returns.h"

#include "exec/state.h"
#include "exec/state_live.h"
#include "exec/translate/op.h"
#include "ir/call_graph.h"
#include "ir/graph.h"
#include "ir/ir.h"
#include "util/json.h"

#include <stdlib.h>

void returns_count(struct returns *returns, const struct state *state, bool is_dropped) {
  struct state_point point;
  if (!state_point_behind(state, &point)) return;
  const struct ir_func *func = state->top->code->func;
  uint32_t callee = call_graph_direct_callee(func, &func->ins.data[point.ins]);
  if (callee == GRAPH_NONE) return;
  while (returns->functions.count <= callee)
    vec_push(&returns->functions, ((struct returns_of){0, 0}));
  returns->functions.data[callee].compared++;
  returns->functions.data[callee].dropped += is_dropped;
}

void returns_add_json(const struct returns *returns, const struct ir_program *program,
                      struct json *json) {
  json_begin_array(json, "returns");
  for (size_t i = 0; i < returns->functions.count; i++) {
    const struct returns_of *of = &returns->functions.data[i];
    if (of->compared == 0) continue;
    json_begin_object(json, NULL);
    json_add_string(json, "function", program->funcs.data[i]->name);
    json_add_number(json, "compared", of->compared);
    json_add_number(json, "dropped", of->dropped);
    json_end_object(json);
  }
  json_end_array(json);
}
