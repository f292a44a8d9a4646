// Reads and writes through a null pointer, also at a member's offset.
// RUN: %cases %s
// CASES: read write member byte copy element
// CLEAN: compared address_of_member freed empty_copy

void free(void *);
int *nothing;
struct node {
  struct node *next;
  int value;
} *head;

#ifdef CASE_read
int main(void) {
  // read: null.c:[[@LINE+1]]:10: error: null pointer read of 4 bytes: address 0x0 [ptr]
  return *nothing;
}
#endif

#ifdef CASE_write
int main(void) {
  // write: null.c:[[@LINE+1]]:12: error: null pointer write of 4 bytes: address 0x0 [ptr]
  *nothing = 5;
  return 0;
}
#endif

#ifdef CASE_member
int main(void) {
  // member: null.c:[[@LINE+1]]:16: error: null pointer read of 4 bytes: address 0x8 [ptr]
  return head->value;
}
#endif

#ifdef CASE_byte
int length(const char *text) {
  int n = 0;
  // byte: null.c:[[@LINE+1]]:10: error: null pointer read of 1 byte: address 0x0 [ptr]
  while (text[n]) n++;
  return n;
}
// byte: called from main at {{.*}}null.c:[[@LINE+1]]:25
int main(void) { return length((char *)nothing); }
#endif

#ifdef CASE_copy
int main(void) {
  int target[4];
  // copy: null.c:[[@LINE+1]]:3: error: null pointer read of 16 bytes: address 0x0 [ptr]
  __builtin_memcpy(target, nothing, 16);
  return target[0];
}
#endif

#ifdef CASE_element
int main(void) {
  // element: null.c:[[@LINE+1]]:16: error: null pointer write of 4 bytes: address 0x190 [ptr]
  nothing[100] = 1;
  return 0;
}
#endif

#ifdef CASE_compared
int main(void) { return nothing != 0 || head != 0; }
#endif

#ifdef CASE_address_of_member
int main(void) { return (int)(long)__builtin_offsetof(struct node, value) - 8; }
#endif

#ifdef CASE_freed
int main(void) {
  free(nothing);
  return 0;
}
#endif

#ifdef CASE_empty_copy
int main(void) {
  volatile unsigned long none = 0;
  int target[4] = {0};
  __builtin_memcpy(target, nothing, none);
  return target[0];
}
#endif
