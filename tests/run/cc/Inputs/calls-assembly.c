int add(int a, int b);
int main(int argc, char **argv) {
  (void)argv;
  return argc > 1 ? add(1, 2) : 0;
}
