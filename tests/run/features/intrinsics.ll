; Intrinsics that optimised C code is full of, at widths C itself does not show.
; RUN: %native-diff --levels=O0 %s

target triple = "x86_64-pc-linux-gnu"
@format = private constant [6 x i8] c"%llx\0A\00"
@x = global i64 81985529216486895
@small = global i8 -77
@buffer = global [16 x i8] zeroinitializer

declare i32 @printf(ptr, ...)
declare i64 @llvm.fshl.i64(i64, i64, i64)
declare i64 @llvm.fshr.i64(i64, i64, i64)
declare i8 @llvm.fshl.i8(i8, i8, i8)
declare i13 @llvm.fshr.i13(i13, i13, i13)
declare i64 @llvm.abs.i64(i64, i1)
declare i8 @llvm.abs.i8(i8, i1)
declare i8 @llvm.smax.i8(i8, i8)
declare i8 @llvm.umin.i8(i8, i8)
declare i8 @llvm.sadd.sat.i8(i8, i8)
declare i8 @llvm.usub.sat.i8(i8, i8)
declare i8 @llvm.sshl.sat.i8(i8, i8)
declare i8 @llvm.ushl.sat.i8(i8, i8)
declare i8 @llvm.ctlz.i8(i8, i1)
declare i8 @llvm.cttz.i8(i8, i1)
declare i13 @llvm.ctpop.i13(i13)
declare i64 @llvm.ctlz.i64(i64, i1)
declare i13 @llvm.bitreverse.i13(i13)
declare i48 @llvm.bswap.i48(i48)
declare { i8, i1 } @llvm.smul.with.overflow.i8(i8, i8)
declare { i64, i1 } @llvm.umul.with.overflow.i64(i64, i64)
declare { i128, i1 } @llvm.sadd.with.overflow.i128(i128, i128)
declare <4 x i32> @llvm.smax.v4i32(<4 x i32>, <4 x i32>)
declare i32 @llvm.vector.reduce.umax.v4i32(<4 x i32>)
declare double @llvm.fabs.f64(double)
declare double @llvm.copysign.f64(double, double)
declare double @llvm.fma.f64(double, double, double)
declare double @llvm.fmuladd.f64(double, double, double)
declare double @llvm.minnum.f64(double, double)
declare i32 @llvm.fptosi.sat.i32.f64(double)
declare i8 @llvm.fptoui.sat.i8.f64(double)
declare i1 @llvm.is.fpclass.f64(double, i32)
declare i32 @llvm.scmp.i32.i64(i64, i64)
declare i32 @llvm.ucmp.i32.i64(i64, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare ptr @llvm.ptrmask.p0.i64(ptr, i64)
declare i1 @llvm.expect.i1(i1, i1)
declare i1 @llvm.is.constant.i64(i64)
declare ptr @llvm.launder.invariant.group.p0(ptr)
declare void @llvm.assume(i1)
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
declare void @llvm.experimental.noalias.scope.decl(metadata)

define void @show(i64 %v) {
  %r = call i32 (ptr, ...) @printf(ptr @format, i64 %v)
  ret void
}

define void @show8(i8 %v) {
  %w = zext i8 %v to i64
  call void @show(i64 %w)
  ret void
}

define void @integers() {
  %x = load volatile i64, ptr @x
  %s = load volatile i8, ptr @small
  %t13 = trunc i64 %x to i13
  %a = call i64 @llvm.fshl.i64(i64 %x, i64 -1, i64 72)
  call void @show(i64 %a)
  %b = call i64 @llvm.fshr.i64(i64 %x, i64 -1, i64 0)
  call void @show(i64 %b)
  %c = call i8 @llvm.fshl.i8(i8 %s, i8 %s, i8 11)
  call void @show8(i8 %c)
  %d = call i13 @llvm.fshr.i13(i13 %t13, i13 5, i13 7)
  %d.w = zext i13 %d to i64
  call void @show(i64 %d.w)
  %e = call i64 @llvm.abs.i64(i64 -9223372036854775808, i1 false)
  call void @show(i64 %e)
  %f = call i8 @llvm.abs.i8(i8 %s, i1 true)
  call void @show8(i8 %f)
  %g = call i8 @llvm.smax.i8(i8 %s, i8 3)
  call void @show8(i8 %g)
  %h = call i8 @llvm.umin.i8(i8 %s, i8 3)
  call void @show8(i8 %h)
  %i = call i8 @llvm.sadd.sat.i8(i8 %s, i8 -100)
  call void @show8(i8 %i)
  %j = call i8 @llvm.usub.sat.i8(i8 %s, i8 -1)
  call void @show8(i8 %j)
  %k = call i8 @llvm.sshl.sat.i8(i8 %s, i8 2)
  call void @show8(i8 %k)
  %l = call i8 @llvm.ushl.sat.i8(i8 1, i8 7)
  call void @show8(i8 %l)
  %m = call i8 @llvm.ctlz.i8(i8 0, i1 false)
  call void @show8(i8 %m)
  %n = call i8 @llvm.cttz.i8(i8 %s, i1 true)
  call void @show8(i8 %n)
  %o = call i13 @llvm.ctpop.i13(i13 %t13)
  %o.w = sext i13 %o to i64
  call void @show(i64 %o.w)
  %p = call i64 @llvm.ctlz.i64(i64 %x, i1 false)
  call void @show(i64 %p)
  %q = call i13 @llvm.bitreverse.i13(i13 %t13)
  %q.w = sext i13 %q to i64
  call void @show(i64 %q.w)
  %r.t = trunc i64 %x to i48
  %r = call i48 @llvm.bswap.i48(i48 %r.t)
  %r.w = zext i48 %r to i64
  call void @show(i64 %r.w)
  %u = call i32 @llvm.scmp.i32.i64(i64 -5, i64 %x)
  %u.w = sext i32 %u to i64
  call void @show(i64 %u.w)
  %v = call i32 @llvm.ucmp.i32.i64(i64 -5, i64 %x)
  %v.w = sext i32 %v to i64
  call void @show(i64 %v.w)
  ret void
}

define void @overflows() {
  %x = load volatile i64, ptr @x
  %s = load volatile i8, ptr @small
  %a = call { i8, i1 } @llvm.smul.with.overflow.i8(i8 %s, i8 2)
  %a.0 = extractvalue { i8, i1 } %a, 0
  %a.1 = extractvalue { i8, i1 } %a, 1
  call void @show8(i8 %a.0)
  %a.w = zext i1 %a.1 to i64
  call void @show(i64 %a.w)
  %b = call { i64, i1 } @llvm.umul.with.overflow.i64(i64 %x, i64 %x)
  %b.0 = extractvalue { i64, i1 } %b, 0
  %b.1 = extractvalue { i64, i1 } %b, 1
  %b.s = select i1 %b.1, i64 %b.0, i64 0
  call void @show(i64 %b.s)
  %wide = sext i64 %x to i128
  %high = shl i128 %wide, 64
  %c = call { i128, i1 } @llvm.sadd.with.overflow.i128(i128 %high, i128 170141183460469231731687303715884105727)
  %c.0 = extractvalue { i128, i1 } %c, 0
  %c.1 = extractvalue { i128, i1 } %c, 1
  %c.h = lshr i128 %c.0, 64
  %c.t = trunc i128 %c.h to i64
  call void @show(i64 %c.t)
  %c.w = sext i1 %c.1 to i64
  call void @show(i64 %c.w)
  ret void
}

define void @floats() {
  %x = load volatile i64, ptr @x
  %d = sitofp i64 %x to double
  %neg = fneg double %d
  %a = call double @llvm.fabs.f64(double %neg)
  %b = call double @llvm.copysign.f64(double %a, double -0.0)
  %c = call double @llvm.fma.f64(double %b, double 3.0, double 1.0)
  %m = call double @llvm.fmuladd.f64(double 0.5, double 4.0, double %c)
  %e = call double @llvm.minnum.f64(double %m, double 0x7FF8000000000000)
  %bits = bitcast double %e to i64
  call void @show(i64 %bits)
  %g = call i32 @llvm.fptosi.sat.i32.f64(double %e)
  %g.w = sext i32 %g to i64
  call void @show(i64 %g.w)
  %h = call i8 @llvm.fptoui.sat.i8.f64(double 300.7)
  call void @show8(i8 %h)
  %i = call i8 @llvm.fptoui.sat.i8.f64(double 0x7FF8000000000000)
  call void @show8(i8 %i)
  %j = call i1 @llvm.is.fpclass.f64(double %e, i32 24)
  %k = call i1 @llvm.is.fpclass.f64(double 0x7FF8000000000000, i32 3)
  %jk = and i1 %j, %k
  %jk.w = zext i1 %jk to i64
  call void @show(i64 %jk.w)
  ret void
}

define void @vectors() {
  %x = load volatile i64, ptr @x
  %t = trunc i64 %x to i32
  %v0 = insertelement <4 x i32> <i32 1, i32 -2, i32 3, i32 -4>, i32 %t, i32 2
  %v1 = call <4 x i32> @llvm.smax.v4i32(<4 x i32> %v0, <4 x i32> zeroinitializer)
  %r = call i32 @llvm.vector.reduce.umax.v4i32(<4 x i32> %v1)
  %r.w = zext i32 %r to i64
  call void @show(i64 %r.w)
  %c = icmp slt <4 x i32> %v0, zeroinitializer
  %mask = bitcast <4 x i1> %c to i4
  %mask.w = zext i4 %mask to i64
  call void @show(i64 %mask.w)
  %s = select <4 x i1> %c, <4 x i32> %v1, <4 x i32> %v0
  %as = bitcast <4 x i32> %s to i128
  %as.h = lshr i128 %as, 60
  %as.t = trunc i128 %as.h to i64
  call void @show(i64 %as.t)
  %bytes = bitcast <4 x i32> %v0 to <16 x i8>
  %byte = extractelement <16 x i8> %bytes, i64 5
  call void @show8(i8 %byte)
  ret void
}

define void @memory() {
  %room = alloca [32 x i8], align 16
  call void @llvm.lifetime.start.p0(i64 32, ptr %room)
  call void @llvm.memset.p0.i64(ptr %room, i8 90, i64 32, i1 false)
  %mid = getelementptr i8, ptr %room, i64 3
  store i64 1311768467463790320, ptr %mid, align 1
  call void @llvm.memmove.p0.p0.i64(ptr %room, ptr %mid, i64 20, i1 true)
  %back = getelementptr i8, ptr %room, i64 7
  %aligned = call ptr @llvm.ptrmask.p0.i64(ptr %back, i64 -8)
  %l = load i64, ptr %aligned, align 8
  call void @show(i64 %l)
  %same = call ptr @llvm.launder.invariant.group.p0(ptr %room)
  %ok = icmp eq ptr %same, %room
  call void @llvm.assume(i1 %ok)
  %likely = call i1 @llvm.expect.i1(i1 %ok, i1 true)
  %k = call i1 @llvm.is.constant.i64(i64 %l)
  %w = zext i1 %likely to i64
  call void @show(i64 %w)
  call void @llvm.lifetime.end.p0(i64 32, ptr %room)
  ret void
}

define i32 @main() {
  call void @integers()
  call void @overflows()
  call void @floats()
  call void @vectors()
  call void @memory()
  ret i32 0
}
