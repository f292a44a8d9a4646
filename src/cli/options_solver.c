/* The options about the solver, for every command that has one. */
#include "cli/commands.h"
#include "cli/options.h"
#include "solver/chain.h"

#include <stdio.h>

bool cli_choose_chain(const struct options *options, struct chain_options *chain) {
  *chain = options->machine.chain;
  chain->links_off = options->no_chain ? CHAIN_ALL_LINKS : 0;
  for (size_t i = 0; i < options->without_links.count; i++) {
    int link = chain_find_link(options->without_links.data[i]);
    if (link < 0) {
      fprintf(stderr, "smew: --without-link: there is no link '%s'; there are:\n",
              options->without_links.data[i]);
#define X(name, text, help) fprintf(stderr, "  %-14s %s\n", text, help);
      CHAIN_LINKS(X)
#undef X
      return false;
    }
    chain->links_off |= 1u << link;
  }
  return true;
}
