/* Reading modules. Unsuitable input gives a message that says what it is and what is expected.
   LLVM's diagnostics are caught by a handler on the context, so that it never prints or exits by
   itself; modules that smew did not compile are verified, since all later stages trust them. */
#include "front/llvm/read.h"

#include "front/llvm/compile.h"
#include "front/llvm/crash_guard.h"
#include "front/llvm/embedded.h"
#include "front/llvm/executable.h"
#include "front/llvm/front.h"
#include "front/llvm/glibc.h"
#include "front/llvm/loader.h"
#include "front/llvm/types.h"
#include "util/buffer.h"
#include "util/elf.h"
#include "util/file.h"

#include <errno.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* No program is as large as that, and LLVM would read it all before looking at it. */
enum { MOST_FILE = 1 << 30 };

static const char default_data_layout[] =
    "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";

static void on_diagnostic(LLVMDiagnosticInfoRef info, void *context) {
  struct loader *loader = context;
  if (LLVMGetDiagInfoSeverity(info) != LLVMDSError || loader->llvm_error) return;
  char *text = LLVMGetDiagInfoDescription(info);
  loader->llvm_error = alloc_string(text);
  LLVMDisposeMessage(text);
}

void read_set_up(struct loader *loader) {
  LLVMContextSetDiagnosticHandler(loader->context, on_diagnostic, loader);
}

static bool has_suffix(const char *path, const char *suffix) {
  size_t length = strlen(path), wanted = strlen(suffix);
  return length >= wanted && strcmp(path + length - wanted, suffix) == 0;
}

/* At most a few lines of LLVM's message. */
static void print_problem(const char *path, const char *what, const char *text) {
  fprintf(stderr, "smew: %s: %s", path, what);
  const char *line = text ? text : "";
  for (int i = 0; i < 4 && *line; i++) {
    size_t length = strcspn(line, "\n");
    fprintf(stderr, "%s%.*s", i == 0 ? ": " : "\n  ", (int)length, line);
    line += length + (line[length] != '\0');
  }
  fputc('\n', stderr);
}

static struct types *types_for(struct loader *loader, const char *data_layout) {
  for (size_t i = 0; i < loader->data_layouts.count; i++)
    if (strcmp(loader->data_layouts.data[i], data_layout) == 0) return loader->types.data[i];
  vec_push(&loader->data_layouts, alloc_string(data_layout));
  vec_push(&loader->types, types_new(data_layout));
  return vec_last(&loader->types);
}

/* Whether the module was made for a supported machine; sets its types. */
static bool check_target(struct loader *loader, struct module *module) {
  const char *triple = LLVMGetTarget(module->llvm);
  bool is_fitting =
      *triple == '\0' || strncmp(triple, "x86_64", 6) == 0 || strncmp(triple, "amd64", 5) == 0;
  if (strstr(triple, "windows") || strstr(triple, "cygwin") || strstr(triple, "uefi"))
    is_fitting = false;
  if (is_fitting) {
    if (*LLVMGetDataLayoutStr(module->llvm) == '\0')
      LLVMSetDataLayout(module->llvm, default_data_layout);
    module->types = types_for(loader, LLVMGetDataLayoutStr(module->llvm));
    LLVMTargetDataRef data = module->types->data;
    LLVMTypeRef i64 = LLVMInt64TypeInContext(loader->context);
    is_fitting = LLVMByteOrder(data) == LLVMLittleEndian && LLVMPointerSize(data) == 8 &&
                 LLVMABIAlignmentOfType(data, i64) == 8;
  }
  if (!is_fitting)
    fprintf(stderr,
            "smew: %s: the module was made for '%s'; smew needs 64-bit x86 Linux "
            "(clang --target=x86_64-linux-gnu)\n",
            module->path, *triple ? triple : LLVMGetDataLayoutStr(module->llvm));
  return is_fitting;
}

static bool is_sound(struct loader *loader, struct module *module) {
  char *message = NULL;
  bool is_broken = LLVMVerifyModule(module->llvm, LLVMReturnStatusAction, &message);
  if (is_broken || loader->llvm_error)
    print_problem(module->path, "the module is broken",
                  message && *message ? message : loader->llvm_error);
  LLVMDisposeMessage(message);
  return !is_broken && !loader->llvm_error;
}

/* Names of LLVM may contain NUL, names of linkers and of the rest of smew may not: it is written as
   in the text of the IR, so that different names stay different. */
static void spell_name(LLVMValueRef value) {
  size_t length;
  const char *name = LLVMGetValueName2(value, &length);
  if (memchr(name, '\0', length) == NULL) return;
  struct buffer spelt = {0};
  for (size_t i = 0; i < length; i++) {
    if (name[i] == '\0' || name[i] == '\\')
      buffer_add(&spelt, "\\%02X", (unsigned char)name[i]);
    else
      buffer_add_bytes(&spelt, &name[i], 1);
  }
  LLVMSetValueName2(value, spelt.text, spelt.length);
  buffer_free(&spelt);
}

static void spell_names(LLVMModuleRef llvm) {
  LLVMValueRef value = LLVMGetFirstFunction(llvm);
  for (; value; value = LLVMGetNextFunction(value)) spell_name(value);
  value = LLVMGetFirstGlobal(llvm);
  for (; value; value = LLVMGetNextGlobal(value)) spell_name(value);
  value = LLVMGetFirstGlobalAlias(llvm);
  for (; value; value = LLVMGetNextGlobalAlias(value)) spell_name(value);
  value = LLVMGetFirstGlobalIFunc(llvm);
  for (; value; value = LLVMGetNextGlobalIFunc(value)) spell_name(value);
}

static struct module *add_module(struct loader *loader, LLVMModuleRef llvm, const char *path) {
  struct module *module = alloc_zeroed(sizeof *module);
  module->llvm = llvm;
  module->path = alloc_string(path);
  spell_names(llvm);
  vec_push(&loader->modules, module);
  return module;
}

/* Parses bitcode; NULL after a diagnostic. */
static LLVMModuleRef parse_bitcode(struct loader *loader, const char *bytes, size_t size,
                                   const char *path) {
  LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRange(bytes, size, path, 0);
  LLVMModuleRef llvm = NULL;
  bool is_bad = LLVMParseBitcodeInContext2(loader->context, buffer, &llvm);
  LLVMDisposeMemoryBuffer(buffer);
  if (!is_bad && !loader->llvm_error) return llvm;
  print_problem(path, "cannot read the bitcode", loader->llvm_error);
  if (!is_bad) LLVMDisposeModule(llvm);
  return NULL;
}

static struct module *read_compiled(struct loader *loader, const char *path) {
  int file = compile_source(path, loader->options);
  if (file < 0) return NULL;
  struct stat status;
  void *bytes = MAP_FAILED;
  if (fstat(file, &status) == 0 && status.st_size > 0)
    bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
  close(file);
  if (bytes == MAP_FAILED) {
    fprintf(stderr, "smew: %s: clang wrote no bitcode\n", path);
    return NULL;
  }
  LLVMModuleRef llvm = parse_bitcode(loader, bytes, (size_t)status.st_size, path);
  munmap(bytes, (size_t)status.st_size);
  if (!llvm) return NULL;
  struct module *module = add_module(loader, llvm, path);
  module->is_source = true;
  module->is_compiled = loader->options->libc_dir != NULL;
  const char *flags = loader->options->build.cc_flags;
  module->checks_shifts = loader->options->adds_checks;
  module->has_own_checks = loader->options->adds_checks && (!flags || !strstr(flags, "-fsanitize"));
  module->is_unoptimised = !compile_flags_optimise(loader->options->build.cc_flags);
  return check_target(loader, module) ? module : NULL;
}

static bool is_bitcode(const char *bytes, size_t size) {
  return size >= 4 &&
         (memcmp(bytes, "BC\xc0\xde", 4) == 0 || memcmp(bytes, "\xde\xc0\x17\x0b", 4) == 0);
}

/* What a file that is neither bitcode nor IR text might be, for the message. */
static const char *name_content(const char *bytes, size_t size) {
  if (size == 0) return "the file is empty";
  static const char libtool[] = "libtool wrapper";
  if (size >= 2 && memcmp(bytes, "#!", 2) == 0)
    return memmem(bytes, size, libtool, strlen(libtool))
               ? "this is libtool's script; the program is in the directory .libs next to it"
               : "this is a script, not a program";
  if (size >= 8 && memcmp(bytes, "!<arch>\n", 8) == 0) return "this is an archive, not a module";
  return "not LLVM bitcode (clang -emit-llvm -c -g makes it)";
}

static LLVMModuleRef parse_file(struct loader *loader, const char *path, bool *names_glibc) {
  LLVMMemoryBufferRef buffer;
  char *message = NULL;
  if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message)) {
    fprintf(stderr, "smew: cannot read %s: %s\n", path, message);
    LLVMDisposeMessage(message);
    return NULL;
  }
  const char *bytes = LLVMGetBufferStart(buffer);
  size_t size = LLVMGetBufferSize(buffer);
  if (!is_bitcode(bytes, size) && (!has_suffix(path, ".ll") || size == 0)) {
    fprintf(stderr, "smew: %s: %s\n", path, name_content(bytes, size));
    LLVMDisposeMemoryBuffer(buffer);
    return NULL;
  }
  *names_glibc = glibc_is_named_in(bytes, size);
  if (is_bitcode(bytes, size)) {
    LLVMModuleRef llvm = parse_bitcode(loader, bytes, size, path);
    LLVMDisposeMemoryBuffer(buffer);
    return llvm;
  }
  LLVMModuleRef llvm = NULL;
  if (!LLVMParseIRInContext(loader->context, buffer, &llvm, &message)) return llvm;
  fprintf(stderr, "smew: %s", message);
  LLVMDisposeMessage(message);
  return NULL;
}

static struct module *read_foreign(struct loader *loader, const char *path) {
  bool names_glibc;
  LLVMModuleRef llvm = parse_file(loader, path, &names_glibc);
  if (!llvm) return NULL;
  struct module *module = add_module(loader, llvm, path);
  module->names_glibc = names_glibc;
  return is_sound(loader, module) && check_target(loader, module) ? module : NULL;
}

static bool is_native(const char *path) {
  char start[4];
  FILE *file = fopen(path, "re");
  size_t count = file ? fread(start, 1, sizeof start, file) : 0;
  if (file) fclose(file);
  return elf_is_magic(start, count);
}

bool read_is_reasonable(const char *path) {
  int fault = file_check_regular(path, MOST_FILE);
  if (fault == 0) return true;
  const char *why = fault == ENOTSUP ? "it is no regular file"
                    : fault == EFBIG ? "it is larger than a gigabyte"
                                     : strerror(fault);
  fprintf(stderr, "smew: cannot read %s: %s\n", path, why);
  return false;
}

bool read_user_file(struct loader *loader, const char *path) {
  if (!read_is_reasonable(path)) return false;
  bool is_source = has_suffix(path, ".c") || has_suffix(path, ".i");
  if (!is_source) crash_guard_enter(loader->guard, path, true);
  bool is_good;
  if (!is_source && is_native(path))
    is_good = executable_read(loader, path);
  else
    is_good = is_source ? read_compiled(loader, path) : read_foreign(loader, path);
  if (!is_source) crash_guard_leave(loader->guard);
  for (size_t i = 0; i < loader->modules.count; i++) loader->modules.data[i]->is_user = true;
  return is_good;
}

struct module *read_embedded(struct loader *loader, const char *path,
                             const struct embedded_record *record, uint32_t object) {
  char *name = alloc_format("%s(%.*s)", path, (int)record->name_length, record->name);
  LLVMModuleRef llvm = parse_bitcode(loader, record->bitcode, record->size, name);
  struct module *module = llvm ? add_module(loader, llvm, name) : NULL;
  free(name);
  if (!module) return NULL;
  module->object = object;
  module->is_unoptimised = record->flags & EMBEDDED_UNOPTIMISED;
  module->is_compiled = record->flags & EMBEDDED_OWN_LIBC;
  module->names_glibc = !module->is_compiled;
  return check_target(loader, module) ? module : NULL;
}

static bool read_bitcode_member(struct loader *loader, const char *archive_path,
                                const struct archive_member *member) {
  LLVMModuleRef llvm = parse_bitcode(loader, member->bytes, member->size, archive_path);
  return llvm && check_target(loader, add_module(loader, llvm, archive_path));
}

static bool read_object_member(struct loader *loader, const char *archive_path,
                               const struct archive_member *member) {
  const char *problem;
  struct elf *elf = elf_open_bytes(member->bytes, member->size, &problem);
  size_t before = loader->modules.count;
  bool is_good = elf != NULL && executable_read_modules(loader, elf, archive_path, 0);
  if (elf == NULL) fprintf(stderr, "smew: %s: %s\n", archive_path, problem);
  if (is_good && loader->modules.count == before) {
    fprintf(stderr,
            "smew: %s: an object in it has no bitcode inside; build the library with smew cc "
            "(CC=\"smew cc\" ./configure && make)\n",
            archive_path);
    is_good = false;
  }
  elf_close(elf);
  return is_good;
}

bool read_member(struct loader *loader, const char *archive_path,
                 const struct archive_member *member) {
  crash_guard_enter(loader->guard, archive_path, false);
  bool is_good = elf_is_magic(member->bytes, member->size)
                     ? read_object_member(loader, archive_path, member)
                     : read_bitcode_member(loader, archive_path, member);
  crash_guard_leave(loader->guard);
  return is_good;
}
