/* A native file stands for the modules that are embedded in it. Static libraries need no special
   treatment: the linker has included the members it needed, with their sections.

   A program with shared libraries of its own is a list of native files, its objects: the program,
   then the libraries it needs, then those that these need in turn, each once. That is the order in
   which the dynamic linker looks names up, and link.c does the same. Names that are private to a
   library (hidden, or left out by a version script) are found in no other object; the library's
   table of dynamic symbols says which are exported, the rest is renamed to NAME@LIBRARY.

   Libraries are searched for as by the dynamic linker, except in the system's directories:
   libraries there were built without bitcode. Not supported: libraries that the program opens
   itself (dlopen), symbol versions, preloading. */
#include "front/llvm/executable.h"

#include "front/llvm/crash_guard.h"
#include "front/llvm/embedded.h"
#include "front/llvm/loader.h"
#include "front/llvm/read.h"
#include "util/alloc.h"
#include "util/elf.h"
#include "util/text.h"

#include <llvm-c/Core.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct object {
  char *path;
  struct elf *elf;
  size_t first_module, module_count;
  VEC(size_t) needed; /* numbers of objects */
  size_t followed;    /* how many of them order_starts has visited */
  bool is_met;
};

struct objects {
  VEC(struct object) list;
};

bool executable_read_modules(struct loader *loader, const struct elf *elf, const char *path,
                             uint32_t number) {
  struct elf_bytes section;
  for (size_t at = 0; elf_next_section(elf, EMBEDDED_SECTION, &at, &section);) {
    struct embedded_record record;
    int found;
    size_t offset = 0;
    while ((found = embedded_next_record(section.data, section.size, &offset, &record)) > 0)
      if (!read_embedded(loader, path, &record, number)) return false;
    if (found < 0) {
      fprintf(stderr, "smew: %s: the section %s is corrupt\n", path, EMBEDDED_SECTION);
      return false;
    }
  }
  return true;
}

static bool read_modules(struct loader *loader, struct objects *objects, size_t number) {
  struct object *object = &objects->list.data[number];
  object->first_module = loader->modules.count;
  if (!executable_read_modules(loader, object->elf, object->path, (uint32_t)number)) return false;
  object->module_count = loader->modules.count - object->first_module;
  return true;
}

/* ---- shared libraries ---- */

/* The parts of a libc, and what compilers add to programs by themselves. */
static bool is_of_system(const char *name) {
  static const char *const starts[] = {
      "libc.so",  "libc.musl-", "ld-linux",   "ld-musl",   "libm.so.",  "libdl.so",    "libpthread",
      "librt.so", "libgcc_",    "libutil.so", "libanl.so", "libresolv", "libclang_rt", NULL};
  return text_starts_with_one_of(name, starts);
}

/* The file in a directory of a library path, where $ORIGIN is the directory of `user`. Owned or
   NULL. */
static char *find_in(const char *directory, size_t length, const char *user, const char *name) {
  static const char *const origins[] = {"$ORIGIN", "${ORIGIN}"};
  char *path = NULL;
  for (size_t i = 0; i < sizeof origins / sizeof *origins && !path; i++) {
    size_t skip = strlen(origins[i]);
    if (length < skip || strncmp(directory, origins[i], skip) != 0) continue;
    const char *slash = strrchr(user, '/');
    path = alloc_format("%.*s%.*s/%s", slash ? (int)(slash - user) : 1, slash ? user : ".",
                        (int)(length - skip), directory + skip, name);
  }
  if (!path) path = alloc_format("%.*s/%s", (int)length, directory, name);
  if (access(path, R_OK) == 0) return path;
  free(path);
  return NULL;
}

static char *find_on_path(const char *list, const char *user, const char *name) {
  char *found = NULL;
  for (const char *at = list; at && *at && !found;) {
    size_t length = strcspn(at, ":");
    if (length > 0) found = find_in(at, length, user, name);
    at += length + (at[length] == ':');
  }
  return found;
}

/* Owned, or NULL. */
static char *find_library(const struct object *user, const char *name) {
  if (strchr(name, '/')) return access(name, R_OK) == 0 ? alloc_string(name) : NULL;
  char *found = find_on_path(elf_library_path(user->elf), user->path, name);
  return found ? found : find_on_path(getenv("LD_LIBRARY_PATH"), user->path, name);
}

/* Takes the path. */
static void add_library(struct objects *objects, size_t user, char *path) {
  size_t number = 0;
  while (number < objects->list.count && strcmp(objects->list.data[number].path, path) != 0)
    number++;
  if (number == objects->list.count) {
    const char *problem;
    struct object library = {.path = alloc_string(path), .elf = elf_open(path, &problem)};
    if (library.elf) {
      vec_push(&objects->list, library);
    } else {
      fprintf(stderr, "smew: warning: %s: %s\n", path, problem);
      free(library.path);
    }
  }
  if (number < objects->list.count) vec_push(&objects->list.data[user].needed, number);
  free(path);
}

static void add_needed(struct objects *objects, size_t number) {
  const char *name;
  for (size_t at = 0; (name = elf_next_needed(objects->list.data[number].elf, &at)) != NULL;) {
    if (is_of_system(name)) continue;
    const struct object *user = &objects->list.data[number];
    char *path = find_library(user, name);
    if (path)
      add_library(objects, number, path);
    else
      fprintf(stderr,
              "smew: warning: %s needs %s, which is not on its library path: what it defines is "
              "missing\n",
              user->path, name);
  }
}

/* ---- names that are private to a library ---- */

static LLVMValueRef first_global(LLVMModuleRef llvm, int kind) {
  switch (kind) {
  case 0: return LLVMGetFirstFunction(llvm);
  case 1: return LLVMGetFirstGlobal(llvm);
  case 2: return LLVMGetFirstGlobalAlias(llvm);
  default: return LLVMGetFirstGlobalIFunc(llvm);
  }
}

static LLVMValueRef next_global(LLVMValueRef value, int kind) {
  switch (kind) {
  case 0: return LLVMGetNextFunction(value);
  case 1: return LLVMGetNextGlobal(value);
  case 2: return LLVMGetNextGlobalAlias(value);
  default: return LLVMGetNextGlobalIFunc(value);
  }
}
enum { GLOBAL_KINDS = 4 };

static bool is_named_here(LLVMValueRef value) {
  LLVMLinkage linkage = LLVMGetLinkage(value);
  size_t length;
  const char *name = LLVMGetValueName2(value, &length);
  return linkage != LLVMInternalLinkage && linkage != LLVMPrivateLinkage && length > 0 &&
         strncmp(name, "llvm.", 5) != 0;
}

static void collect_kept(LLVMModuleRef llvm, const struct strmap *exports, struct strmap *kept) {
  for (int kind = 0; kind < GLOBAL_KINDS; kind++)
    for (LLVMValueRef value = first_global(llvm, kind); value; value = next_global(value, kind)) {
      size_t length;
      const char *name = LLVMGetValueName2(value, &length);
      if (!LLVMIsDeclaration(value) && is_named_here(value) &&
          LLVMGetLinkage(value) != LLVMAvailableExternallyLinkage &&
          strmap_get(exports, name) == STRMAP_NONE)
        strmap_set(kept, name, 1);
    }
}

static void rename_kept(LLVMModuleRef llvm, const struct strmap *kept, const char *library) {
  for (int kind = 0; kind < GLOBAL_KINDS; kind++)
    for (LLVMValueRef value = first_global(llvm, kind); value; value = next_global(value, kind)) {
      size_t length;
      const char *name = LLVMGetValueName2(value, &length);
      if (!is_named_here(value) || strmap_get(kept, name) == STRMAP_NONE) continue;
      char *renamed = alloc_format("%s@%s", name, library);
      LLVMSetValueName2(value, renamed, strlen(renamed));
      free(renamed);
    }
}

static void keep_names(struct loader *loader, const struct object *object) {
  struct strmap exports = {0}, kept = {0};
  const char *name;
  for (size_t at = 0; (name = elf_next_export(object->elf, &at)) != NULL;)
    strmap_set(&exports, name, 1);
  const char *slash = strrchr(object->path, '/');
  size_t end = object->first_module + object->module_count;
  for (size_t i = object->first_module; i < end; i++)
    collect_kept(loader->modules.data[i]->llvm, &exports, &kept);
  for (size_t i = object->first_module; i < end; i++)
    rename_kept(loader->modules.data[i]->llvm, &kept, slash ? slash + 1 : object->path);
  strmap_free(&exports);
  strmap_free(&kept);
}

/* ---- the whole ---- */

/* Constructors of an object run after those of the libraries it needs, in the order in which it
   names them: a depth-first walk, as in musl's dynamic linker. */
static void order_starts(struct loader *loader, struct objects *objects) {
  VEC(size_t) path = {0};
  uint32_t rank = 0;
  vec_push(&path, 0);
  objects->list.data[0].is_met = true;
  while (path.count > 0) {
    struct object *object = &objects->list.data[vec_last(&path)];
    if (object->followed < object->needed.count) {
      size_t next = object->needed.data[object->followed++];
      if (!objects->list.data[next].is_met) vec_push(&path, next);
      objects->list.data[next].is_met = true;
      continue;
    }
    for (size_t i = 0; i < object->module_count; i++)
      loader->modules.data[object->first_module + i]->start_rank = rank;
    rank++;
    vec_pop(&path);
  }
  vec_free(&path);
}

static bool read_object(struct loader *loader, struct objects *objects, size_t number) {
  if (!read_modules(loader, objects, number)) return false;
  const struct object *object = &objects->list.data[number];
  if (object->module_count == 0 && number == 0) {
    fprintf(stderr,
            "smew: %s: a native file with no bitcode inside; build it with smew cc "
            "(CC=\"smew cc\" ./configure && make)\n",
            object->path);
    return false;
  }
  if (object->module_count == 0)
    fprintf(stderr,
            "smew: warning: %s has no bitcode inside: what it defines is missing; build it with "
            "smew cc\n",
            object->path);
  if (number > 0) keep_names(loader, object);
  add_needed(objects, number);
  return true;
}

bool executable_read(struct loader *loader, const char *path) {
  struct objects objects = {0};
  const char *problem;
  struct object program = {.path = alloc_string(path), .elf = elf_open(path, &problem)};
  bool is_good = program.elf != NULL;
  if (!is_good) fprintf(stderr, "smew: %s: %s\n", path, problem);
  vec_push(&objects.list, program);
  for (size_t i = 0; is_good && i < objects.list.count; i++)
    is_good = read_object(loader, &objects, i);
  if (is_good) order_starts(loader, &objects);
  for (size_t i = 0; i < objects.list.count; i++) {
    elf_close(objects.list.data[i].elf);
    free(objects.list.data[i].path);
    vec_free(&objects.list.data[i].needed);
  }
  vec_free(&objects.list);
  return is_good;
}
