/* Making cubes larger, guided by states that have really been at a place. */
#ifndef REDUCE_SUBSUME_WEAKEN_H
#define REDUCE_SUBSUME_WEAKEN_H

#include "reduce/subsume/cube.h"
#include "reduce/subsume/fact.h"

#include <stdbool.h>
#include <stdint.h>

/* Drops literals that only say that inputs read later can be chosen so: they can. */
void weaken_futures(const struct names *names, struct cube *cube);
/* If a literal is false in all samples whatever their inputs are, it alone remains: the last one,
   which says most about the error. Asks no queries. */
uint64_t weaken_to_one(struct sites *sites, const struct fact *fact, struct cube *cube);
/* Drops literals, and turns equalities into inequalities, while no sample is in the cube. If one
   is, or there are none, nothing happens, or all literals are dropped. Returns the number of steps.
 */
uint64_t weaken(struct sites *sites, const struct fact *fact, struct cube *cube, bool gives_up,
                uint64_t *queries);

#endif
