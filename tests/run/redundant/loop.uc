// The body of the last loop was lost: a turn more of the loop before changes v1 and c4, but its condition was thought not
// to matter.
// RUN: %compare --scratch %t --redundant --goal=coverage --complete --common "--overflow=error" %s
main() {
  var v0, v1, c3, c4, c6;
  v0 = input;
  v1 = v0;
  c3 = 0;
  while (v1 && c3 < 3) {
    c4 = 0;
    while (v0 < c3 && c4 < 3) {
      v1 = v1 || (9 >= v1);
      v0 = v0 + 1;
      c4 = c4 + 1;
    }
    c3 = c3 + 1;
  }
  c6 = 0;
  while (v1 < c4 && c6 < 3) {
    c6 = c6 + 1;
  }
  return 0;
}
