// Listing 2.2: every line from the division on is an error; a run meets the first that is left.
// RUN: %reports --no-output %s 2>&1 | FileCheck --check-prefix=DIV %s
// RUN: sed 's/^.*1 \/ arr.*$//' %s > %t1.uc && %reports --no-output %t1.uc 2>&1 | FileCheck --check-prefix=UNINIT %s
// RUN: sed 's/^.*a + a;.*$//' %t1.uc > %t2.uc && %reports --no-output %t2.uc 2>&1 | FileCheck --check-prefix=INDEX %s
// RUN: sed 's/^.*arr.4.;.*$//' %t2.uc > %t3.uc && %reports --no-output %t3.uc 2>&1 | FileCheck --check-prefix=NULL %s
// RUN: sed 's/^.*[*]ptr;.*$//' %t3.uc > %t4.uc && %clean --no-output %t4.uc
// RUN: %status 1 %smew microc run %s 2>&1 | FileCheck --check-prefix=DIV %s
// RUN: %status 1 %smew microc run %t1.uc 2>&1 | FileCheck --check-prefix=UNINIT %s
// RUN: %status 1 %smew microc run %t2.uc 2>&1 | FileCheck --check-prefix=INDEX %s
// RUN: %status 1 %smew microc run %t3.uc 2>&1 | FileCheck --check-prefix=NULL %s
// DIV: .uc:[[#@LINE+12]]:13: error: division by zero [div]
// DIV-NEXT: {{^ *}}[[#@LINE+11]] |     res = 1 / arr[1];
// DIV-NEXT: {{^ *}}|             ^
// UNINIT: .uc:[[#@LINE+10]]:11: error: use of the uninitialised variable 'a' [uninit]
// INDEX: .uc:[[#@LINE+10]]:14: error: index out of bounds [index]
// NULL: .uc:[[#@LINE+10]]:11: error: null dereference [ptr]


main() {
    var arr, res, a, ptr;
    arr = [1, 0, 2, 2];
    ptr = null;
    res = 1 / arr[1];
    res = a + a;
    res = arr[4];
    res = *ptr;
   return 0;
}

