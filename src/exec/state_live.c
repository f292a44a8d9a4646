/* Live registers of the frames of a state.

   After a call returns, the live registers are those that are live after it, and its results if
   anything reads them: the sets of code_live_after leave results out. */
#include "exec/state_live.h"

#include "exec/state.h"
#include "exec/translate/op.h"
#include "ir/ir.h"
#include "ir/operands.h"

#include <stdlib.h>

uint32_t frame_call_site(const struct frame *frame) {
  const struct code *code = frame->caller->code;
  return code->origins[frame->call - code->ops];
}

static bool is_folded_before(const struct code *code, uint32_t call, uint32_t reg) {
  uint32_t first = code->func->blocks.data[code->ins_block[call]].first;
  for (uint32_t i = call; i-- > first;)
    if (code->is_folded[i] && code->func->ins.data[i].dst == reg) return true;
  return false;
}

bool code_live_reads(const struct code_live *live, uint32_t reg) {
  return code_is_live(live, reg) &&
         (live->call == IR_NONE || !is_folded_before(live->code, live->call, reg));
}

struct state_point state_point_of(const struct state *state) {
  const struct code *code = state->top->code;
  uint32_t ins = state_place(state).ins;
  uint32_t at = state->is_closing ? ins : code->ins_block[ins];
  struct code_live live = state->is_closing ? code_live_after(code, at) : code_live_at(code, at);
  return (struct state_point){.ins = at, .live = live};
}

static bool has_operand(const struct ir_operand_list *list, uint32_t reg) {
  for (size_t i = 0; i < list->count; i++)
    if (list->data[i] == reg) return true;
  return false;
}

/* Arguments of the edges included. */
static bool uses(const struct ir_func *func, const struct ir_ins *ins, uint32_t reg) {
  struct ir_operand_list list = {0};
  ir_list_uses(func, ins, &list);
  for (uint32_t i = 0; i < ir_successor_count(ins); i++)
    ir_list_edge_args(func, ir_successor_edge(func, ins, i), &list);
  bool found = has_operand(&list, reg);
  vec_free(&list);
  return found;
}

/* Whether a result of the call is read: in the rest of its block, or after it. */
static bool is_result_read(const struct code *code, uint32_t call, uint32_t reg) {
  const struct ir_func *func = code->func;
  const struct ir_block *block = &func->blocks.data[code->ins_block[call]];
  for (uint32_t i = call + 1; i < block->first + block->count; i++)
    if (uses(func, &func->ins.data[i], reg)) return true;
  for (uint32_t b = 0; b < func->blocks.count; b++) {
    struct code_live live = code_live_at(code, b);
    if (code_is_live(&live, reg)) return true;
  }
  return false;
}

static bool list_results(const struct code *code, struct state_point *point) {
  struct ir_operand_list results = {0};
  ir_list_defs(code->func, &code->func->ins.data[point->ins], &results);
  bool is_known = results.count <= STATE_POINT_RESULTS;
  for (size_t i = 0; is_known && i < results.count; i++)
    if (is_result_read(code, point->ins, results.data[i]))
      point->results[point->result_count++] = results.data[i];
  vec_free(&results);
  return is_known;
}

/* Between the call and the place where threaded code goes on there are only instructions that it
   has folded into others. */
bool state_point_behind(const struct state *state, struct state_point *point) {
  const struct code *code = state->top->code;
  uint32_t ins = state_place(state).ins;
  uint32_t first = code->func->blocks.data[code->ins_block[ins]].first;
  while (ins > first && code->func->ins.data[ins - 1].op != IR_CALL) ins--;
  if (ins == first) return false;
  *point = (struct state_point){
      .ins = ins - 1, .is_behind = true, .live = code_live_after(code, ins - 1)};
  return list_results(code, point);
}

bool state_point_reads(const struct state_point *point, uint32_t reg) {
  for (uint32_t i = 0; i < point->result_count; i++)
    if (point->results[i] == reg) return true;
  return code_live_reads(&point->live, reg);
}
