/* Unknown numbers as addresses. The engine lets an input be an address: a symbolic pointer may turn
   out to be that of any object. So numbers that a run can choose, or that arithmetic makes as large
   as an address, are followed as addresses are, as locations of the object of kind ABSTRACT_ANY;
   small ones are pieces, of which a large one may be put together.

   They begin with what builtins write and return, with arguments, with constants in the range of
   addresses, and with products and shifts that may get there. So an address that is printed and
   read again, or is tested bit by bit, comes back as an unknown number. They do not begin with sums
   of known numbers: that would take such a sum about 2^44 steps.

   A load through an unknown number gives one. A store could change any address in memory, and a
   call go anywhere: nothing is known then. Where wild uses are excluded, they have no effect here,
   and users of the analysis watch for them. */
#include "analysis/points_to_state.h"

enum { ADDRESS_TOP = 44 }; /* all objects are in [2^44, 2^45): memory/address.h */

bool points_to_could_be_address(uint64_t number) { return number >> ADDRESS_TOP == 1; }

static uint32_t any_location(struct points_to *points, uint8_t piece) {
  struct location any = points->abstracts.locations.data[points->any];
  any.piece = piece;
  return abstracts_locate(&points->abstracts, any);
}

void points_to_add_any(struct points_to *points) {
  struct abstract_object any = {.kind = ABSTRACT_ANY, .size = ABSTRACT_UNKNOWN_SIZE};
  uint32_t object = abstracts_add_object(&points->abstracts, any);
  points_to_add_object(points, object);
  points->any =
      abstracts_locate(&points->abstracts, (struct location){.object = object, .stride = 1});
  for (unsigned i = 0; i < 2; i++) {
    points->any_nodes[i] = points_to_new_node(points);
    points_to_add_location(points, points->any_nodes[i],
                           any_location(points, i ? PIECE_NOT : PIECE_NUMBER));
  }
}

uint32_t points_to_any_node(struct points_to *points, bool is_address) {
  return points->any_nodes[is_address];
}

bool points_to_is_any(const struct points_to *points, uint32_t location) {
  const struct location *at = &points->abstracts.locations.data[location];
  return points->abstracts.objects.data[at->object].kind == ABSTRACT_ANY;
}

void points_to_meet_any(struct points_to *points, const struct constraint *constraint) {
  const struct shift no_shift = {0};
  if (points->options.excludes_wild) return;
  switch ((enum constraint_kind)constraint->kind) {
  case CONSTRAINT_LOAD:
    points_to_add_edge(points, points_to_any_node(points, constraint->size >= LEAST_BYTES),
                       constraint->other, no_shift);
    break;
  case CONSTRAINT_COPY: points_to_copy_any(points, constraint->other); break;
  case CONSTRAINT_SUM: break; /* the sum is an unknown number, too */
  case CONSTRAINT_STORE:
  case CONSTRAINT_PASTE:
  case CONSTRAINT_CALL:
  case CONSTRAINT_ESCAPE: points->is_stopped = true; break;
  }
}
