// All of musl's contact with the world is one function: the model of the operating system in
// runtime/posix. The names are those that musl's own syscall.h expects of an architecture. There is
// no vDSO, hence no VDSO_USEFUL.
#define __SYSCALL_LL_E(x) (x)
#define __SYSCALL_LL_O(x) (x)

long __smew_syscall(long n, long a, long b, long c, long d, long e, long f);

static __inline long __syscall0(long n) { return __smew_syscall(n, 0, 0, 0, 0, 0, 0); }

static __inline long __syscall1(long n, long a) { return __smew_syscall(n, a, 0, 0, 0, 0, 0); }

static __inline long __syscall2(long n, long a, long b) {
  return __smew_syscall(n, a, b, 0, 0, 0, 0);
}

static __inline long __syscall3(long n, long a, long b, long c) {
  return __smew_syscall(n, a, b, c, 0, 0, 0);
}

static __inline long __syscall4(long n, long a, long b, long c, long d) {
  return __smew_syscall(n, a, b, c, d, 0, 0);
}

static __inline long __syscall5(long n, long a, long b, long c, long d, long e) {
  return __smew_syscall(n, a, b, c, d, e, 0);
}

static __inline long __syscall6(long n, long a, long b, long c, long d, long e, long f) {
  return __smew_syscall(n, a, b, c, d, e, f);
}

#define IPC_64 0
