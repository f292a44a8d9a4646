/* ELF files: sections that were appended are read back, and damaged files do no harm. */
#include "random.h"
#include "util/alloc.h"
#include "util/elf.h"

#include <elf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

enum { ROUNDS = 3000 };

/* A file with the sections of a shared library, as small as can be. */
struct image {
  Elf64_Ehdr header;
  char names[64];
  char strings[32];
  Elf64_Dyn dynamic[4];
  Elf64_Sym symbols[4];
  Elf64_Shdr sections[5];
};

static const struct image whole = {
    .header = {.e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB, EV_CURRENT},
               .e_type = ET_DYN,
               .e_machine = EM_X86_64,
               .e_shoff = offsetof(struct image, sections),
               .e_shentsize = sizeof(Elf64_Shdr),
               .e_shnum = 5,
               .e_shstrndx = 1},
    .names = "\0.shstrtab\0.dynstr\0.dynamic\0.dynsym",
    .strings = "\0libx.so\0$ORIGIN/lib\0one\0two",
    .dynamic = {{DT_NEEDED, {1}}, {DT_RUNPATH, {9}}, {DT_NULL, {0}}},
    .symbols = {{0},
                {.st_name = 21, .st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC), .st_shndx = 1},
                {.st_name = 25,
                 .st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC),
                 .st_shndx = SHN_UNDEF},
                {.st_name = 25, .st_info = ELF64_ST_INFO(STB_LOCAL, STT_FUNC), .st_shndx = 1}},
    .sections = {{0},
                 {.sh_name = 1,
                  .sh_type = SHT_STRTAB,
                  .sh_offset = offsetof(struct image, names),
                  .sh_size = 64},
                 {.sh_name = 11,
                  .sh_type = SHT_STRTAB,
                  .sh_offset = offsetof(struct image, strings),
                  .sh_size = 32},
                 {.sh_name = 19,
                  .sh_type = SHT_DYNAMIC,
                  .sh_offset = offsetof(struct image, dynamic),
                  .sh_size = 4 * sizeof(Elf64_Dyn),
                  .sh_link = 2},
                 {.sh_name = 28,
                  .sh_type = SHT_DYNSYM,
                  .sh_offset = offsetof(struct image, symbols),
                  .sh_size = 4 * sizeof(Elf64_Sym),
                  .sh_link = 2}},
};

static void write_file(const char *path, const void *bytes, size_t size) {
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(bytes, 1, size, file), size);
  assert_int_equal(fclose(file), 0);
}

static void make_path(char *path) {
  strcpy(path, "/tmp/smew-elf-XXXXXX");
  close(mkstemp(path));
}

static void test_a_library_tells_what_it_needs_and_exports(void **state) {
  (void)state;
  char path[32];
  make_path(path);
  write_file(path, &whole, sizeof whole);
  const char *problem;
  struct elf *elf = elf_open(path, &problem);
  assert_non_null(elf);
  size_t at = 0;
  assert_string_equal(elf_next_needed(elf, &at), "libx.so");
  assert_null(elf_next_needed(elf, &at));
  assert_string_equal(elf_library_path(elf), "$ORIGIN/lib");
  at = 0;
  assert_string_equal(elf_next_export(elf, &at), "one");
  assert_null(elf_next_export(elf, &at));
  elf_close(elf);
  unlink(path);
}

static void test_sections_are_appended_one_after_the_other(void **state) {
  (void)state;
  char path[32];
  make_path(path);
  write_file(path, &whole, sizeof whole);
  assert_null(elf_append_section(path, ".first", "12345", 5));
  assert_null(elf_append_section(path, ".second", "", 0));
  assert_null(elf_append_section(path, ".first", "abc", 3));
  const char *problem;
  struct elf *elf = elf_open(path, &problem);
  assert_non_null(elf);
  struct elf_bytes content;
  size_t at = 0;
  assert_true(elf_next_section(elf, ".first", &at, &content));
  assert_int_equal(content.size, 5);
  assert_memory_equal(content.data, "12345", 5);
  assert_true(elf_next_section(elf, ".first", &at, &content));
  assert_int_equal(content.size, 3);
  assert_memory_equal(content.data, "abc", 3);
  assert_false(elf_next_section(elf, ".first", &at, &content));
  at = 0;
  assert_true(elf_next_section(elf, ".second", &at, &content));
  assert_int_equal(content.size, 0);
  at = 0;
  assert_true(elf_next_section(elf, ".dynsym", &at, &content));
  elf_close(elf);
  unlink(path);
}

/* Walks over all that a file has; the sanitizer looks on. */
static void visit(const char *path) {
  const char *problem = NULL;
  struct elf *elf = elf_open(path, &problem);
  if (!elf) {
    assert_non_null(problem);
    return;
  }
  struct elf_bytes content;
  unsigned sum = 0;
  for (size_t at = 0; elf_next_section(elf, ".dynstr", &at, &content);)
    for (size_t i = 0; i < content.size; i++) sum += (unsigned char)content.data[i];
  const char *name;
  for (size_t at = 0; (name = elf_next_needed(elf, &at)) != NULL;) sum += (unsigned)strlen(name);
  for (size_t at = 0; (name = elf_next_export(elf, &at)) != NULL;) sum += (unsigned)strlen(name);
  if ((name = elf_library_path(elf)) != NULL) sum += (unsigned)strlen(name);
  assert_true(sum < 1u << 30);
  elf_close(elf);
}

static void test_damaged_files_do_no_harm(void **state) {
  (void)state;
  char path[32];
  make_path(path);
  for (uint64_t seed = 0; seed < ROUNDS; seed++) {
    struct random random = {seed};
    struct image damaged = whole;
    unsigned char *bytes = (unsigned char *)&damaged;
    for (unsigned i = 0; i < 1 + seed % 4; i++)
      bytes[random_next(&random) % sizeof damaged] = (unsigned char)random_next(&random);
    size_t size = seed % 3 ? sizeof damaged : (size_t)(random_next(&random) % sizeof damaged);
    write_file(path, &damaged, size);
    visit(path);
    elf_append_section(path, ".more", "more", 4);
    visit(path);
  }
  unlink(path);
}

/* A program names its libraries, and may name a pipe that nobody writes to. */
static void test_pipe_is_no_library(void **state) {
  (void)state;
  char path[] = "/tmp/smew-test-XXXXXX";
  const char *problem = NULL;
  assert_non_null(mkdtemp(path));
  char *pipe = alloc_format("%s/pipe", path);
  assert_int_equal(mkfifo(pipe, 0600), 0);
  assert_null(elf_open(pipe, &problem));
  assert_string_equal(problem, "this is no regular file");
  assert_int_equal(unlink(pipe), 0);
  assert_int_equal(rmdir(path), 0);
  free(pipe);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_pipe_is_no_library),
      cmocka_unit_test(test_a_library_tells_what_it_needs_and_exports),
      cmocka_unit_test(test_sections_are_appended_one_after_the_other),
      cmocka_unit_test(test_damaged_files_do_no_harm),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
