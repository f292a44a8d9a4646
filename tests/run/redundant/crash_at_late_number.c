// That a number was used as an address was reported with the place of the running state, when there was none any more.
// RUN: rm -rf %t.1 %t.2 %t.3 %t.4
// RUN: %reports --reduce=redundant --externals=free -DSWAPPED --output-dir %t.1 %S/../z_equivalence/pointers.c 2>&1 | FileCheck %s
// RUN: %reports --reduce=redundant --externals=free -DSWAPPED --output-dir %t.2 %S/../z_equivalence/pointers.c 2>&1 | FileCheck %s
// RUN: %reports --reduce=redundant --externals=free -DSWAPPED --output-dir %t.3 %S/../z_equivalence/pointers.c 2>&1 | FileCheck %s
// RUN: %reports --reduce=redundant --externals=free -DSWAPPED --output-dir %t.4 %S/../z_equivalence/pointers.c 2>&1 | FileCheck %s
// CHECK: an unknown number was used as an address after states were dropped (1 time)
