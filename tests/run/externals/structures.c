// Errors of an entry point show what it was called with as C: pasted behind the program, it compiles without a warning and
// runs into the error. Typedefs, nested and anonymous structures, unions, bit-fields, arrays, strings, floats, enumerations,
// null pointers, pointers to pointers, variables of the program, cycles by --lazy-alias, pointers to functions, and structures without a name.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %reports --entry-point=walk --libc=none --no-output %s > %t/walk 2>&1
// RUN: FileCheck %s --check-prefix=WALK < %t/walk
// RUN: bash %S/Inputs/paste %s %t/walk walk
// RUN: %reports --entry-point=ring --libc=none --lazy-alias --no-output %s > %t/ring 2>&1
// RUN: FileCheck %s --check-prefix=RING < %t/ring
// RUN: bash %S/Inputs/paste %s %t/ring ring
// RUN: %reports --entry-point=look --externals=free --entry-globals=any --no-output %s > %t/look 2>&1
// RUN: FileCheck %s --check-prefix=LOOK < %t/look
// RUN: bash %S/Inputs/paste %s %t/look look
//
// WALK: int parameter0_object_2[64] = {[2] = -5};
// WALK: struct node parameter0_object_1[{{[0-9]+}}] = {[0] = {.flags = 3{{.*}}}};
// WALK: char parameter1_object[256] = "a\"\377";
// WALK: node_t parameter0_object[{{[0-9]+}}] = {[0] = {.next = parameter0_object_1, .value = 7, .in = {.tag = "\000x", .d = 0x1.8p+0}, .l = 9, .arr = {[1] = parameter0_object_2}}};
// WALK-NEXT: node_t *parameter0 = parameter0_object;
// WALK-NEXT: char *parameter1 = parameter1_object;
// WALK-NEXT: int parameter2 = -3;
// WALK-NEXT: enum color parameter3 = 1;
// WALK-NEXT: unsigned char parameter4 = 200;
// WALK-NEXT: void *parameter5 = 0;
// WALK-NEXT: walk(parameter0, parameter1, parameter2, parameter3, parameter4, parameter5);
// RING: struct link parameter0_object[{{[0-9]+}}];
// RING-NEXT: struct link parameter0_object_1[{{[0-9]+}}] = {[0] = {.prev = parameter0_object}};
// RING-NEXT: struct link parameter0_object[{{[0-9]+}}] = {[0] = {.next = parameter0_object_1, .key = 1}};
// RING-NEXT: struct link *parameter0 = parameter0_object;
// LOOK: struct link parameter0_object[{{[0-9]+}}] = {[0] = {.key = 4}};
// LOOK: struct link *parameter0 = parameter0_object;
// LOOK: {{^}}  __builtin_memcpy(&here, &(__typeof__(here)){.x = 3}, sizeof here);
// LOOK: {{^}}  __builtin_memcpy(&places, &(__typeof__(places)){[2] = {.y = -7}}, sizeof places);
// LOOK: {{^}}  __builtin_memcpy(&word, &(__typeof__(word)){"ab"}, sizeof word);
// LOOK-NEXT: {{^}}  text = text_object;
// LOOK: look(parameter0, parameter1);
struct inner {
  char tag[4];
  double d;
};
enum color { RED, GREEN };
typedef struct node node_t;
struct node {
  struct node *next;
  int value;
  unsigned flags : 3, more : 5;
  struct inner in;
  union {
    char c[4];
    long l;
  };
  int *arr[2];
  enum color color;
};
struct link {
  struct link *next, *prev;
  int key;
};
struct point {
  int x, y;
};

static int *volatile null;
static struct point here, places[3];
static char word[4];
char *text = "initial";

void walk(node_t *n, const char *s, int count, enum color c, unsigned char byte, void (*call)(void)) {
  if (n == 0 || n->value != 7 || s == 0 || s[0] != 'a' || s[1] != '"' || s[2] != '\377') return;
  long bits;
  __builtin_memcpy(&bits, &n->in.d, 8);
  if (n->in.tag[1] != 'x' || bits != 0x3ff8000000000000 || n->l != 9 || n->next == 0 || n->next->flags != 3) return;
  if (n->arr[1] == 0 || n->arr[1][2] != -5 || c != GREEN || count != -3 || byte != 200 || call != 0) return;
  *null = 1;
}

void ring(struct link *l) {
  if (l && l->key == 1 && l->next && l->next != l && l->next->prev == l && l->next->prev->key == 1) *null = 1;
}

void look(struct link *l, long unused) {
  if (l && l->key == 4 && here.x == 3 && places[2].y == -7 && word[0] == 'a' && word[1] == 'b' && text && text[1] == 'c' && unused != 1) *null = 1;
}
