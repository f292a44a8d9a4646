/* Builtins for the libc with possibly symbolic arguments: these are decided as far as possible,
   then the concrete form does the work. */
#include "exec/builtin/builtin_list.h"
#include "exec/careful/careful.h"
#include "exec/decide.h"
#include "exec/uninitialised.h"
#include "expr/expr.h"

static bool finish(struct machine *machine, builtin_function *run, const uint64_t *args,
                   struct value *result) {
  uint64_t word = 0;
  if (!run(machine, args, &word)) return false;
  *result = value_concrete(word);
  return true;
}

bool builtin_malloc_values(struct machine *machine, const struct value *args,
                           struct value *result) {
  uint64_t words[1];
  return careful_bound_size(machine, &args[0], &words[0]) &&
         finish(machine, builtin_malloc, words, result);
}

bool builtin_calloc_values(struct machine *machine, const struct value *args,
                           struct value *result) {
  uint64_t words[2];
  return careful_bound_size(machine, &args[0], &words[0]) &&
         careful_bound_size(machine, &args[1], &words[1]) &&
         finish(machine, builtin_calloc, words, result);
}

bool builtin_realloc_values(struct machine *machine, const struct value *args,
                            struct value *result) {
  uint64_t words[2];
  return resolve_heap(machine, &args[0], &words[0]) &&
         careful_bound_size(machine, &args[1], &words[1]) &&
         finish(machine, builtin_realloc, words, result);
}

bool builtin_free_values(struct machine *machine, const struct value *args, struct value *result) {
  uint64_t words[1];
  return resolve_heap(machine, &args[0], &words[0]) && finish(machine, builtin_free, words, result);
}

bool builtin_usable_size_values(struct machine *machine, const struct value *args,
                                struct value *result) {
  uint64_t words[1];
  return resolve_heap(machine, &args[0], &words[0]) &&
         finish(machine, builtin_malloc_usable_size, words, result);
}

bool builtin_memalign_values(struct machine *machine, const struct value *args,
                             struct value *result) {
  uint64_t words[2];
  return resolve_power(machine, &args[0], &words[0]) &&
         careful_bound_size(machine, &args[1], &words[1]) &&
         finish(machine, builtin_memalign, words, result);
}

bool builtin_posix_memalign_values(struct machine *machine, const struct value *args,
                                   struct value *result) {
  static const struct many_places many = {
      64, 1, "symbolic address of posix_memalign's result made concrete"};
  uint64_t words[3];
  return resolve_place(machine, &args[0], 8, true, &many, &words[0]) &&
         resolve_power(machine, &args[1], &words[1]) &&
         careful_bound_size(machine, &args[2], &words[2]) &&
         finish(machine, builtin_posix_memalign, words, result);
}

bool builtin_memmove_values(struct machine *machine, const struct value *args,
                            struct value *result) {
  *result = args[0];
  return careful_copy_block(machine, &args[0], &args[1], &args[2]);
}

bool builtin_memset_values(struct machine *machine, const struct value *args,
                           struct value *result) {
  struct value byte = args[1];
  if (byte.expr != NULL) byte.expr = expr_extract(machine->exprs, byte.expr, 0, 8);
  *result = args[0];
  return careful_fill_block(machine, &args[0], &byte, &args[2]);
}

/* The status under the witness: the path has ended, so nothing is lost. A merged state may have
   tests of several paths, each with its own status. */
bool builtin_exit_values(struct machine *machine, const struct value *args, struct value *result) {
  struct expr *status = args[0].expr;
  if (status != NULL && !uninitialised_check(machine, &status, "exit status")) return false;
  machine->state->exit_value = status;
  uint64_t words[1] = {status ? decide_witness_value(machine, status) : args[0].words[0]};
  return finish(machine, builtin_exit, words, result);
}
