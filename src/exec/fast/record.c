/* Operations that record what threaded code does (exec/trace.h). They stand in front of what they
   record, in the code of explorations that want traces. */
#include "exec/fast/address.h"
#include "exec/fast/fast.h"
#include "exec/machine.h"
#include "exec/trace.h"
#include "ir/ir.h"

/* Makes room and tries again. */
static HANDLER(make_room) {
  trace_grow(&m->recorder);
  DISPATCH(op);
}

#define ENSURE_ROOM                                                                                \
  if (UNLIKELY(m->recorder.end - m->recorder.next < TRACE_ROOM)) TAIL(make_room)

HANDLER(fast_record_edge) {
  ENSURE_ROOM;
  trace_record(&m->recorder, TRACE_EDGE, op->c);
  DISPATCH(op + (int32_t)op->b);
}

HANDLER(fast_record_enter) {
  ENSURE_ROOM;
  trace_record(&m->recorder, TRACE_ENTER, op->a);
  *m->recorder.next++ = trace_call_of(m->state->top);
  NEXT;
}

HANDLER(fast_record_leave) {
  ENSURE_ROOM;
  const struct frame *caller = m->state->top->caller;
  trace_record(&m->recorder, TRACE_LEAVE,
               caller ? caller->code->func->number : (uint32_t)TRACE_NOWHERE);
  *m->recorder.next++ = trace_call_of(m->state->top);
  NEXT;
}

#define RECORD(mode)                                                                               \
  static HANDLER(record_read_##mode) {                                                             \
    ENSURE_ROOM;                                                                                   \
    trace_record_access(&m->recorder, TRACE_READ, op->dst, mode##_ADDRESS);                        \
    NEXT;                                                                                          \
  }                                                                                                \
  static HANDLER(record_write_##mode) {                                                            \
    ENSURE_ROOM;                                                                                   \
    trace_record_access(&m->recorder, TRACE_WRITE, op->dst, mode##_ADDRESS);                       \
    NEXT;                                                                                          \
  }
RECORD(BASE)
RECORD(ABSOLUTE)
RECORD(INDEXED)
RECORD(INDEXED_S32)
RECORD(TABLE)
RECORD(TABLE_S32)

#define ROW(mode) [FAST_##mode] = {record_read_##mode, record_write_##mode}
op_handler *const fast_record_access[FAST_ADDRESS_COUNT][2] = {
    ROW(BASE), ROW(ABSOLUTE), ROW(INDEXED), ROW(INDEXED_S32), ROW(TABLE), ROW(TABLE_S32),
};
