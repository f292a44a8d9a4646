/* Allocation that never returns NULL, and growable arrays. */
#ifndef UTIL_ALLOC_H
#define UTIL_ALLOC_H

#include <stdarg.h>
#include <stddef.h>

/* All return owned memory; they end the run with a message if there is none left. */
void *alloc_bytes(size_t size);
void *alloc_zeroed(size_t size);
void *alloc_resize(void *memory, size_t size);
char *alloc_string(const char *text);
char *alloc_format(const char *format, ...) __attribute__((format(printf, 1, 2)));
char *alloc_format_list(const char *format, va_list arguments)
    __attribute__((format(printf, 1, 0)));

/* A growable array: VEC(int) numbers = {0}; vec_push(&numbers, 7); numbers.data[0];
 * vec_free(&numbers). */
#define VEC(type)                                                                                  \
  struct {                                                                                         \
    type *data;                                                                                    \
    size_t count, capacity;                                                                        \
  }

void *vec_grown(void *data, size_t *capacity, size_t needed, size_t element_size);

#define vec_reserve(vec, needed)                                                                   \
  ((needed) <= (vec)->capacity ? (void)0                                                           \
                               : (void)((vec)->data = vec_grown((vec)->data, &(vec)->capacity,     \
                                                                (needed), sizeof *(vec)->data)))
#define vec_push(vec, element)                                                                     \
  (vec_reserve((vec), (vec)->count + 1), (vec)->data[(vec)->count++] = (element))
#define vec_pop(vec) ((vec)->data[--(vec)->count])
#define vec_last(vec) ((vec)->data[(vec)->count - 1])
#define vec_clear(vec) ((void)((vec)->count = 0))
#define vec_free(vec)                                                                              \
  (free((vec)->data), (void)((vec)->data = NULL), (void)((vec)->count = (vec)->capacity = 0))

#endif
