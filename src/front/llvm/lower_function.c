/* A function, block by block. Only blocks that an edge leads to are filled, in the order of the
   numbering: all dominators of a block are then lowered before it, even where a trap has cut off
   part of the graph. Blocks that stay unreached because of such a trap hold a single `unreachable`.

   An instruction that turns out to be unsupported is undone as a whole and replaced by a trap that
   gives the reason and ends the block. */
#include "front/llvm/debug.h"
#include "front/llvm/emit.h"
#include "front/llvm/numbering.h"
#include "util/fault.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK_SIZE = 1024, MANY_INCOMING = 16 };

ir_operand *lower_new_list(struct lowering *lowering, uint32_t count) {
  if (lowering->chunks.count == 0 || lowering->chunk_used + count > CHUNK_SIZE) {
    uint32_t size = count > CHUNK_SIZE ? count : CHUNK_SIZE;
    vec_push(&lowering->chunks, alloc_bytes(size * sizeof(ir_operand)));
    lowering->chunk_used = 0;
  }
  ir_operand *list = vec_last(&lowering->chunks) + lowering->chunk_used;
  lowering->chunk_used += count;
  return list;
}

void lower_reject(struct lowering *lowering, const char *format, ...) {
  if (lowering->problem) return;
  char text[400];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  lowering->problem = alloc_string(text);
}

/* The state before an instruction, so that it can be undone. */
struct mark {
  size_t ins, regs, edges, cases, calls, varargs, operands, blocks;
  uint32_t block;
};

static struct mark set_mark(const struct lowering *lowering) {
  const struct ir_func *func = lowering->func;
  return (struct mark){func->ins.count,      func->reg_widths.count, func->edges.count,
                       func->cases.count,    func->calls.count,      func->varargs.count,
                       func->operands.count, func->blocks.count,     lowering->block};
}

static void take_back(struct lowering *lowering, const struct mark *mark) {
  struct ir_func *func = lowering->func;
  func->ins.count = mark->ins;
  func->reg_widths.count = mark->regs;
  func->edges.count = mark->edges;
  func->cases.count = mark->cases;
  func->calls.count = mark->calls;
  func->varargs.count = mark->varargs;
  func->operands.count = mark->operands;
  func->blocks.count = mark->blocks;
  func->blocks.data[mark->block].count = 0;
  lowering->block = mark->block;
  lowering->is_ended = false;
}

/* Phis of unsupported types have no parameter; the block traps at that point. */
static bool is_param(struct lowering *lowering, LLVMValueRef phi) {
  return !lower_layout(lowering, phi)->unsupported;
}

static unsigned incoming_place(struct lowering *lowering, LLVMValueRef phi, LLVMBasicBlockRef from,
                               LLVMBasicBlockRef to) {
  unsigned count = LLVMCountIncoming(phi);
  uintptr_t *known = ptrmap_find(&lowering->incoming, to);
  if (!known && count > MANY_INCOMING) {
    struct ptrmap *places = alloc_zeroed(sizeof *places);
    for (unsigned i = 0; i < count; i++) *ptrmap_insert(places, LLVMGetIncomingBlock(phi, i)) = i;
    vec_push(&lowering->incoming_maps, places);
    known = ptrmap_insert(&lowering->incoming, to);
    *known = (uintptr_t)places;
  }
  if (known) {
    uintptr_t *place = ptrmap_find((struct ptrmap *)*known, from);
    if (place && LLVMGetIncomingBlock(phi, (unsigned)*place) == from) return (unsigned)*place;
  }
  for (unsigned i = 0; i < count; i++)
    if (LLVMGetIncomingBlock(phi, i) == from) return i;
  FAULT("a phi has no value for one of its predecessors");
}

static LLVMValueRef next_phi(LLVMValueRef instruction) {
  return instruction && LLVMGetInstructionOpcode(instruction) == LLVMPHI ? instruction : NULL;
}

uint32_t lower_edge(struct lowering *lowering, LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
  uint32_t target = numbering_find(lowering->numbering, to);
  REQUIRE(target != NUMBERING_NONE);
  VEC(ir_operand) arguments = {0};
  LLVMValueRef phi = next_phi(LLVMGetFirstInstruction(to));
  for (; phi; phi = next_phi(LLVMGetNextInstruction(phi))) {
    if (!is_param(lowering, phi)) continue;
    unsigned place = incoming_place(lowering, phi, from, to);
    const ir_operand *list = lower_value(lowering, LLVMGetIncomingValue(phi, place));
    uint32_t count = lower_layout(lowering, phi)->leaf_count;
    for (uint32_t i = 0; i < count; i++) vec_push(&arguments, list[i]);
  }
  uint32_t edge = ir_new_edge(lowering->func, target, arguments.data, (uint32_t)arguments.count);
  vec_free(&arguments);
  if (!lowering->is_reached[target]) {
    lowering->is_reached[target] = true;
    if (target <= lowering->block) lowering->has_stepped_back = true;
  }
  return edge;
}

static bool is_only_way(LLVMBasicBlockRef from, LLVMBasicBlockRef to, LLVMBasicBlockRef other) {
  if (next_phi(LLVMGetFirstInstruction(to))) return false;
  for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(to)); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!LLVMIsAInstruction(user)) return false; /* its address is taken */
    LLVMBasicBlockRef block = LLVMGetInstructionParent(user);
    if (block != from && block != other) return false;
  }
  return true;
}

void lower_go_on(struct lowering *lowering, LLVMBasicBlockRef from, LLVMBasicBlockRef to,
                 LLVMBasicBlockRef other) {
  if (is_only_way(from, to, other))
    lowering->next = to;
  else
    emit_branch(lowering, lower_edge(lowering, from, to));
}

/* Makes the blocks of the numbering and registers for their phis. */
static void add_blocks(struct lowering *lowering) {
  struct ir_func *func = lowering->func;
  VEC(uint32_t) regs = {0};
  for (uint32_t i = 0; i < lowering->numbering->count; i++) {
    uint32_t block = ir_new_block(func);
    vec_clear(&regs);
    LLVMValueRef phi = next_phi(LLVMGetFirstInstruction(lowering->numbering->blocks[i]));
    for (; phi; phi = next_phi(LLVMGetNextInstruction(phi))) {
      const struct layout *layout = lower_layout(lowering, phi);
      if (!is_param(lowering, phi)) continue;
      ir_operand *list = lower_new_list(lowering, layout->leaf_count);
      for (uint32_t j = 0; j < layout->leaf_count; j++) {
        list[j] = ir_new_reg(func, layout->leaves[j].width);
        vec_push(&regs, list[j]);
      }
      lower_bind(lowering, phi, list);
    }
    ir_set_block_params(func, block, regs.data, (uint32_t)regs.count);
  }
  vec_free(&regs);
}

/* Parameters; those passed by value are copied by the callee. False if the signature cannot be
   expressed in the IR. */
static bool add_params(struct lowering *lowering) {
  LLVMTypeRef type = LLVMGlobalGetValueType(lowering->llvm);
  const char *unsupported = types_layout(lowering->types, LLVMGetReturnType(type))->unsupported;
  LLVMValueRef param = LLVMGetFirstParam(lowering->llvm);
  for (; param; param = LLVMGetNextParam(param)) {
    const struct layout *layout = lower_layout(lowering, param);
    if (layout->unsupported) unsupported = layout->unsupported;
    ir_operand *list = lower_new_list(lowering, layout->leaf_count);
    for (uint32_t i = 0; i < layout->leaf_count; i++)
      list[i] = ir_new_param(lowering->func, layout->leaves[i].width);
    lower_bind(lowering, param, list);
  }
  if (unsupported) lower_reject(lowering, "%s", unsupported);
  return !unsupported;
}

static void copy_byval_params(struct lowering *lowering) {
  unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
  unsigned align_kind = LLVMGetEnumAttributeKindForName("align", 5);
  unsigned count = LLVMCountParams(lowering->llvm);
  for (unsigned i = 0; i < count; i++) {
    LLVMAttributeRef byval = LLVMGetEnumAttributeAtIndex(lowering->llvm, i + 1, kind);
    if (!byval) continue;
    LLVMTypeRef type = LLVMGetTypeAttributeValue(byval);
    LLVMAttributeRef align = LLVMGetEnumAttributeAtIndex(lowering->llvm, i + 1, align_kind);
    uint64_t bytes = align ? LLVMGetEnumAttributeValue(align) : 8;
    LLVMValueRef param = LLVMGetParam(lowering->llvm, i);
    ir_operand size = emit_const(lowering, 64, types_alloc_size(lowering->types, type));
    size_t length;
    const char *name = LLVMGetValueName2(param, &length);
    uint32_t text = ir_intern_string(lowering->loader->program, name);
    ir_operand source = lower_scalar(lowering, param);
    ir_operand copy = emit_alloca(lowering, size, bytes, text);
    *ptrmap_insert(&lowering->allocas, param) = lowering->func->ins.count;
    emit_block_op(lowering, IR_MEMCPY, copy, source, size);
    lower_bind_scalar(lowering, param, copy);
  }
}

static bool is_checked_kind(LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  return kind != LLVMLabelTypeKind && kind != LLVMMetadataTypeKind;
}

/* Whether the instruction supports integers of more than one leaf. */
static bool allows_wide(LLVMValueRef instruction) {
  switch (LLVMGetInstructionOpcode(instruction)) {
  case LLVMSwitch:
  case LLVMAlloca:
  case LLVMAtomicCmpXchg:
  case LLVMAtomicRMW: return false;
  case LLVMCall: {
    LLVMValueRef callee = LLVMGetCalledValue(instruction);
    LLVMValueKind kind = LLVMGetValueKind(callee);
    if (kind == LLVMInlineAsmValueKind) return false;
    return kind != LLVMFunctionValueKind || LLVMGetIntrinsicID(callee) == 0;
  }
  default: return true;
  }
}

/* Whether the result and all operands have types that the IR can hold. */
static bool has_supported_types(struct lowering *lowering, LLVMValueRef instruction) {
  const struct layout *layout = lower_layout(lowering, instruction);
  unsigned count = (unsigned)LLVMGetNumOperands(instruction);
  bool is_wide = layout->wide_width != 0;
  for (unsigned i = 0; i < count && !layout->unsupported; i++) {
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(instruction, i));
    if (is_checked_kind(type)) layout = types_layout(lowering->types, type);
    is_wide |= layout->wide_width != 0;
  }
  if (layout->unsupported)
    lower_reject(lowering, "%s", layout->unsupported);
  else if (is_wide && !allows_wide(instruction))
    lower_reject(lowering, "operation on integers wider than 128 bits");
  return !lowering->problem;
}

static void dispatch(struct lowering *lowering, LLVMValueRef instruction) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
  switch (opcode) {
  case LLVMPHI: break;
  case LLVMCall: lower_call(lowering, instruction); break;
  case LLVMRet:
  case LLVMBr:
  case LLVMSwitch:
  case LLVMIndirectBr:
  case LLVMInvoke:
  case LLVMUnreachable: lower_terminator(lowering, instruction, opcode); break;
  case LLVMAlloca:
  case LLVMLoad:
  case LLVMStore:
  case LLVMFence:
  case LLVMAtomicCmpXchg:
  case LLVMAtomicRMW:
  case LLVMVAArg: lower_memory(lowering, instruction, opcode); break;
  case LLVMCallBr: lower_reject(lowering, "asm goto"); break;
  case LLVMResume:
  case LLVMLandingPad:
  case LLVMCleanupRet:
  case LLVMCatchRet:
  case LLVMCatchPad:
  case LLVMCleanupPad:
  case LLVMCatchSwitch: lower_reject(lowering, "exception handling"); break;
  default: {
    const ir_operand *list = lower_pure(lowering, instruction, opcode);
    if (list)
      lower_bind(lowering, instruction, list);
    else
      lower_reject(lowering, "LLVM instruction number %d", (int)opcode);
    break;
  }
  }
}

/* Code after a trap cannot be executed, but it is in the source, and coverage counts it. */
static void note_lost(struct lowering *lowering, LLVMValueRef instruction) {
  uint32_t last = 0;
  for (; instruction; instruction = LLVMGetNextInstruction(instruction)) {
    uint32_t loc = debug_locate_instruction(lowering->loader->debug, instruction);
    if (loc != 0 && loc != last) vec_push(&lowering->func->lost, loc);
    last = loc;
  }
}

static void lower_instruction(struct lowering *lowering, LLVMValueRef instruction) {
  uint32_t loc = debug_locate_instruction(lowering->loader->debug, instruction);
  if (loc) lowering->loc = loc;
  struct mark mark = set_mark(lowering);
  if (has_supported_types(lowering, instruction)) dispatch(lowering, instruction);
  if (!lowering->problem) return;
  take_back(lowering, &mark);
  emit_trap(lowering, IR_TRAP_UNSUPPORTED, lowering->problem);
  note_lost(lowering, LLVMGetNextInstruction(instruction));
  free(lowering->problem);
  lowering->problem = NULL;
}

static void fill_block(struct lowering *lowering, uint32_t number) {
  /* Code without a location belongs to the code before it. */
  lowering->loc = lowering->func->loc;
  emit_start_block(lowering, number);
  if (number == 0) copy_byval_params(lowering);
  LLVMValueRef instruction = LLVMGetFirstInstruction(lowering->numbering->blocks[number]);
  while (!lowering->is_ended) {
    lowering->next = NULL;
    lower_instruction(lowering, instruction);
    instruction = lowering->next ? LLVMGetFirstInstruction(lowering->next)
                                 : LLVMGetNextInstruction(instruction);
  }
}

static void fill_blocks(struct lowering *lowering) {
  uint32_t count = lowering->numbering->count;
  uint8_t *is_filled = alloc_zeroed(count);
  lowering->is_reached = alloc_zeroed(count);
  lowering->is_reached[0] = true;
  do {
    lowering->has_stepped_back = false;
    for (uint32_t i = 0; i < count; i++) {
      if (is_filled[i] || !lowering->is_reached[i]) continue;
      is_filled[i] = true;
      fill_block(lowering, i);
    }
  } while (lowering->has_stepped_back);
  for (uint32_t i = 0; i < count; i++) {
    if (is_filled[i]) continue;
    emit_start_block(lowering, i);
    emit_end(lowering, (struct ir_ins){.op = IR_UNREACHABLE});
    note_lost(lowering, LLVMGetFirstInstruction(lowering->numbering->blocks[i]));
  }
  free(is_filled);
}

static void release(struct lowering *lowering) {
  for (size_t i = 0; i < lowering->incoming_maps.count; i++) {
    ptrmap_free(lowering->incoming_maps.data[i]);
    free(lowering->incoming_maps.data[i]);
  }
  for (size_t i = 0; i < lowering->chunks.count; i++) free(lowering->chunks.data[i]);
  vec_free(&lowering->incoming_maps);
  vec_free(&lowering->chunks);
  ptrmap_free(&lowering->values);
  ptrmap_free(&lowering->allocas);
  ptrmap_free(&lowering->incoming);
  free(lowering->is_reached);
  free(lowering->problem);
}

void lower_function(struct loader *loader, struct link_symbol *symbol) {
  struct lowering lowering = {.loader = loader,
                              .module = symbol->module,
                              .types = symbol->module->types,
                              .func = loader->program->funcs.data[symbol->target.ref],
                              .llvm = symbol->definition};
  lowering.is_unoptimised = symbol->module->is_unoptimised ||
                            ptrmap_find(&symbol->module->unoptimised, symbol->definition) != NULL;
  lowering.func->is_optimised = !lowering.is_unoptimised;
  lowering.func->loc = debug_locate_function(loader->debug, symbol->definition);
  vec_clear(&lowering.func->param_widths); /* they are added again with the registers */
  lowering.loc = lowering.func->loc;
  if (add_params(&lowering)) {
    lowering.numbering = numbering_of(loader, symbol->definition);
    add_blocks(&lowering);
    fill_blocks(&lowering);
  } else {
    emit_start_block(&lowering, ir_new_block(lowering.func));
    emit_trap(&lowering, IR_TRAP_UNSUPPORTED, lowering.problem);
    LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(symbol->definition);
    for (; block; block = LLVMGetNextBasicBlock(block))
      note_lost(&lowering, LLVMGetFirstInstruction(block));
  }
  release(&lowering);
  ir_finish_func(lowering.func);
}
