/* What calls of builtins do to memory and whether they return. */
#ifndef ANALYSIS_BUILTIN_EFFECTS_H
#define ANALYSIS_BUILTIN_EFFECTS_H

#include <stdbool.h>
#include <stdint.h>

enum builtin_result {
  RESULT_NUMBER, /* or none */
  RESULT_FRESH,  /* the address of a new object, or null */
  RESULT_FIRST   /* the first argument */
};

enum builtin_return { RETURN_ALWAYS, RETURN_MAYBE, RETURN_NEVER };

/* Masks have a bit per argument, the first lowest. */
struct builtin_effect {
  const char *name;
  uint8_t result;    /* enum builtin_result */
  uint8_t returns;   /* enum builtin_return */
  uint8_t reads;     /* what these arguments point at */
  uint8_t writes;    /* unknown numbers, except as below */
  uint8_t frees;     /* the objects that these arguments point at */
  uint8_t size_arg;  /* 1 + the argument that tells how many bytes are written; 0: any number */
  bool sets_errno;   /* the int that __smew_errno points at, if the program has that */
  bool copies;       /* what the second argument points at to where the first points */
  bool moves;        /* what the first argument points at to the new object */
  bool stores_fresh; /* the new object's address where the first argument points */
};

/* Borrowed; NULL for a function that the engine does not provide. */
const struct builtin_effect *builtin_effect_find(const char *name);

/* Which arguments of __smew_host_syscall the host writes through; a mask as above, where the first
   argument is the number of the call. */
uint8_t builtin_host_writes(uint64_t number);
#define BUILTIN_HOST_CALL "__smew_host_syscall"
#define BUILTIN_HOST_WRITES_ANY 0x7e

#endif
