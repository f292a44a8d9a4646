/* A straight line through points, by least squares. */
#ifndef REDUCE_MERGE_FIT_H
#define REDUCE_MERGE_FIT_H

struct fit {
  double count, x, y, xx, xy; /* sums */
};

static inline void fit_add(struct fit *fit, double x, double y) {
  fit->count += 1;
  fit->x += x;
  fit->y += y;
  fit->xx += x * x;
  fit->xy += x * y;
}

/* 1 if the points do not determine a slope. */
static inline double fit_slope(const struct fit *fit) {
  double spread = fit->count * fit->xx - fit->x * fit->x;
  return spread > 1e-9 ? (fit->count * fit->xy - fit->x * fit->y) / spread : 1;
}

static inline double fit_constant(const struct fit *fit) {
  return fit->count > 0 ? (fit->y - fit_slope(fit) * fit->x) / fit->count : 0;
}

#endif
