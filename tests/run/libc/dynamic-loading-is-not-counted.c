// A library that cannot be loaded is a failure that programs look for, and is counted as not modelled.
// Looking up a name without one cannot fail anywhere else, and ends the path.
// RUN: %clean --no-output %s 2>&1 | FileCheck %s
// RUN: %reports --no-output -D UNCHECKED %s 2>&1 | FileCheck %s --check-prefix=UNCHECKED --implicit-check-not=[exec]
// CHECK: smew: not modelled: loading a shared library (1 time)
// CHECK: smew: not complete:
// UNCHECKED: dynamic-loading-is-not-counted.c:15:30: error: not modelled: looking up a symbol by its name (in dlsym) [model]
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>

int main(void) {
  void *library = dlopen("libm.so.6", RTLD_NOW);
#ifdef UNCHECKED
  double (*cosine)(double) = dlsym(library, "cos");
  return cosine(0) != 1;
#else
  return library == NULL && dlerror() == NULL;
#endif
}
