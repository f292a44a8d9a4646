/* Writing files in a separate thread. Creating and renaming a small file takes longer than
   exploring a short path, and a second core can do it.

   The queue is a buffer of records, and short: its content is lost if the process is killed. Files
   get their names when they are complete: a new one is written without a name and linked, which is
   the cheapest way; where that is not possible it is written under another name and renamed.
   Appended data is truncated again if it does not fit. Nothing is synced: system crashes are not
   considered. */
#include "report/writer.h"

#include "util/alloc.h"
#include "util/buffer.h"
#include "util/file.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Creating a file may take milliseconds on a busy machine, and the end of the run waits for all of
   them. */
enum { QUEUE_BYTES = 1 << 18, QUEUE_RECORDS = 128 };
static const char part_name[] = ".part";

struct record {
  size_t name_size, size; /* of the name with its NUL, and of the content, which follow */
  bool is_appended;
};

/* A file that lines are appended to; it stays open. Consecutive lines are written together, after
   the files that came before them. */
struct open_file {
  char *name;
  int file;
  off_t length; /* of the complete lines in it */
  struct buffer pending;
};

struct writer {
  int directory;
  bool has_thread;
  pthread_t thread;
  pthread_mutex_t mutex; /* guards what follows up to the blank line */
  pthread_cond_t came;   /* a record was added, or the end was requested */
  pthread_cond_t left;   /* the queue was taken, or everything in it is written */
  struct buffer queue;
  unsigned queued; /* records in it */
  bool is_writing, is_ending;
  int fault;
  char *fault_name;

  /* Used by the writing thread. */
  VEC(struct open_file) files;
  bool links_by_path; /* see give_name */
};

/* ---- writing ---- */

static int rename_whole(int directory, const char *name, const char *bytes, size_t size) {
  int file = openat(directory, part_name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) return errno;
  int fault = file_write_all(file, bytes, size);
  if (close(file) != 0 && fault == 0) fault = errno;
  if (fault == 0 && renameat(directory, part_name, directory, name) != 0) fault = errno;
  if (fault != 0) unlinkat(directory, part_name, 0);
  return fault;
}

/* By its descriptor, which Linux allows every user from 6.10 on, or else by its path. */
static bool give_name(struct writer *writer, int file, const char *name) {
  if (!writer->links_by_path) {
    if (linkat(file, "", writer->directory, name, AT_EMPTY_PATH) == 0) return true;
    if (errno != ENOENT) return false;
    writer->links_by_path = true;
  }
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  return linkat(AT_FDCWD, path, writer->directory, name, AT_SYMLINK_FOLLOW) == 0;
}

/* False if the name is taken, or if the file system does not support unnamed files. */
static bool link_whole(struct writer *writer, const char *name, const char *bytes, size_t size,
                       int *fault) {
  int file = openat(writer->directory, ".", O_WRONLY | O_TMPFILE | O_CLOEXEC, 0666);
  if (file < 0) return false;
  *fault = file_write_all(file, bytes, size);
  bool is_done = *fault != 0 || give_name(writer, file, name);
  if (close(file) != 0 && *fault == 0) *fault = errno;
  return is_done;
}

static int replace(struct writer *writer, const char *name, const char *bytes, size_t size) {
  int fault = 0;
  if (link_whole(writer, name, bytes, size, &fault)) return fault;
  return rename_whole(writer->directory, name, bytes, size);
}

/* NULL with errno. */
static struct open_file *open_file(struct writer *writer, const char *name) {
  for (size_t i = 0; i < writer->files.count; i++)
    if (strcmp(writer->files.data[i].name, name) == 0) return &writer->files.data[i];
  int file = openat(writer->directory, name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  struct stat status;
  if (file < 0 || fstat(file, &status) != 0) return NULL;
  vec_push(
      &writer->files,
      ((struct open_file){.name = alloc_string(name), .file = file, .length = status.st_size}));
  return &vec_last(&writer->files);
}

static int append(struct writer *writer, const char *name, const char *bytes, size_t size) {
  struct open_file *file = open_file(writer, name);
  if (file == NULL) return errno;
  buffer_add_bytes(&file->pending, bytes, size);
  return 0;
}

static int flush(struct open_file *file) {
  if (file->pending.length == 0) return 0;
  int fault = file_write_all(file->file, file->pending.text, file->pending.length);
  if (fault == 0)
    file->length += (off_t)file->pending.length;
  else if (ftruncate(file->file, file->length) != 0)
    return fault; /* half a line is left; the first error says why */
  file->pending.length = 0;
  return fault;
}

static void note_fault(struct writer *writer, int fault, const char *name) {
  pthread_mutex_lock(&writer->mutex);
  if (writer->fault == 0) {
    writer->fault_name = alloc_string(name);
    writer->fault = fault;
  }
  pthread_mutex_unlock(&writer->mutex);
}

static void write_records(struct writer *writer, const struct buffer *queue) {
  size_t at = 0;
  while (at < queue->length) {
    struct record record;
    memcpy(&record, queue->text + at, sizeof record);
    const char *name = queue->text + at + sizeof record;
    const char *bytes = name + record.name_size;
    int fault = record.is_appended ? append(writer, name, bytes, record.size)
                                   : replace(writer, name, bytes, record.size);
    if (fault != 0) {
      note_fault(writer, fault, name);
      break;
    }
    at += sizeof record + record.name_size + record.size;
  }
  for (size_t i = 0; i < writer->files.count; i++) {
    int fault = flush(&writer->files.data[i]);
    if (fault != 0) note_fault(writer, fault, writer->files.data[i].name);
  }
}

/* ---- the queue ---- */

static void *run_thread(void *context) {
  struct writer *writer = context;
  struct buffer taken = {0};
  pthread_mutex_lock(&writer->mutex);
  for (;;) {
    while (writer->queue.length == 0 && !writer->is_ending)
      pthread_cond_wait(&writer->came, &writer->mutex);
    if (writer->queue.length == 0) break;
    struct buffer empty = taken;
    empty.length = 0;
    taken = writer->queue;
    writer->queue = empty;
    writer->queued = 0;
    bool is_faulty = writer->fault != 0;
    writer->is_writing = true;
    pthread_cond_broadcast(&writer->left);
    pthread_mutex_unlock(&writer->mutex);
    if (!is_faulty) write_records(writer, &taken);
    pthread_mutex_lock(&writer->mutex);
    writer->is_writing = false;
    pthread_cond_broadcast(&writer->left);
  }
  pthread_mutex_unlock(&writer->mutex);
  buffer_free(&taken);
  return NULL;
}

/* Signals are for the exploring thread. */
static bool start_thread(struct writer *writer) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int fault = pthread_create(&writer->thread, NULL, run_thread, writer);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return fault == 0;
}

struct writer *writer_new(int directory) {
  struct writer *writer = alloc_zeroed(sizeof *writer);
  writer->directory = directory;
  pthread_mutex_init(&writer->mutex, NULL);
  pthread_cond_init(&writer->came, NULL);
  pthread_cond_init(&writer->left, NULL);
  writer->has_thread = start_thread(writer);
  return writer;
}

static void put(struct writer *writer, const struct record *record, const char *name,
                const void *bytes) {
  pthread_mutex_lock(&writer->mutex);
  while (writer->has_thread &&
         (writer->queue.length >= QUEUE_BYTES || writer->queued >= QUEUE_RECORDS))
    pthread_cond_wait(&writer->left, &writer->mutex);
  bool was_empty = writer->queue.length == 0;
  writer->queued++;
  buffer_add_bytes(&writer->queue, record, sizeof *record);
  buffer_add_bytes(&writer->queue, name, record->name_size);
  buffer_add_bytes(&writer->queue, bytes, record->size);
  if (was_empty) pthread_cond_signal(&writer->came);
  pthread_mutex_unlock(&writer->mutex);
  if (writer->has_thread) return;
  if (writer->fault == 0) write_records(writer, &writer->queue);
  writer->queue.length = 0;
  writer->queued = 0;
}

void writer_replace(struct writer *writer, const char *name, const void *bytes, size_t size) {
  struct record record = {.name_size = strlen(name) + 1, .size = size};
  put(writer, &record, name, bytes);
}

void writer_append(struct writer *writer, const char *name, const void *bytes, size_t size) {
  struct record record = {.name_size = strlen(name) + 1, .size = size, .is_appended = true};
  put(writer, &record, name, bytes);
}

void writer_wait(struct writer *writer) {
  pthread_mutex_lock(&writer->mutex);
  while (writer->has_thread && (writer->queue.length > 0 || writer->is_writing))
    pthread_cond_wait(&writer->left, &writer->mutex);
  pthread_mutex_unlock(&writer->mutex);
}

void writer_wait_shortly(struct writer *writer) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += 1;
  if (pthread_mutex_timedlock(&writer->mutex, &until) != 0) return;
  while (writer->has_thread && (writer->queue.length > 0 || writer->is_writing))
    if (pthread_cond_timedwait(&writer->left, &writer->mutex, &until) != 0) break;
  pthread_mutex_unlock(&writer->mutex);
}

int writer_fault(struct writer *writer, const char **name) {
  pthread_mutex_lock(&writer->mutex);
  int fault = writer->fault;
  *name = writer->fault_name;
  pthread_mutex_unlock(&writer->mutex);
  return fault;
}

void writer_free(struct writer *writer) {
  if (writer == NULL) return;
  pthread_mutex_lock(&writer->mutex);
  writer->is_ending = true;
  pthread_cond_signal(&writer->came);
  pthread_mutex_unlock(&writer->mutex);
  if (writer->has_thread) pthread_join(writer->thread, NULL);
  for (size_t i = 0; i < writer->files.count; i++) {
    close(writer->files.data[i].file);
    buffer_free(&writer->files.data[i].pending);
    free(writer->files.data[i].name);
  }
  vec_free(&writer->files);
  buffer_free(&writer->queue);
  free(writer->fault_name);
  close(writer->directory);
  pthread_cond_destroy(&writer->came);
  pthread_cond_destroy(&writer->left);
  pthread_mutex_destroy(&writer->mutex);
  free(writer);
}
