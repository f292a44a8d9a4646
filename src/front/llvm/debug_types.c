/* Reading types from debug information. The C interface has accessors for sizes, offsets and names,
   but none for what a type is made of, so that is read as operands of the metadata nodes: {file,
   scope, name, base type, elements, …} of a type, where the list of a function's type is in the
   place of the base type, {file, scope, name, link name, type, …} of a subprogram, {scope, name,
   file, type, …} of a variable.

   What a type is called in C: the name of a typedef, or a tag with its keyword. Pointers to what
   cannot be named, and to functions, are pointers to void. */
#include "front/llvm/debug_types.h"

#include "front/llvm/debug.h"
#include "front/llvm/loader.h"
#include "front/llvm/ptrmap.h"
#include "ir/builder.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

enum {
  BASE_OPERAND = 3,
  ELEMENTS_OPERAND = 4,
  SUBPROGRAM_TYPE_OPERAND = 4,
  VARIABLE_TYPE_OPERAND = 3
};
enum { MOST_DEPTH = 64, FIELD_FLAG = 1 << 19 /* DIFlagBitField */ };

/* Of DWARF. */
enum tag {
  TAG_ARRAY = 0x01,
  TAG_ENUMERATION = 0x04,
  TAG_MEMBER = 0x0d,
  TAG_POINTER = 0x0f,
  TAG_STRUCTURE = 0x13,
  TAG_TYPEDEF = 0x16,
  TAG_UNION = 0x17,
  TAG_BASE = 0x24,
  TAG_CONST = 0x26,
  TAG_VOLATILE = 0x35,
  TAG_RESTRICT = 0x37,
  TAG_ATOMIC = 0x47
};

struct reader {
  struct loader *loader;
  struct source_types *types;
  struct ptrmap numbers; /* of metadata nodes: number of the type + 1 */
};

struct operands {
  LLVMValueRef *list; /* owned */
  unsigned count;
};

static struct operands operands_of(const struct reader *reader, LLVMMetadataRef node) {
  LLVMValueRef value = LLVMMetadataAsValue(reader->loader->context, node);
  struct operands operands = {.count = LLVMGetMDNodeNumOperands(value)};
  operands.list = alloc_bytes((operands.count + 1) * sizeof *operands.list);
  LLVMGetMDNodeOperands(value, operands.list);
  return operands;
}

static LLVMMetadataRef operand(const struct reader *reader, LLVMMetadataRef node, unsigned number) {
  struct operands operands = operands_of(reader, node);
  LLVMValueRef value = number < operands.count ? operands.list[number] : NULL;
  free(operands.list);
  return value ? LLVMValueAsMetadata(value) : NULL;
}

static bool is_type(LLVMMetadataRef node) {
  LLVMMetadataKind kind = LLVMGetMetadataKind(node);
  return kind == LLVMDIBasicTypeMetadataKind || kind == LLVMDIDerivedTypeMetadataKind ||
         kind == LLVMDICompositeTypeMetadataKind || kind == LLVMDISubroutineTypeMetadataKind;
}

/* ---- names ---- */

static uint32_t name_of(const struct reader *reader, LLVMMetadataRef node, const char *keyword) {
  size_t length;
  const char *text = LLVMDITypeGetName(node, &length);
  if (text == NULL || length == 0) return 0;
  char *name = alloc_format("%s%.*s", keyword, (int)length, text);
  uint32_t number = ir_intern_string(reader->loader->program, name);
  free(name);
  return number;
}

static uint32_t pointer_name(const struct reader *reader, uint32_t target) {
  const struct source_type *type = &reader->types->types.data[target];
  const char *to = reader->loader->program->strings.data[type->name];
  bool is_pointer = *to != '\0' && to[strlen(to) - 1] == '*';
  char *name = alloc_format("%s%s*", *to ? to : "void", is_pointer ? "" : " ");
  uint32_t number = ir_intern_string(reader->loader->program, name);
  free(name);
  return number;
}

/* ---- types ---- */

static uint32_t read_type(struct reader *reader, LLVMMetadataRef node, unsigned depth);

static uint32_t read_operand(struct reader *reader, LLVMMetadataRef node, unsigned number,
                             unsigned depth) {
  LLVMMetadataRef base = operand(reader, node, number);
  return base ? read_type(reader, base, depth) : 0;
}

/* DWARF's encodings are not accessible: the names of the types are those that C has for them. */
static enum source_kind kind_of_base(const char *name) {
  if (strstr(name, "float") || strstr(name, "double")) return SOURCE_FLOAT;
  if (strcmp(name, "char") == 0) return SOURCE_CHARACTER;
  return strstr(name, "unsigned") || strstr(name, "ool") ? SOURCE_UNSIGNED : SOURCE_SIGNED;
}

static void read_base(struct reader *reader, LLVMMetadataRef node, struct source_type *type) {
  type->name = name_of(reader, node, "");
  type->kind = (uint8_t)kind_of_base(reader->loader->program->strings.data[type->name]);
  if (type->kind == SOURCE_FLOAT && type->size != 4 && type->size != 8) type->kind = SOURCE_UNKNOWN;
  if (type->size > 8) type->kind = SOURCE_UNKNOWN;
}

static void read_array(struct reader *reader, LLVMMetadataRef node, unsigned depth,
                       struct source_type *type) {
  type->target = read_operand(reader, node, BASE_OPERAND, depth);
  uint64_t element = source_type_of(reader->types, type->target).size;
  LLVMMetadataRef ranges = operand(reader, node, ELEMENTS_OPERAND);
  struct operands dimensions = ranges ? operands_of(reader, ranges) : (struct operands){0};
  type->count = element != 0 ? type->size / element : 0;
  if (dimensions.count == 1 && type->count != 0) type->kind = SOURCE_ARRAY;
  free(dimensions.list);
}

static void add_member(struct reader *reader, LLVMMetadataRef node, unsigned depth,
                       struct source_member *member) {
  member->name = name_of(reader, node, "");
  member->offset = LLVMDITypeGetOffsetInBits(node);
  if (LLVMDITypeGetFlags(node) & FIELD_FLAG)
    member->field_bits = (uint32_t)LLVMDITypeGetSizeInBits(node);
  member->type = read_operand(reader, node, BASE_OPERAND, depth);
}

/* Members are read before they are added, since each may add members of its own type. */
static void read_members(struct reader *reader, LLVMMetadataRef node, unsigned depth,
                         struct source_type *type) {
  LLVMMetadataRef elements = operand(reader, node, ELEMENTS_OPERAND);
  if (elements == NULL) return; /* declared, not defined */
  struct operands list = operands_of(reader, elements);
  struct source_member *members = alloc_zeroed((list.count + 1) * sizeof *members);
  uint32_t count = 0;
  for (unsigned i = 0; i < list.count; i++) {
    LLVMMetadataRef member = list.list[i] ? LLVMValueAsMetadata(list.list[i]) : NULL;
    if (member != NULL && is_type(member) && LLVMGetDINodeTag(member) == TAG_MEMBER)
      add_member(reader, member, depth, &members[count++]);
  }
  type->first_member = (uint32_t)reader->types->members.count;
  type->member_count = count;
  for (uint32_t i = 0; i < count; i++) vec_push(&reader->types->members, members[i]);
  free(members);
  free(list.list);
}

static void fill_type(struct reader *reader, LLVMMetadataRef node, unsigned depth,
                      struct source_type *type) {
  switch (LLVMGetDINodeTag(node)) {
  case TAG_BASE: read_base(reader, node, type); break;
  case TAG_ENUMERATION:
    type->kind = SOURCE_UNSIGNED;
    type->name = name_of(reader, node, "enum ");
    break;
  case TAG_POINTER:
    type->kind = SOURCE_POINTER;
    type->target = read_operand(reader, node, BASE_OPERAND, depth);
    break;
  case TAG_ARRAY: read_array(reader, node, depth, type); break;
  case TAG_STRUCTURE:
    type->kind = SOURCE_STRUCT;
    read_members(reader, node, depth, type);
    break;
  case TAG_UNION:
    type->kind = SOURCE_UNION;
    read_members(reader, node, depth, type);
    break;
  default: break;
  }
}

/* The type behind a typedef or a qualifier, under the typedef's name if it has one. */
static uint32_t read_alias(struct reader *reader, LLVMMetadataRef node, unsigned depth) {
  uint32_t base = read_operand(reader, node, BASE_OPERAND, depth);
  if (LLVMGetDINodeTag(node) != TAG_TYPEDEF) return base;
  struct source_type alias = {
      .kind = SOURCE_ALIAS, .name = name_of(reader, node, ""), .target = base};
  vec_push(&reader->types->types, alias);
  return (uint32_t)reader->types->types.count - 1;
}

static bool is_alias(LLVMMetadataRef node) {
  uint16_t tag = LLVMGetDINodeTag(node);
  return tag == TAG_TYPEDEF || tag == TAG_CONST || tag == TAG_VOLATILE || tag == TAG_RESTRICT ||
         tag == TAG_ATOMIC;
}

/* A struct is known by its number, size and name before its members are, which may point to it. */
static uint32_t read_new(struct reader *reader, LLVMMetadataRef node, unsigned depth) {
  uint32_t number = (uint32_t)reader->types->types.count;
  struct source_type type = {.size = LLVMDITypeGetSizeInBits(node) / 8};
  uint16_t tag = LLVMGetDINodeTag(node);
  if (tag == TAG_STRUCTURE) type.name = name_of(reader, node, "struct ");
  if (tag == TAG_UNION) type.name = name_of(reader, node, "union ");
  vec_push(&reader->types->types, type);
  *ptrmap_insert(&reader->numbers, node) = number + 1;
  fill_type(reader, node, depth, &type);
  if (type.kind == SOURCE_POINTER) type.name = pointer_name(reader, type.target);
  reader->types->types.data[number] = type;
  return number;
}

static uint32_t read_type(struct reader *reader, LLVMMetadataRef node, unsigned depth) {
  if (!is_type(node) || depth == MOST_DEPTH) return 0;
  uint64_t *known = ptrmap_find(&reader->numbers, node);
  if (known != NULL) return (uint32_t)*known - 1;
  if (!is_alias(node)) return read_new(reader, node, depth + 1);
  uint32_t number = read_alias(reader, node, depth + 1);
  *ptrmap_insert(&reader->numbers, node) = number + 1;
  return number;
}

/* ---- functions and variables ---- */

static void read_params(struct reader *reader, LLVMValueRef function, size_t count) {
  LLVMMetadataRef subprogram = LLVMGetSubprogram(function);
  LLVMMetadataRef type = subprogram ? operand(reader, subprogram, SUBPROGRAM_TYPE_OPERAND) : NULL;
  LLVMMetadataRef list = type ? operand(reader, type, BASE_OPERAND) : NULL;
  if (list == NULL) return;
  struct operands operands = operands_of(reader, list); /* the result is first */
  for (unsigned i = 1; operands.count == count + 1 && i < operands.count; i++) {
    LLVMMetadataRef param = operands.list[i] ? LLVMValueAsMetadata(operands.list[i]) : NULL;
    vec_push(&reader->types->params, param ? read_type(reader, param, 0) : 0);
  }
  free(operands.list);
}

static uint32_t read_variable(struct reader *reader, LLVMValueRef variable) {
  size_t count;
  LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(variable, &count);
  uint32_t type = 0;
  for (unsigned i = 0; i < count && type == 0; i++) {
    LLVMMetadataRef entry = LLVMValueMetadataEntriesGetMetadata(entries, i);
    if (LLVMGetMetadataKind(entry) != LLVMDIGlobalVariableExpressionMetadataKind) continue;
    LLVMMetadataRef described = LLVMDIGlobalVariableExpressionGetVariable(entry);
    type = read_operand(reader, described, VARIABLE_TYPE_OPERAND, 0);
  }
  LLVMDisposeValueMetadataEntries(entries);
  return type;
}

void debug_types_read(struct loader *loader) {
  struct source_types *types = &loader->program->source_types;
  struct reader reader = {.loader = loader, .types = types};
  const struct ir_func *entry = loader->program->funcs.data[loader->entry->target.ref];
  vec_push(&types->types, (struct source_type){0});
  types->entry = ir_intern_string(loader->program, entry->name);
  read_params(&reader, loader->entry->definition, entry->param_widths.count);
  for (size_t i = 0; i < loader->program->globals.count; i++) vec_push(&types->globals, 0);
  for (size_t i = 0; i < loader->variables.count; i++) {
    const struct link_symbol *symbol = loader->variables.data[i];
    if (symbol->target.kind == IR_CONST_GLOBAL && symbol->target.ref < types->globals.count &&
        !LLVMIsGlobalConstant(symbol->definition))
      types->globals.data[symbol->target.ref] = read_variable(&reader, symbol->definition);
  }
  ptrmap_free(&reader.numbers);
}
