/* The table of rewrite rules, so that tests can check that each of them fired. The rule itself is
   in the file of its theme, at RULE(exprs, name). */
#ifndef EXPR_REWRITE_RULES_H
#define EXPR_REWRITE_RULES_H

/* clang-format off */
#define EXPR_RULES(X)                                                                              \
  /* build.c */                                                                                    \
  X(range_single)                                                                                  \
  /* rewrite_arith.c */                                                                            \
  X(add_zero) X(add_const_const) X(add_not_const) X(add_const_outward) X(add_like_inner)           \
  X(add_like_deep) X(add_bool) X(add_like_terms) X(add_complement) X(add_disjoint) X(mul_zero)     \
  X(mul_one) X(mul_const_const) X(mul_power) X(mul_sum_const) X(neg_not) X(neg_difference)         \
  X(mul_bool) X(mul_const_outward)                                                                 \
  /* rewrite_divide.c */                                                                           \
  X(udiv_zero) X(udiv_bool) X(udiv_of_zero) X(udiv_self) X(udiv_power) X(udiv_udiv)                \
  X(udiv_narrow) X(urem_zero) X(urem_bool) X(urem_self) X(urem_power) X(urem_smaller)              \
  X(urem_narrow) X(sdiv_zero) X(sdiv_bool) X(sdiv_unsigned) X(sdiv_self) X(sdiv_negative)          \
  X(sdiv_narrow) X(sdiv_one) X(sdiv_least) X(sdiv_power) X(srem_zero) X(srem_bool)                 \
  X(srem_unsigned) X(srem_self) X(srem_negative) X(srem_narrow) X(srem_one) X(srem_power)          \
  /* rewrite_logic.c */                                                                            \
  X(not_not) X(not_order) X(not_neg) X(not_decrement) X(not_xor_const) X(logic_const_const)        \
  X(logic_concat_const) X(logic_zext_const) X(logic_const_outward) X(logic_again)                  \
  X(logic_extensions) X(logic_concats) X(absorb) X(absorb_complement) X(contradict_inner)          \
  X(and_zero) X(and_ones) X(and_known) X(and_narrow) X(and_high_bits) X(and_self)                  \
  X(and_complement) X(and_nots) X(and_zext) X(or_zero) X(or_ones) X(or_known) X(or_self)           \
  X(or_complement) X(or_nots) X(or_parts) X(xor_zero) X(xor_ones) X(xor_not_const) X(xor_self)     \
  X(xor_complement) X(xor_not) X(xor_cancel) X(xor_parts)                                          \
  /* interval.c */                                                                                 \
  X(and_within) X(and_apart) X(and_single) X(or_within) X(or_all)                                  \
  /* rewrite_equal.c */                                                                            \
  X(eq_shl_const) X(eq_mul_odd) X(eq_mul_even) X(eq_extended_const) X(eq_logic_neutral)            \
  X(eq_udiv_const) X(eq_not_const) X(eq_add_const) X(eq_difference) X(eq_xor_const)                \
  X(eq_xor_zero) X(eq_concat_const) X(eq_common_self) X(eq_common) X(eq_inverses)                  \
  X(eq_extensions) X(eq_concats) X(eq_ites) X(eq_sums_const) X(eq_ite_branch) X(eq_self)           \
  X(eq_bool) X(eq_distinct)                                                                        \
  /* rewrite_order.c */                                                                            \
  X(order_bool) X(order_same_high) X(order_same_low) X(order_concat_const) X(order_zexts)          \
  X(order_zext_const) X(order_sexts) X(order_sext_const) X(order_sext_outside)                     \
  X(order_sext_between) X(order_sum) X(slt_difference) X(ult_udiv) X(order_edge_wide)              \
  X(order_edge) X(order_far_edge) X(order_loose_const) X(order_beyond) X(slt_sign) X(order_self)   \
  X(order_decided) X(slt_same_sign) X(order_nots)                                                  \
  /* rewrite_ite.c */                                                                              \
  X(ite_branch_condition) X(ite_under_condition) X(ite_bool_const) X(ite_bool_xor)                 \
  X(ite_equal_branches) X(ite_equal_const) X(ite_extension) X(ite_extension_not) X(ite_share_or)   \
  X(ite_share_not_and) X(ite_share_and) X(ite_share_and_not) X(ite_share_inner)                    \
  X(ite_pull_extension) X(ite_pull_increment) X(ite_pull_not) X(ite_pull_operand) X(ite_not)       \
  X(ite_loose)                                                                                     \
  /* rewrite_choice.c */                                                                           \
  X(choice_compare) X(choice_binary) X(choice_pair) X(choice_extract) X(choice_extend)             \
  X(choice_not)                                                                                    \
  /* rewrite_shape.c */                                                                            \
  X(extract_concat_high) X(extract_concat_low) X(extract_concat_both) X(extract_ext_within)        \
  X(extract_zext_beyond) X(extract_sext_beyond) X(extract_shl_above) X(extract_shl_below)          \
  X(extract_shl_across) X(extract_logic_const) X(extract_difference) X(extract_low_sum)            \
  X(extract_extract) X(extract_not) X(extract_ite) X(concat_nots) X(concat_logic_const)            \
  X(concat_ites) X(concat_extracts) X(concat_zero) X(concat_right) X(concat_zext) X(concat_sext)   \
  X(concat_sign) X(concat_inner) X(concat_shl) X(zext_zext) X(zext_known) X(sext_sext)             \
  X(sext_positive) X(sext_known)                                                                   \
  /* rewrite_shift.c */                                                                            \
  X(shift_choice) X(shl_shl) X(shl_mul) X(shl_sum) X(shl_high_bits) X(shl_zero) X(shl_oversized)   \
  X(shl_bool) X(lshr_zero) X(lshr_oversized) X(lshr_bool) X(lshr_const) X(ashr_zero)               \
  X(ashr_oversized) X(ashr_bool) X(ashr_positive) X(ashr_const)                                    \
  /* rewrite_array.c */                                                                            \
  X(read_choice) X(read_stored) X(read_past) X(read_element) X(read_beyond) X(store_again)         \
  X(store_same)                                                                                    \
  /* rewrite_float.c */                                                                            \
  X(fcmp_widened_const) X(fcmp_integer_const) X(fcmp_const) X(feq_const) X(fcmp_nan)               \
  X(fcmp_widened) X(fcmp_integers) X(fcmp_self) X(feq_order) X(fconv_widened) X(fconv_integer)     \
  X(ftosi_widened) X(ftosi_integer) X(frint_integral) X(fmul_one) X(fdiv_power) X(fsub_const)      \
  X(fadd_zero) X(float_choice) X(flt_difference) X(fcmp_magnitude) X(fcmp_negation)                                                   \
  /* rewrite_float_bound.c */                                                                      \
  X(fcmp_monotone)
/* clang-format on */

enum expr_rule {
#define X(name) EXPR_RULE_##name,
  EXPR_RULES(X)
#undef X
      EXPR_RULE_COUNT
};

#define RULE(exprs, name) ((void)(exprs)->rule_hits[EXPR_RULE_##name]++)

#endif
