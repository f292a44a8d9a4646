/* Judging a replayed test. smew's kinds of errors and the ways in which a native run fails do not
   match one to one: an out-of-bounds access may be a report of AddressSanitizer, a message of
   UBSan, a signal, or nothing at all. Each finding and each signal therefore has a set of kinds to
   which it may correspond, and an error counts as reproduced if its kind is in one of these sets.

   UBSan finds things that smew does not look for, or only on request (misaligned accesses, signed
   overflow). They are reported but do not affect the verdict. */
#include "replay/replay_verdict.h"

#include "exec/error.h"
#include "replay/replay_findings.h"
#include "replay/replay_process.h"
#include "replay/replay_tests.h"
#include "util/buffer.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#define KIND(name) (1u << ERROR_##name)

/* The bit of a kind; 0 for one that is not smew's own (klee_report_error takes any). */
static unsigned kind_bit(const char *kind) {
  static const char *const names[] = {
#define X(name, text) text,
      ERROR_KINDS(X)
#undef X
  };
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(names[i], kind) == 0) return 1u << i;
  return 0;
}

bool replay_kind_needs_sanitizer(const char *kind) {
  return (kind_bit(kind) & (KIND(POINTER) | KIND(FREE) | KIND(READ_ONLY) | KIND(DIVISION) |
                            KIND(OVERFLOW) | KIND(OVERSHIFT) | KIND(EXEC) | KIND(LEAK))) != 0;
}

static unsigned signal_kinds(int number) {
  switch (number) {
  case SIGSEGV:
  case SIGBUS: return KIND(POINTER) | KIND(FREE) | KIND(READ_ONLY) | KIND(EXEC);
  case SIGFPE: return KIND(DIVISION) | KIND(OVERFLOW);
  case SIGILL:
  case SIGTRAP: return KIND(EXEC) | KIND(ABORT); /* __builtin_trap is an abort for smew */
  case SIGABRT:                                  /* the C library checks its heap too */
    return KIND(ABORT) | KIND(ASSERT) | KIND(FREE);
  default: return 0;
  }
}

static bool has_kind(const struct replay_finding *finding, const char *kind) {
  return (finding->kinds & kind_bit(kind)) != 0 ||
         (finding->suffix != NULL && strcmp(finding->suffix, kind) == 0);
}

/* An error that smew looks for by default. */
static bool is_error(const struct replay_finding *finding) {
  bool is_message = strncmp(finding->text, "UndefinedBehaviorSanitizer", 26) == 0;
  return !is_message || (finding->kinds & ~KIND(OVERFLOW)) != 0;
}

/* The finding to report: one of the expected kind, else an error, else any. NULL: there is none. */
static const struct replay_finding *choose(const struct replay_findings *findings,
                                           const char *kind) {
  const struct replay_finding *error = NULL;
  for (size_t i = 0; i < findings->list.count; i++) {
    const struct replay_finding *finding = &findings->list.data[i];
    if (kind != NULL && has_kind(finding, kind)) return finding;
    if (error == NULL && is_error(finding)) error = finding;
  }
  if (error != NULL) return error;
  return findings->list.count > 0 ? &findings->list.data[0] : NULL;
}

static void add_happening(struct buffer *out, const struct crew_exit *end,
                          const struct replay_findings *findings,
                          const struct replay_finding *finding) {
  int status = end->wait_status;
  if (finding != NULL) {
    buffer_add(out, "%s", finding->text);
    if (finding->file != NULL) buffer_add(out, " %s:%u", finding->file, finding->line);
  } else if (findings->obstacle != NULL) {
    buffer_add(out, "%s", findings->obstacle);
  } else if (end->is_timed_out) {
    buffer_add(out, "timed out");
  } else if (WIFSIGNALED(status)) {
    const char *name = sigabbrev_np(WTERMSIG(status));
    if (name != NULL)
      buffer_add(out, "SIG%s", name);
    else
      buffer_add(out, "signal %d", WTERMSIG(status));
  } else {
    buffer_add(out, "exit %d", WEXITSTATUS(status));
  }
}

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash != NULL ? slash + 1 : path;
}

static enum replay_verdict judge_error(const struct replay_test *test, const struct crew_exit *end,
                                       const struct replay_finding *finding, struct buffer *out) {
  unsigned by_signal = WIFSIGNALED(end->wait_status) && !end->is_timed_out
                           ? signal_kinds(WTERMSIG(end->wait_status))
                           : 0;
  if ((kind_bit(test->kind) & (KIND(EXTERNAL) | KIND(MODEL))) != 0) {
    buffer_add(out, ": not compared (%s)", test->kind);
    return VERDICT_NOT_COMPARED;
  }
  bool is_found = finding != NULL && has_kind(finding, test->kind);
  bool is_signalled = (finding == NULL || !is_error(finding)) && (by_signal & kind_bit(test->kind));
  if (is_found || is_signalled) {
    buffer_add(out, ": reproduced");
    if (is_found && finding->file != NULL && test->file != NULL && test->line != 0 &&
        (strcmp(finding->file, base_name(test->file)) != 0 || finding->line != test->line))
      buffer_add(out, " (smew: %s:%u)", base_name(test->file), test->line);
    return VERDICT_REPRODUCED;
  }
  buffer_add(out, ": not reproduced (%s", test->kind);
  if (test->file != NULL) buffer_add(out, " at %s:%u", base_name(test->file), test->line);
  buffer_add(out, ")");
  return VERDICT_NOT_REPRODUCED;
}

/* In smew, as in a shell, a program that is ended by a signal has the status 128 plus the signal's
   number. */
static bool is_same_signal(const struct replay_test *test, const struct crew_exit *end) {
  return !end->is_timed_out && WIFSIGNALED(end->wait_status) && test->has_status &&
         test->status == 128 + WTERMSIG(end->wait_status);
}

static enum replay_verdict judge_end(const struct replay_test *test, const struct crew_exit *end,
                                     const struct replay_finding *finding, struct buffer *out) {
  bool is_error_found = finding != NULL && is_error(finding);
  if (is_same_signal(test, end) && !is_error_found) return VERDICT_FINE;
  if (end->is_timed_out || WIFSIGNALED(end->wait_status) || is_error_found) {
    buffer_add(out, ": unexpected");
    return VERDICT_UNEXPECTED;
  }
  /* smew records the status as the program gave it, the system keeps eight bits. */
  if (test->has_status && (test->status & 0xff) != WEXITSTATUS(end->wait_status)) {
    buffer_add(out, ": differs (smew: exit %d)", test->status & 0xff);
    return VERDICT_DIFFERS;
  }
  return VERDICT_FINE;
}

enum replay_verdict replay_judge(const struct replay_test *test, const struct crew_exit *end,
                                 const struct replay_findings *findings, struct buffer *out) {
  bool expects_error = test->expectation == EXPECT_ERROR;
  const struct replay_finding *finding = choose(findings, expects_error ? test->kind : NULL);
  add_happening(out, end, findings, finding);
  bool has_matched = expects_error && finding != NULL && has_kind(finding, test->kind);
  bool is_lost = test->expectation == EXPECT_CUT
                     ? findings->is_lost
                     : findings->obstacle != NULL || findings->is_exhausted;
  if (is_lost && !has_matched) {
    if (findings->obstacle == NULL) buffer_add(out, ", after the last input of the test");
    buffer_add(out, ": the program does not follow the test");
    return VERDICT_LOST;
  }
  if (expects_error) return judge_error(test, end, finding, out);
  return test->expectation == EXPECT_END ? judge_end(test, end, finding, out) : VERDICT_FINE;
}
