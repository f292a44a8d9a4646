/* The examples of the standard, and lengths around that of a block. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "util/sha256.h"

static void check(const char *text, const char *hash) {
  char out[SHA256_TEXT];
  sha256_text(text, strlen(text), out);
  assert_string_equal(out, hash);
}

static void examples_of_the_standard(void **state) {
  (void)state;
  check("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  check("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  check("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

/* 119 and 120 bytes: the length fits the last block, and does not. */
static void lengths_around_a_block(void **state) {
  (void)state;
  char text[121];
  memset(text, 'a', sizeof text);
  text[120] = '\0';
  check(text, "2f3d335432c70b580af0e8e1b3674a7c020d683aa5f73aaaedfdc55af904c21c");
  text[119] = '\0';
  check(text, "31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(examples_of_the_standard),
      cmocka_unit_test(lengths_around_a_block),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
