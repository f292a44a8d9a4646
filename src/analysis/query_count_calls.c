/* The weights of calls: copies what the summary says of the callee into the sites of the caller.
   A call through a pointer has only the query about the pointer. */
#include "analysis/query_count_sites.h"

#include "ir/graph.h"
#include "ir/loops.h"

static void refresh_call(struct query_sites *sites, struct query_call *call,
                         const struct query_summary *summary) {
  call->total = summary->total;
  for (uint32_t i = call->first_site; i < call->first_site + call->site_count; i++) {
    struct query_site *site = &sites->sites.data[i];
    if (site->port >= call->arg_count)
      site->weight = summary->cells.data[site->port - call->arg_count].count;
    else
      site->weight =
          site->port < summary->param_count ? summary->params[site->port] : QUERY_NUMBER_ZERO;
  }
}

void query_sites_refresh(struct query_sites *sites, const struct query_context *context,
                         const struct loops *loops) {
  for (uint32_t place = 0; place < loops->order_count; place++) {
    struct query_number *total = &sites->block_totals[loops->order[place]];
    *total = QUERY_NUMBER_ZERO;
    for (uint32_t i = sites->first_site[place]; i < sites->first_site[place + 1]; i++)
      if (sites->sites.data[i].call == QUERY_NO_CALL)
        *total = query_number_add(*total, sites->sites.data[i].weight);
  }
  for (size_t i = 0; i < sites->calls.count; i++) {
    struct query_call *call = &sites->calls.data[i];
    if (call->callee == GRAPH_NONE) continue;
    refresh_call(sites, call, &context->summaries[call->callee]);
    struct query_number *total = &sites->block_totals[call->block];
    *total = query_number_add(*total, call->total);
  }
}

struct query_number query_sites_sum(const struct query_sites *sites, const uint32_t *list,
                                    size_t count) {
  struct query_number sum = QUERY_NUMBER_ZERO, heaviest = QUERY_NUMBER_ZERO;
  for (size_t i = 0; i < count; i++) {
    const struct query_site *site = &sites->sites.data[list[i]];
    if (query_number_less(heaviest, site->weight)) heaviest = site->weight;
    bool goes_on = site->call != QUERY_NO_CALL && i + 1 < count &&
                   sites->sites.data[list[i + 1]].call == site->call;
    if (goes_on) continue;
    sum = query_number_add(sum, heaviest);
    heaviest = QUERY_NUMBER_ZERO;
  }
  return sum;
}
