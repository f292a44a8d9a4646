/* The explorations of a run: that of single paths, and the other members of its portfolio. */
#ifndef CLI_PORTFOLIO_H
#define CLI_PORTFOLIO_H

struct exploration;
struct explore_options;
struct machine;
struct options;
struct portfolio_builder;
struct searcher;

/* The searcher of the first exploration. NULL after a message. Owned: search_free. */
struct searcher *cli_new_first_searcher(const struct options *options, struct machine *machine);
/* Adds reducers and explorations to the machine, as the options say, which have been checked
   (cli_choose_reduction). Returns owned; borrows everything. */
struct portfolio_builder *cli_begin_portfolio(const struct options *options,
                                              struct machine *machine,
                                              const struct explore_options *limits);
/* After the run. */
void cli_end_portfolio(struct portfolio_builder *builder);
/* The topic of smew help. */
void cli_print_portfolio(void);

#endif
