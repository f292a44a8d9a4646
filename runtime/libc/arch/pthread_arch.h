// The only thread's structure is an ordinary global (defined in runtime/libc/start.c).
extern struct __pthread __smew_main_thread;

static inline uintptr_t __get_tp(void) { return (uintptr_t)&__smew_main_thread; }

#define MC_PC gregs[REG_RIP]
