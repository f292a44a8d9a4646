; Instructions and types as LLVM allows them rather than as clang likes them: odd
; widths, aggregates in registers, phis that permute, switches on few bits, freeze.
; RUN: %native-diff --levels=O0 %s

target triple = "x86_64-pc-linux-gnu"
@format = private constant [6 x i8] c"%lld\0A\00"
@seed = global i64 12345
@cell = global i32 7
@table = constant [3 x ptr] [ptr blockaddress(@jump, %one), ptr blockaddress(@jump, %two), ptr blockaddress(@jump, %three)]
@distance = constant i64 sub (i64 ptrtoint (ptr getelementptr ([3 x ptr], ptr @table, i64 0, i64 2) to i64), i64 ptrtoint (ptr @table to i64))
@packed = global <{ i8, i32, [3 x i16], double }> <{ i8 1, i32 -2, [3 x i16] [i16 3, i16 -4, i16 5], double 6.5 }>

declare i32 @printf(ptr, ...)

define void @show(i64 %v) {
  %r = call i32 (ptr, ...) @printf(ptr @format, i64 %v)
  ret void
}

; The two phis of the loop swap their values: they must move in parallel.
define i64 @fibonacci_phi(i64 %n) {
entry:
  br label %loop
loop:
  %a = phi i64 [ 0, %entry ], [ %b, %loop ]
  %b = phi i64 [ 1, %entry ], [ %sum, %loop ]
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = add i64 %a, %b
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  %r = phi i64 [ %a, %loop ]
  ret i64 %r
}

define i64 @swap_phi(i64 %n) {
entry:
  br label %loop
loop:
  %x = phi i64 [ 3, %entry ], [ %y, %loop ]
  %y = phi i64 [ 8, %entry ], [ %x, %loop ]
  %i = phi i64 [ %n, %entry ], [ %next, %loop ]
  %next = sub i64 %i, 1
  %more = icmp ne i64 %next, 0
  br i1 %more, label %loop, label %exit
exit:
  %t = mul i64 %x, 100
  %r = add i64 %t, %y
  ret i64 %r
}

define i64 @jump(i64 %which) {
entry:
  %slot = getelementptr [3 x ptr], ptr @table, i64 0, i64 %which
  %to = load ptr, ptr %slot
  indirectbr ptr %to, [label %one, label %two, label %three]
one:
  br label %join
two:
  br label %join
three:
  ret i64 333
join:
  %r = phi i64 [ 111, %one ], [ 222, %two ]
  ret i64 %r
}

define { i64, { i8, [2 x i32] } } @aggregate(i64 %v) {
  %t = trunc i64 %v to i8
  %w = trunc i64 %v to i32
  %a = insertvalue { i64, { i8, [2 x i32] } } undef, i64 %v, 0
  %b = insertvalue { i64, { i8, [2 x i32] } } %a, i8 %t, 1, 0
  %c = insertvalue { i64, { i8, [2 x i32] } } %b, [2 x i32] [i32 4, i32 5], 1, 1
  %d = insertvalue { i64, { i8, [2 x i32] } } %c, i32 %w, 1, 1, 1
  ret { i64, { i8, [2 x i32] } } %d
}

define i64 @switches(i64 %v) {
  %bit = trunc i64 %v to i1
  switch i1 %bit, label %zero [i1 true, label %one]
one:
  %two = trunc i64 %v to i2
  switch i2 %two, label %other [i2 1, label %a
                                i2 -1, label %b]
zero:
  ret i64 0
a:
  ret i64 10
b:
  ret i64 20
other:
  ret i64 30
}

define i64 @odd_widths(i64 %v) {
  %a = trunc i64 %v to i17
  %b = mul i17 %a, 3
  %c = ashr i17 %b, 2
  %d = udiv i17 %c, 5
  %e = srem i17 %b, 7
  %f = xor i17 %d, %e
  %g = icmp slt i17 %f, %a
  %h = sext i17 %f to i64
  %i = zext i1 %g to i64
  %j = shl i64 %h, %i
  ret i64 %j
}

define i64 @wide(i64 %v) {
  %a = zext i64 %v to i100
  %b = shl i100 %a, 33
  %c = mul i100 %b, 1000003
  %d = lshr i100 %c, 40
  %e = trunc i100 %d to i64
  %p = alloca i100
  store i100 %c, ptr %p
  %q = load i100, ptr %p
  %same = icmp eq i100 %q, %c
  %s = zext i1 %same to i64
  %r = add i64 %e, %s
  ret i64 %r
}

define i64 @atomics() {
  %a = atomicrmw add ptr @cell, i32 5 seq_cst
  %b = atomicrmw umax ptr @cell, i32 100 monotonic
  %c = atomicrmw nand ptr @cell, i32 7 acquire
  %d = cmpxchg ptr @cell, i32 -5, i32 50 acq_rel monotonic
  %d.0 = extractvalue { i32, i1 } %d, 0
  %d.1 = extractvalue { i32, i1 } %d, 1
  %e = atomicrmw uinc_wrap ptr @cell, i32 50 seq_cst
  %f = atomicrmw udec_wrap ptr @cell, i32 9 seq_cst
  %g = atomicrmw xchg ptr @cell, i32 3 seq_cst
  %h = load atomic i32, ptr @cell seq_cst, align 4
  fence seq_cst
  %x1 = add i32 %a, %b
  %x2 = add i32 %x1, %c
  %x3 = add i32 %x2, %d.0
  %x4 = add i32 %x3, %e
  %x5 = add i32 %x4, %f
  %x6 = add i32 %x5, %g
  %x7 = add i32 %x6, %h
  %w = sext i32 %x7 to i64
  %k = zext i1 %d.1 to i64
  %r = add i64 %w, %k
  ret i64 %r
}

define i64 @packed_sum() {
  %p1 = getelementptr <{ i8, i32, [3 x i16], double }>, ptr @packed, i64 0, i32 1
  %p2 = getelementptr <{ i8, i32, [3 x i16], double }>, ptr @packed, i64 0, i32 2, i64 1
  %p3 = getelementptr <{ i8, i32, [3 x i16], double }>, ptr @packed, i64 0, i32 3
  %a = load i32, ptr %p1, align 1
  %b = load i16, ptr %p2, align 1
  %c = load double, ptr %p3, align 1
  %aw = sext i32 %a to i64
  %bw = sext i16 %b to i64
  %cw = fptosi double %c to i64
  %s = mul i64 %aw, %bw
  %r = add i64 %s, %cw
  ret i64 %r
}

define i64 @negative_gep(i64 %v) {
  %room = alloca [8 x i32]
  %end = getelementptr [8 x i32], ptr %room, i64 1
  %last = getelementptr i32, ptr %end, i8 -1
  %t = trunc i64 %v to i32
  store i32 %t, ptr %last
  %direct = getelementptr [8 x i32], ptr %room, i64 0, i32 7
  %l = load i32, ptr %direct
  %f = freeze i32 %l
  %w = zext i32 %f to i64
  ret i64 %w
}

define i32 @main() {
  %v = load volatile i64, ptr @seed
  %r1 = call i64 @fibonacci_phi(i64 50)
  call void @show(i64 %r1)
  %r2 = call i64 @swap_phi(i64 6)
  call void @show(i64 %r2)
  %r3 = call i64 @swap_phi(i64 7)
  call void @show(i64 %r3)
  %j0 = call i64 @jump(i64 0)
  call void @show(i64 %j0)
  %j1 = call i64 @jump(i64 1)
  call void @show(i64 %j1)
  %j2 = call i64 @jump(i64 2)
  call void @show(i64 %j2)
  %agg = call { i64, { i8, [2 x i32] } } @aggregate(i64 %v)
  %g0 = extractvalue { i64, { i8, [2 x i32] } } %agg, 0
  call void @show(i64 %g0)
  %g1 = extractvalue { i64, { i8, [2 x i32] } } %agg, 1, 0
  %g1w = sext i8 %g1 to i64
  call void @show(i64 %g1w)
  %g2 = extractvalue { i64, { i8, [2 x i32] } } %agg, 1, 1
  %g20 = extractvalue [2 x i32] %g2, 0
  %g21 = extractvalue [2 x i32] %g2, 1
  %g20w = sext i32 %g20 to i64
  %g21w = sext i32 %g21 to i64
  call void @show(i64 %g20w)
  call void @show(i64 %g21w)
  %s0 = call i64 @switches(i64 0)
  %s1 = call i64 @switches(i64 1)
  %s3 = call i64 @switches(i64 3)
  %s01 = add i64 %s0, %s1
  %s013 = add i64 %s01, %s3
  call void @show(i64 %s013)
  %o = call i64 @odd_widths(i64 %v)
  call void @show(i64 %o)
  %w = call i64 @wide(i64 %v)
  call void @show(i64 %w)
  %a = call i64 @atomics()
  call void @show(i64 %a)
  %p = call i64 @packed_sum()
  call void @show(i64 %p)
  %n = call i64 @negative_gep(i64 %v)
  call void @show(i64 %n)
  %d = load i64, ptr @distance
  call void @show(i64 %d)
  ret i32 0
}
