/* Random programs on the engine and on the reference interpreter. SMEW_PROGRAM_SEED=n
   prints and runs the one of that seed; SMEW_PROGRAM_COUNT=n runs more. */
#include "compare.h"
#include "generate_flow.h"
#include "ir/print.h"

static void run_seed(uint64_t seed) {
  struct rig rig;
  struct random random = {seed ^ 0x5eed};
  char what[40];
  snprintf(what, sizeof what, "program of seed %llu", (unsigned long long)seed);
  generate_program(&rig, seed);
  if (getenv("SMEW_PROGRAM_SEED")) {
    struct buffer text = {0};
    ir_print_program(rig.program, &text);
    puts(text.text);
    buffer_free(&text);
  }
  compare_program(&rig, &random, &(struct compare_options){.max_steps = 20000, .what = what});
}

static void test_programs_agree_with_the_reference(void **state) {
  (void)state;
  const char *one = getenv("SMEW_PROGRAM_SEED"), *many = getenv("SMEW_PROGRAM_COUNT");
  if (one) {
    run_seed(strtoull(one, NULL, 0));
    return;
  }
  uint64_t count = many ? strtoull(many, NULL, 0) : 3000;
  for (uint64_t seed = 0; seed < count; seed++) run_seed(seed);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_programs_agree_with_the_reference)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
