// What a program with a single thread can do with the tools for many.
#include "../observe.h"
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int calls;
static void count_call(void) { calls++; }

int main(void) {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, recursive, checking;
  pthread_mutexattr_t attributes;
  part("mutexes");
  ERROR(pthread_mutex_lock(&mutex));
  ERROR(pthread_mutex_trylock(&mutex));
  struct timespec past = {1, 0};
  ERROR(pthread_mutex_timedlock(&mutex, &past));
  ERROR(pthread_mutex_unlock(&mutex));
  ERROR(pthread_mutex_trylock(&mutex));
  ERROR(pthread_mutex_unlock(&mutex));
  ERROR(pthread_mutexattr_init(&attributes));
  ERROR(pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE));
  ERROR(pthread_mutex_init(&recursive, &attributes));
  ERROR(pthread_mutex_lock(&recursive));
  ERROR(pthread_mutex_lock(&recursive));
  ERROR(pthread_mutex_unlock(&recursive));
  ERROR(pthread_mutex_unlock(&recursive));
  ERROR(pthread_mutex_unlock(&recursive));
  ERROR(pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK));
  ERROR(pthread_mutex_init(&checking, &attributes));
  ERROR(pthread_mutex_lock(&checking));
  ERROR(pthread_mutex_lock(&checking));
  ERROR(pthread_mutex_unlock(&checking));
  ERROR(pthread_mutex_unlock(&checking));
  ERROR(pthread_mutex_destroy(&checking));
  ERROR(pthread_mutexattr_settype(&attributes, 77));
  part("once");
  ERROR(pthread_once(&once, count_call));
  ERROR(pthread_once(&once, count_call));
  IS(calls);
  part("keys");
  pthread_key_t key, other;
  ERROR(pthread_key_create(&key, NULL));
  ERROR(pthread_key_create(&other, NULL));
  GOT(pthread_getspecific(key));
  ERROR(pthread_setspecific(key, &calls));
  IS(pthread_getspecific(key) == &calls);
  GOT(pthread_getspecific(other));
  ERROR(pthread_key_delete(key));
  part("semaphores");
  sem_t semaphore;
  int value;
  SEE(sem_init(&semaphore, 0, 2));
  SEE(sem_wait(&semaphore));
  SEE(sem_trywait(&semaphore));
  SEE(sem_trywait(&semaphore));
  SEE(sem_timedwait(&semaphore, &past));
  SEE(sem_post(&semaphore));
  SEE(sem_getvalue(&semaphore, &value));
  IS(value);
  SEE(sem_wait(&semaphore));
  part("conditions");
  pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
  ERROR(pthread_cond_signal(&condition));
  ERROR(pthread_cond_broadcast(&condition));
  pthread_mutex_lock(&mutex);
  ERROR(pthread_cond_timedwait(&condition, &mutex, &past));
  pthread_mutex_unlock(&mutex);
  part("readers and writers");
  pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
  ERROR(pthread_rwlock_rdlock(&lock));
  ERROR(pthread_rwlock_tryrdlock(&lock));
  ERROR(pthread_rwlock_trywrlock(&lock));
  ERROR(pthread_rwlock_unlock(&lock));
  ERROR(pthread_rwlock_unlock(&lock));
  ERROR(pthread_rwlock_trywrlock(&lock));
  ERROR(pthread_rwlock_tryrdlock(&lock));
  ERROR(pthread_rwlock_unlock(&lock));
  IS(pthread_equal(pthread_self(), pthread_self()) != 0);
  return 0;
}
