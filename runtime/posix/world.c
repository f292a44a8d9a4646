// The world that a program starts in, built from the words that the command line was translated to
// (src/cli/world.c). All of it is ordinary code: the number of arguments forks like any other
// value, and what is symbolic is an input with a name.
#include "posix/fs.h"
#include <string.h>
#include <sys/syscall.h>

struct world __posix_world;

// What has been made so far.
struct making {
  char **argv;
  int argc, argv_room;
  char **envp;
  int env_count, env_room;
  int symbolic_args;
  bool has_options; // the words of the command line are not the arguments as they are
};

static int to_number(const char *digits) {
  int number = 0;
  for (; *digits; digits++) number = number * 10 + (*digits - '0');
  return number;
}

// Grows an array of pointers that ends in NULL.
static char **append(char **list, int *count, int *room, char *text, const char *name) {
  if (*count + 1 >= *room) {
    int more = *room * 2 + 16;
    char **grown = __smew_new_variable((size_t)more * sizeof(*grown), name);
    if (*count > 0) memcpy(grown, list, (size_t)*count * sizeof(*grown));
    list = grown;
    *room = more;
  }
  list[(*count)++] = text;
  list[*count] = NULL;
  return list;
}

static void add_argument(struct making *making, char *text) {
  making->argv = append(making->argv, &making->argc, &making->argv_room, text, "argv");
}

static void add_variable(struct making *making, char *text) {
  making->envp = append(making->envp, &making->env_count, &making->env_room, text, "envp");
}

// Writes the number with at least that many digits; returns what is behind it.
static char *write_number(char *at, int number, int digits) {
  char reversed[16];
  int count = 0;
  for (; number > 0 || count < digits; number /= 10) reversed[count++] = (char)('0' + number % 10);
  while (count > 0) *at++ = reversed[--count];
  return at;
}

static void add_word(struct making *making, const char *word) {
  char name[24] = "argv[";
  *write_number(name + 5, making->argc, 1) = ']';
  size_t size = strlen(word) + 1;
  char *text = __smew_new_variable(size, name);
  memcpy(text, word, size);
  add_argument(making, text);
}

// Text that a person can read, where it can be had.
static void prefer_text(const char *bytes, size_t size) {
  for (size_t i = 0; i < size; i++) __smew_prefer((unsigned char)(bytes[i] - ' ') < 127 - ' ');
}

static void add_symbolic_argument(struct making *making, int size) {
  char name[24] = "arg";
  write_number(name + 3, making->symbolic_args++, 2);
  char *text = __smew_new_variable((size_t)size + 1, name);
  __smew_make_symbolic(text, (size_t)size + 1, name);
  text[size] = 0;
  prefer_text(text, (size_t)size);
  add_argument(making, text);
}

static void add_symbolic_arguments(struct making *making, int least, int most, int size) {
  int count = least;
  if (least != most) {
    __smew_make_symbolic(&count, sizeof(count), "n_args");
    __smew_assume((count >= least) & (count <= most));
    count = (int)__smew_number(count);
  }
  for (int i = 0; i < count; i++) add_symbolic_argument(making, size);
}

// The program's variable of that name goes, if there is one.
static void add_symbolic_variable(struct making *making, const char *name, int size) {
  char object[256] = "env_";
  size_t length = strlen(name);
  strncat(object, name, sizeof(object) - 5);
  char *text = __smew_new_variable(length + 1 + (size_t)size + 1, object);
  memcpy(text, name, length);
  text[length] = '=';
  __smew_make_symbolic(text + length + 1, (size_t)size + 1, object);
  text[length + 1 + (size_t)size] = 0;
  prefer_text(text + length + 1, (size_t)size);
  for (int i = 0; i < making->env_count; i++)
    if (strncmp(making->envp[i], text, length + 1) == 0) {
      making->envp[i] = text;
      return;
    }
  add_variable(making, text);
}

static void copy_environment(struct making *making, char **envp) {
  for (; *envp; envp++) add_variable(making, *envp);
}

// ---- files ----

// Only what a native run can be given is symbolic: who may do what, and when the file was changed.
static void make_status_symbolic(struct node *node, const char *name) {
  char object[32] = "";
  struct stat *status = __smew_allocate(sizeof(*status));
  strcat(strcat(object, name), "_stat");
  __smew_make_symbolic(status, sizeof(*status), object);
  __smew_assume((status->st_mode & ~(mode_t)0777) == S_IFREG);
  __smew_assume((unsigned long)status->st_mtim.tv_sec < 0x80000000);
  __smew_prefer(status->st_mode == (S_IFREG | 0644));
  __smew_prefer(status->st_mtim.tv_sec == node->status.st_mtim.tv_sec);
  node->status.st_mode = S_IFREG | (status->st_mode & 0777);
  node->status.st_mtim.tv_sec = status->st_mtim.tv_sec;
  __smew_release(status);
}

// "size", a name and a number, as often as there are sizes that files have in seeds.
static char **file_sizes;

static bool is_size(char **word) { return *word && strcmp(*word, "size") == 0; }

// Which of the sizes it is, if there are several, is an input like the number of arguments.
static size_t choose_size(const char *name, size_t usual) {
  char object[32] = "";
  int size = 0, is_one = 0, count = 0;
  for (char **word = file_sizes; is_size(word); word += 3) count += strcmp(word[1], name) == 0;
  if (count == 0) return usual;
  strcat(strcat(object, name), "_size");
  __smew_make_symbolic(&size, sizeof(size), object);
  for (char **word = file_sizes; is_size(word); word += 3)
    if (strcmp(word[1], name) == 0) is_one |= size == to_number(word[2]);
  __smew_assume((unsigned long)is_one);
  for (char **word = file_sizes; is_size(word); word += 3)
    if (strcmp(word[1], name) == 0 && size == to_number(word[2])) return (size_t)to_number(word[2]);
  return usual;
}

static struct node *new_symbolic_file(const char *name, size_t size) {
  size = choose_size(name, size);
  struct node *node = __posix_new_node(S_IFREG | 0644);
  if (size > 0) {
    node->bytes = __smew_allocate(size);
    __smew_make_symbolic(node->bytes, size, name);
    prefer_text(node->bytes, size);
  }
  node->size = node->room = size;
  make_status_symbolic(node, name);
  return node;
}

static void add_symbolic_files(int count, size_t size) {
  char object[] = "A_data";
  struct node *directory = __posix_working_directory();
  for (int i = 0; i < count; i++) {
    struct entry *old;
    object[0] = (char)('A' + i);
    if (__posix_find_child(directory, object, 1, &old) == 0) __posix_remove_entry(directory, old);
    __posix_add_entry(directory, object, 1, false, new_symbolic_file(object, size));
  }
}

// ---- output ----

enum { MOST_OUTPUT = 65536 };

static struct {
  char *bytes;
  size_t size, room;
} output;

void __posix_record_output(const char *bytes, size_t size) {
  if (size > MOST_OUTPUT - output.size) {
    __smew_unmodelled("recording more than 64 KiB of output");
    size = MOST_OUTPUT - output.size;
  }
  if (output.size + size > output.room) {
    size_t room = (output.size + size) * 2;
    char *grown = __smew_allocate(room);
    if (output.size > 0) memcpy(grown, output.bytes, output.size);
    if (output.bytes) __smew_release(output.bytes);
    output.bytes = grown;
    output.room = room;
  }
  if (size > 0) memcpy(output.bytes + output.size, bytes, size);
  output.size += size;
}

// An input that cannot be but what was written.
void __posix_end_output(void) {
  if (output.size == 0) return;
  char *copy = __smew_allocate(output.size);
  int same = 1;
  __smew_make_symbolic(copy, output.size, "stdout");
  for (size_t i = 0; i < output.size; i++) same &= copy[i] == output.bytes[i];
  __smew_assume((unsigned long)same);
  __smew_release(copy);
}

// Handles the item that begins at words[0]; returns the word behind it.
static char **build_item(struct making *making, char **words, char **envp) {
  const char *kind = *words++;
  making->has_options = true;
  if (strcmp(kind, "word") == 0) {
    add_word(making, *words++);
  } else if (strcmp(kind, "arg") == 0) {
    add_symbolic_argument(making, to_number(*words++));
  } else if (strcmp(kind, "args") == 0) {
    add_symbolic_arguments(making, to_number(words[0]), to_number(words[1]), to_number(words[2]));
    words += 3;
  } else if (strcmp(kind, "env") == 0) {
    if (making->env_room == 0) copy_environment(making, envp);
    add_symbolic_variable(making, words[0], to_number(words[1]));
    words += 2;
  } else if (strcmp(kind, "files") == 0) {
    add_symbolic_files(to_number(words[0]), (size_t)to_number(words[1]));
    words += 2;
  } else if (strcmp(kind, "stdin") == 0) {
    __posix_set_stdin(new_symbolic_file("stdin", (size_t)to_number(*words++)));
  } else if (strcmp(kind, "stdout") == 0) {
    __posix_world.records_output = true;
  } else if (strcmp(kind, "tty") == 0) {
    __posix_make_terminals();
  } else if (strcmp(kind, "fail") == 0) {
    __posix_make_failures(to_number(*words++));
  }
  return words;
}

// What holds for the whole run comes first. Returns the first word of the rest.
static char **read_settings(char **words) {
  struct world *world = &__posix_world;
  for (; *words; words++) {
    if (strcmp(*words, "explore") == 0)
      world->is_exploring = true;
    else if (strcmp(*words, "show") == 0)
      world->shows_output = true;
    else if (strcmp(*words, "fs") == 0)
      world->has_host_files = strcmp(*++words, "none") != 0;
    else if (strcmp(*words, "cwd") == 0)
      world->working_directory = *++words;
    else if (strcmp(*words, "clock") == 0)
      world->has_fixed_clock = strcmp(*++words, "fixed") == 0;
    else
      break;
  }
  file_sizes = words;
  while (is_size(words)) words += 3;
  return words;
}

void __smew_build_world(char **words, int *argc, char ***argv, char ***envp) {
  struct making making = {0};
  __posix_world.has_host_files = true;
  if (*argc > 0) add_argument(&making, (*argv)[0]);
  words = read_settings(words);
  while (*words) words = build_item(&making, words, *envp);
  if (making.has_options) {
    *argc = making.argc;
    *argv = making.argv;
  }
  if (making.env_room > 0) *envp = making.envp;
}

int __smew_is_plain_output(void) {
  return __posix_world.is_exploring && !__posix_world.has_terminals &&
         __posix_world.failures_left == 0;
}
