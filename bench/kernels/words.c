/* Counts words of a generated text with a chained hash table: bytes, strings,
   comparison loops, pointers. */
#include "kernel.h"

#define TEXT_SIZE 40000
#define BUCKETS 256

struct word {
  struct word *next;
  unsigned count;
  char text[12];
};

static char text[TEXT_SIZE + 1];
static struct word words[4096], *buckets[BUCKETS];
static unsigned word_count;

static void write_text(void) {
  uint32_t seed = 11;
  for (int at = 0; at < TEXT_SIZE;) {
    unsigned length = 1 + next_random(&seed) % 3;
    for (unsigned i = 0; i < length && at < TEXT_SIZE; i++)
      text[at++] = (char)('a' + next_random(&seed) % 8);
    if (at < TEXT_SIZE) text[at++] = ' ';
  }
}

static int is_equal(const char *a, const char *b) {
  while (*a && *a == *b) a++, b++;
  return *a == *b;
}

static void count_word(const char *word) {
  unsigned hash = 5381;
  for (const char *c = word; *c; c++) hash = hash * 33 + (unsigned char)*c;
  struct word **bucket = &buckets[hash % BUCKETS];
  for (struct word *w = *bucket; w; w = w->next) {
    if (is_equal(w->text, word)) {
      w->count++;
      return;
    }
  }
  struct word *fresh = &words[word_count++];
  int i = 0;
  for (; word[i]; i++) fresh->text[i] = word[i];
  fresh->text[i] = 0;
  fresh->count = 1;
  fresh->next = *bucket;
  *bucket = fresh;
}

static uint64_t kernel_run(unsigned repetitions) {
  uint64_t sum = 0;
  if (repetitions == 0) return 0;
  write_text();
  for (unsigned round = 0; round < repetitions; round++) {
    char word[12];
    int length = 0;
    for (const char *c = text; *c; c++) {
      if (*c != ' ') {
        word[length++] = *c;
        continue;
      }
      word[length] = 0;
      length = 0;
      count_word(word);
    }
  }
  for (unsigned i = 0; i < word_count; i++) sum = mix(sum, words[i].count);
  return sum;
}
