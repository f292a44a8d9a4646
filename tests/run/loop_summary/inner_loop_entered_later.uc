// States that enter the inner loop cover its body, though the first states that came here did not enter it.
// RUN: %compare --scratch %t --reduce "--reduce=loop-summary --search=bfs --fold-conditions=off --libc-models=off" --reduce=--reduce=loop-summary --goal=coverage --complete --common=--overflow=wrap %s
main() {
  var v0, v1, p2, a3, a4, r5, c6, c7, c9;
  var c10;
  v0 = input;
  v1 = 10;
  p2 = alloc (v1 * 9);
  a3 = [v0, v0, 0];
  a4 = [v0, 6, a3[0]];
  r5 = {f: v1, g: v1, p: &v0};
  c6 = 0;
  while (v0 < v1 && c6 < 3) {
    c7 = 0;
    v0 = v0 + 1;
    c6 = c6 + 1;
  }
  c9 = 0;
  while (((a3[1] == c7) - (c7 || a4[0])) && c9 < 3) {
    c10 = 0;
    while (!a4[2] && c10 < 3) {
      *r5.p = *p2 && v0;
      c10 = c10 + 1;
    }
    c9 = c9 + 1;
  }
  return 0;
}
