// The fortified longjmp checks that it jumps up the stack; the executor checks that the frame is
// alive.
#include <setjmp.h>

_Noreturn void __longjmp_chk(jmp_buf place, int value) { longjmp(place, value); }
