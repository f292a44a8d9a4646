// string.h, strings.h and ctype.h.
// RUN: %native-diff --flags="-D_GNU_SOURCE -fno-builtin" %s
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int sign(int x) { return (x > 0) - (x < 0); }

int main(void) {
  char buffer[64] = "start", text[] = "one,two;;three four", *rest;
  printf("%zu %zu %s\n", strlen(buffer), strnlen("abcdef", 3), strcpy(buffer, "copied"));
  printf("%s\n", strcat(strncpy(buffer, "abcdefgh", 4), "x"));
  printf("%s\n", strncat(strcpy(buffer, "ab"), "cdefg", 3));
  printf("%d %d %d\n", sign(strcmp("a", "b")), sign(strcmp("b", "a")), strcmp("same", "same"));
  printf("%d %d %d\n", sign(strncmp("abcd", "abxx", 3)), strncmp("abcd", "abxx", 2), sign(strcasecmp("HeLLo", "hello")));
  printf("%d %d\n", sign(memcmp("abc\0x", "abc\0y", 5)), strncasecmp("ABCx", "abcy", 3));
  printf("%s %s %s\n", strchr("hello", 'l'), strrchr("hello", 'l'), strchr("x", 'y') ? "?" : "none");
  printf("%s %s\n", strstr("haystack with needle inside", "needle"), strpbrk("abcdef", "xfd"));
  printf("%zu %zu\n", strspn("aabbcc", "ab"), strcspn("aabbcc", "c"));
  printf("%s %d\n", (char *)memchr("abcdef", 'd', 6), memchr("abc", 'z', 3) == NULL);
  printf("%s %s\n", strchrnul("abc", 'z') ? "end" : "?", (char *)memrchr("abcabc", 'b', 6));
  printf("%s\n", (char *)memmem("the quick fox", 13, "quick", 5));
  for (char *t = strtok_r(text, ",; ", &rest); t; t = strtok_r(NULL, ",; ", &rest)) printf("[%s]", t);
  char again[] = "a:b::c", *cursor = again;
  for (char *t; (t = strsep(&cursor, ":"));) printf("<%s>", t);
  char *copy = strdup("duplicate"), *part = strndup("partial", 4);
  printf("\n%s %s\n", copy, part);
  free(copy), free(part);
  memset(buffer, 'x', 10), memmove(buffer + 2, "12345", 5), memcpy(buffer + 8, "yz", 3);
  printf("%s %s\n", buffer, stpcpy(buffer + 20, "stp") - 3);
  for (int c = 0; c < 128; c++)
    printf("%d", !!isalpha(c) + 2 * !!isdigit(c) + !!isspace(c) * 4 + !!isupper(c) + !!ispunct(c) * 3 + !!isxdigit(c) + !!iscntrl(c) * 5 + !!isprint(c) + !!isgraph(c) + !!isblank(c) + !!isalnum(c) + !!islower(c));
  printf("\n%c%c%c%c\n", toupper('a'), tolower('Z'), toupper('5'), tolower('m'));
  for (int length = 0; length < 40; length++) {
    char *heap = malloc((size_t)length + 1);
    if (!heap) return 1;
    memset(heap, 'a', (size_t)length);
    heap[length] = 0;
    if (strlen(heap) != (size_t)length || strchr(heap, 'b') || memchr(heap, 'b', (size_t)length)) return 2;
    char *twin = strdup(heap);
    if (strcmp(heap, twin)) return 3;
    free(heap), free(twin);
  }
  return (int)strlen(strerror(0)) > 0 ? 9 : 8;
}
