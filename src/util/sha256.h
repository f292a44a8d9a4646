/* SHA-256 (FIPS 180-4), for naming files in witnesses. */
#ifndef UTIL_SHA256_H
#define UTIL_SHA256_H

#include <stddef.h>

enum { SHA256_TEXT = 65 };

/* The hash in hexadecimal digits, with a 0 at the end. */
void sha256_text(const void *bytes, size_t size, char out[SHA256_TEXT]);

#endif
