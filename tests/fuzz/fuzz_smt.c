/* SMT-LIB scripts: whatever they say, they are run or refused with a message, within bounds. */
#include "target.h"

#include "expr/expr.h"
#include "smt/script.h"
#include "solver/chain.h"

static const char *const tokens[] = {"(",
                                     ")",
                                     " ",
                                     "|",
                                     ";",
                                     "\"",
                                     "(_ BitVec 8)",
                                     "(_ BitVec 64)",
                                     "(_ BitVec 1024)",
                                     "(_ BitVec 1)",
                                     "#x00",
                                     "#b1",
                                     "(_ bv5 8)",
                                     "(push 1)",
                                     "(pop 1)",
                                     "(check-sat)",
                                     "(get-model)",
                                     "(get-unsat-core)",
                                     "bvadd",
                                     "bvmul",
                                     "bvudiv",
                                     "bvsrem",
                                     "bvsmod",
                                     "bvshl",
                                     "bvlshr",
                                     "bvashr",
                                     "concat",
                                     "(_ extract 7 0)",
                                     "(_ zero_extend 8)",
                                     "(_ sign_extend 1)",
                                     "(_ repeat 2)",
                                     "(_ rotate_left 3)",
                                     "ite",
                                     "=",
                                     "distinct",
                                     "and",
                                     "or",
                                     "xor",
                                     "not",
                                     "=>",
                                     "bvult",
                                     "bvsle",
                                     "bvcomp",
                                     "let",
                                     "((x a))",
                                     "select",
                                     "store",
                                     "(Array (_ BitVec 8) (_ BitVec 8))",
                                     "declare-const",
                                     "define-fun",
                                     "assert",
                                     "!",
                                     ":named",
                                     "true",
                                     "false",
                                     "a",
                                     "b",
                                     "x",
                                     "4294967295",
                                     "18446744073709551616",
                                     "(reset)",
                                     "(exit)",
                                     "(get-value (a))",
                                     "(check-sat-assuming (x))",
                                     "(echo \"\")",
                                     "(set-option :produce-models true)",
                                     "((as const (Array (_ BitVec 8) (_ BitVec 8))) #x00)",
                                     NULL};
static const struct target target = {"smt", tokens};

static void target_check(const uint8_t *bytes, size_t size) {
  struct chain_options chain = {0};
  char *text = alloc_bytes(size + 1);
  memcpy(text, bytes, size);
  text[size] = '\0';
  FILE *out = fopen("/dev/null", "w");
  if (out == NULL) target_fail("no file");
  struct exprs *exprs = exprs_new();
  struct solver *solver = chain_new(exprs, &chain);
  struct script_options script = {.path = "fuzz.smt2",
                                  .exprs = exprs,
                                  .solver = solver,
                                  .budget = {.conflicts = 200, .seconds = 0.2},
                                  .out = out};
  script_run(&script, text, size);
  solver_free(solver);
  exprs_free(exprs);
  fclose(out);
  free(text);
}
