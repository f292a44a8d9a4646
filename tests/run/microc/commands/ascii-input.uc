// --ascii-input: input reads a character, -1 at the end; with --ascii, a program that copies text.
// RUN: printf 'Hi 5,\n' | %status 0 %smew microc run --ascii-input --ascii %s | FileCheck %s --check-prefix=BOTH --match-full-lines --strict-whitespace
//BOTH:Hi 5,
// RUN: %status 0 %smew microc run --ascii-input --input "A 1" %s | FileCheck %s --check-prefix=NUMBERS --match-full-lines
// NUMBERS: 65
// NUMBERS-NEXT: 32
// NUMBERS-NEXT: 49
// RUN: %status 0 %smew microc run --ascii-input --input "" %s | count 0
main() {
  var c;
  c = input;
  while (c != -1) {
    output c;
    c = input;
  }
  return 0;
}
