// RUN: %rejects run --libc-models=maybe %s 2>&1 | FileCheck %s
// CHECK: smew: --libc-models: 'maybe' is not one of on|off
int main(void) { return 0; }
