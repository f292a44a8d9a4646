/* The functions of the software verification and testing competitions (SV-COMP, Test-Comp), for
   programs that do not declare them themselves. */
#ifndef SMEW_VERIFIER_H
#define SMEW_VERIFIER_H

#if defined(__GNUC__)
#pragma GCC system_header
#endif

#include <stddef.h>

#if defined(__cplusplus)
#define SMEW_BOOL bool
extern "C" {
#else
#define SMEW_BOOL _Bool
#endif

/* Each call is an input of its own. */
SMEW_BOOL __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
unsigned char __VERIFIER_nondet_uchar(void);
short __VERIFIER_nondet_short(void);
unsigned short __VERIFIER_nondet_ushort(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
unsigned __VERIFIER_nondet_unsigned(void);
long __VERIFIER_nondet_long(void);
unsigned long __VERIFIER_nondet_ulong(void);
long long __VERIFIER_nondet_longlong(void);
unsigned long long __VERIFIER_nondet_ulonglong(void);
#if defined(__SIZEOF_INT128__)
__int128 __VERIFIER_nondet_int128(void);
unsigned __int128 __VERIFIER_nondet_uint128(void);
#endif
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);
void *__VERIFIER_nondet_pointer(void);
char *__VERIFIER_nondet_pchar(void);
size_t __VERIFIER_nondet_size_t(void);
long long __VERIFIER_nondet_loff_t(void);
unsigned long __VERIFIER_nondet_sector_t(void);
unsigned char __VERIFIER_nondet_u8(void);
unsigned short __VERIFIER_nondet_u16(void);
unsigned __VERIFIER_nondet_u32(void);
/* Makes the `size` bytes at `address` an input. */
void __VERIFIER_nondet_memory(void *address, size_t size);

void __VERIFIER_assume(int condition);
void __VERIFIER_assert(int condition);
void __VERIFIER_error(void);
void reach_error(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

#if defined(__cplusplus)
}
#endif

#undef SMEW_BOOL

#endif
