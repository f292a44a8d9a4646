// The result is divided by the factorial less two: which input fails?
factorial(n) {
  var f;
  if (n == 0) {
    f = 1;
  } else {
    f = n * factorial(n - 1);
  }
  return f;
}

main() {
  var n, f;
  n = input;
  if (n < 0 || n > 10)
    n = 0;
  f = factorial(n);
  output f;
  return 1 / (f - 2);
}
