/* Flags that let clang accept C as it was written before C99, and as other compilers accept it:
   code that clang rejects by default, though its meaning is clear, gives a warning. Programs are
   compiled with the same flags for exploration and for replay. */
#ifndef UTIL_OLD_C_H
#define UTIL_OLD_C_H

#define OLD_C_FLAGS                                                                                \
  "-Wno-error=implicit-function-declaration", "-Wno-error=implicit-int",                           \
      "-Wno-error=int-conversion", "-Wno-error=incompatible-pointer-types",                        \
      "-Wno-error=incompatible-function-pointer-types", "-Wno-error=return-mismatch"

#endif
