/* Bitcode inside native files. `smew cc` adds to each object a section with one record per
   translation unit; linkers concatenate sections of one name, so the section of a program is the
   sequence of the records of all objects that went into it, with zeros in between. */
#ifndef FRONT_LLVM_EMBEDDED_H
#define FRONT_LLVM_EMBEDDED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define EMBEDDED_SECTION ".smew.bc"

enum embedded_flags {
  EMBEDDED_UNOPTIMISED = 1, /* no pass of LLVM has seen the module */
  EMBEDDED_OWN_LIBC = 2,    /* compiled against the headers of smew's libc; else the host's */
};

struct embedded_record {
  const char *name; /* of the source, as given to the compiler; length bytes, no NUL */
  uint32_t name_length;
  uint32_t flags;
  const char *bitcode;
  uint64_t size;
};

struct buffer;

/* Appends a record, so that the buffer's length stays a multiple of 8. */
void embedded_add_record(struct buffer *section, const struct embedded_record *record);
/* Reads the first record from *at on, and moves *at past it. Returns 1 and the record (borrowed
   from the section), 0 if there is none left, -1 if the section is corrupt. */
int embedded_next_record(const char *section, size_t size, size_t *at,
                         struct embedded_record *record);

#endif
