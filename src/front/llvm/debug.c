/* Debug locations. Each DILocation, with its inlining chain, becomes one location of the program;
   files and enclosing functions are looked up once per scope.

   The C interface has no accessor for the parent of a scope or for names, so these
   are read as operands of the metadata nodes: {file, scope, …} of a lexical block,
   {file, scope, name, …} of a subprogram, {scope, name, …} of a variable. */
#include "front/llvm/debug.h"

#include "front/llvm/ptrmap.h"
#include "ir/builder.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SCOPE_OPERAND = 1, SUBPROGRAM_NAME_OPERAND = 2, VARIABLE_NAME_OPERAND = 1 };

struct debug {
  LLVMContextRef context;
  struct ir_program *program;
  struct ptrmap locations, files, functions;
  unsigned dbg_kind;
};

struct debug *debug_new(LLVMContextRef context, struct ir_program *program) {
  struct debug *debug = alloc_zeroed(sizeof *debug);
  debug->context = context;
  debug->program = program;
  debug->dbg_kind = LLVMGetMDKindIDInContext(context, "dbg", 3);
  return debug;
}

void debug_free(struct debug *debug) {
  if (!debug) return;
  ptrmap_free(&debug->locations);
  ptrmap_free(&debug->files);
  ptrmap_free(&debug->functions);
  free(debug);
}

static uint32_t intern(struct debug *debug, const char *text, size_t length) {
  char *copy = alloc_format("%.*s", (int)length, text ? text : "");
  uint32_t number = ir_intern_string(debug->program, copy);
  free(copy);
  return number;
}

/* An operand of a metadata node, or NULL. */
static LLVMValueRef operand_of(struct debug *debug, LLVMMetadataRef node, unsigned number) {
  LLVMValueRef value = LLVMMetadataAsValue(debug->context, node);
  unsigned count = LLVMGetMDNodeNumOperands(value);
  if (number >= count) return NULL;
  LLVMValueRef *operands = alloc_bytes(count * sizeof *operands);
  LLVMGetMDNodeOperands(value, operands);
  LLVMValueRef operand = operands[number];
  free(operands);
  return operand;
}

static uint32_t name_operand(struct debug *debug, LLVMMetadataRef node, unsigned number) {
  LLVMValueRef operand = operand_of(debug, node, number);
  if (!operand || !LLVMIsAMDString(operand)) return 0;
  unsigned length;
  const char *text = LLVMGetMDString(operand, &length);
  return intern(debug, text, length);
}

/* The name as the user gave it to clang; joined with the compilation directory only if the plain
   name does not lead to the file from here. */
static uint32_t file_of(struct debug *debug, LLVMMetadataRef file) {
  if (!file) return 0;
  uintptr_t *known = ptrmap_find(&debug->files, file);
  if (known) return (uint32_t)*known;
  unsigned name_length, directory_length;
  const char *name = LLVMDIFileGetFilename(file, &name_length);
  const char *directory = LLVMDIFileGetDirectory(file, &directory_length);
  char *path = alloc_format("%.*s", (int)name_length, name ? name : "");
  if (*path && *path != '/' && directory_length > 0 && access(path, R_OK) != 0) {
    char *joined = alloc_format("%.*s/%s", (int)directory_length, directory, path);
    if (access(joined, R_OK) == 0) {
      free(path);
      path = joined;
    } else {
      free(joined);
    }
  }
  uint32_t number = ir_intern_string(debug->program, path);
  free(path);
  *ptrmap_insert(&debug->files, file) = number;
  return number;
}

static bool is_local_scope(LLVMMetadataRef scope) {
  LLVMMetadataKind kind = LLVMGetMetadataKind(scope);
  return kind == LLVMDILexicalBlockMetadataKind || kind == LLVMDILexicalBlockFileMetadataKind;
}

/* The name of the function around a scope, as a string number. */
static uint32_t function_of(struct debug *debug, LLVMMetadataRef scope) {
  uintptr_t *known = ptrmap_find(&debug->functions, scope);
  if (known) return (uint32_t)*known;
  LLVMMetadataRef outer = scope;
  while (outer && is_local_scope(outer)) {
    LLVMValueRef parent = operand_of(debug, outer, SCOPE_OPERAND);
    outer = parent ? LLVMValueAsMetadata(parent) : NULL;
  }
  uint32_t name = 0;
  if (outer && LLVMGetMetadataKind(outer) == LLVMDISubprogramMetadataKind)
    name = name_operand(debug, outer, SUBPROGRAM_NAME_OPERAND);
  *ptrmap_insert(&debug->functions, scope) = name;
  return name;
}

static uint32_t locate(struct debug *debug, LLVMMetadataRef location) {
  uintptr_t *known = ptrmap_find(&debug->locations, location);
  if (known) return (uint32_t)*known;
  LLVMMetadataRef scope = LLVMDILocationGetScope(location);
  LLVMMetadataRef call = LLVMDILocationGetInlinedAt(location);
  struct ir_loc loc = {
      .file = file_of(debug, LLVMDIScopeGetFile(scope)),
      .line = LLVMDILocationGetLine(location),
      .column = LLVMDILocationGetColumn(location),
      .function = function_of(debug, scope),
      .inlined_at = call ? locate(debug, call) : 0,
  };
  /* Line 0 marks code that belongs to no line. */
  uint32_t number = loc.line == 0 ? 0 : ir_add_loc(debug->program, loc);
  *ptrmap_insert(&debug->locations, location) = number;
  return number;
}

uint32_t debug_locate_instruction(struct debug *debug, LLVMValueRef instruction) {
  LLVMMetadataRef location = LLVMInstructionGetDebugLoc(instruction);
  return location ? locate(debug, location) : 0;
}

uint32_t debug_locate_function(struct debug *debug, LLVMValueRef function) {
  LLVMMetadataRef subprogram = LLVMGetSubprogram(function);
  if (!subprogram) return 0;
  struct ir_loc loc = {
      .file = file_of(debug, LLVMDIScopeGetFile(subprogram)),
      .line = LLVMDISubprogramGetLine(subprogram),
      .function = function_of(debug, subprogram),
  };
  return ir_add_loc(debug->program, loc);
}

uint32_t debug_locate_global(struct debug *debug, LLVMValueRef variable) {
  size_t count;
  LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(variable, &count);
  uint32_t number = 0;
  for (size_t i = 0; i < count && number == 0; i++) {
    LLVMMetadataRef entry = LLVMValueMetadataEntriesGetMetadata(entries, (unsigned)i);
    if (LLVMValueMetadataEntriesGetKind(entries, (unsigned)i) != debug->dbg_kind ||
        LLVMGetMetadataKind(entry) != LLVMDIGlobalVariableExpressionMetadataKind)
      continue;
    LLVMMetadataRef described = LLVMDIGlobalVariableExpressionGetVariable(entry);
    struct ir_loc loc = {.file = file_of(debug, LLVMDIVariableGetFile(described)),
                         .line = LLVMDIVariableGetLine(described)};
    if (loc.line != 0) number = ir_add_loc(debug->program, loc);
  }
  LLVMDisposeValueMetadataEntries(entries);
  return number;
}

const void *debug_find_variable(struct debug *debug, LLVMValueRef call, uint32_t *name) {
  LLVMMetadataRef variable = LLVMValueAsMetadata(LLVMGetOperand(call, 1));
  if (LLVMGetMetadataKind(variable) != LLVMDILocalVariableMetadataKind) return NULL;
  *name = name_operand(debug, variable, VARIABLE_NAME_OPERAND);
  return *name ? variable : NULL;
}

bool debug_is_whole(LLVMValueRef call) {
  char *text = LLVMPrintValueToString(LLVMGetOperand(call, 2));
  bool is_whole = strstr(text, "DIExpression()") != NULL;
  LLVMDisposeMessage(text);
  return is_whole;
}

LLVMValueRef debug_read_declare(struct debug *debug, LLVMValueRef call, uint32_t *name) {
  LLVMValueRef address = LLVMGetOperand(call, 0), variable = LLVMGetOperand(call, 1);
  if (!LLVMIsAValueAsMetadata(address)) return NULL;
  LLVMMetadataRef described = LLVMValueAsMetadata(variable);
  if (LLVMGetMetadataKind(described) != LLVMDILocalVariableMetadataKind) return NULL;
  *name = name_operand(debug, described, VARIABLE_NAME_OPERAND);
  LLVMValueRef wrapped;
  LLVMGetMDNodeOperands(address, &wrapped);
  return *name ? wrapped : NULL;
}
