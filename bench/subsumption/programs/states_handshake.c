/* Two parties that exchange requests and answers over flags. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define check(e) ((e) ? (void)0 : reach_error())

int main(void) {
  int request = 0, answer = 0, waiting = 0, busy = 0, sent = 0, done = 0;
  for (;;) {
    int who = __VERIFIER_nondet_int();
    if (who == 1 && !waiting && !answer) {
      request = 1;
      waiting = 1;
      sent = (sent + 1) % 4;
    } else if (who == 2 && request && !busy) {
      request = 0;
      busy = 1;
    } else if (who == 3 && busy) {
      busy = 0;
      answer = 1;
    } else if (who == 4 && answer) {
      answer = 0;
      waiting = 0;
#ifdef ERROR
      if (sent != 3)
#endif
        done = (done + 1) % 4;
    }
    if (!waiting) check(sent == done);
    check(request + busy + answer == waiting);
  }
}
