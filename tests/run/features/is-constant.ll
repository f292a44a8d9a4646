; llvm.is.constant is true of literals, false of what is computed and of addresses.
; RUN: %clean --opt=none %s | FileCheck %s
; RUN: %clean %s | FileCheck %s
; CHECK: 1 1 1 1 0 0 0

@format = constant [22 x i8] c"%d %d %d %d %d %d %d\0A\00"
@number = global i32 5
declare i32 @printf(ptr, ...)
declare i1 @llvm.is.constant.i32(i32)
declare i1 @llvm.is.constant.f64(double)
declare i1 @llvm.is.constant.p0(ptr)
declare i1 @llvm.is.constant.v2i8(<2 x i8>)

define i32 @main(i32 %count, ptr %words) {
  %a = call i1 @llvm.is.constant.i32(i32 7)
  %b = call i1 @llvm.is.constant.f64(double 1.5)
  %c = call i1 @llvm.is.constant.p0(ptr null)
  %d = call i1 @llvm.is.constant.v2i8(<2 x i8> <i8 1, i8 2>)
  %n = load i32, ptr @number
  %e = call i1 @llvm.is.constant.i32(i32 %n)
  %f = call i1 @llvm.is.constant.p0(ptr @number)
  %g = call i1 @llvm.is.constant.i32(i32 %count)
  %a1 = zext i1 %a to i32
  %b1 = zext i1 %b to i32
  %c1 = zext i1 %c to i32
  %d1 = zext i1 %d to i32
  %e1 = zext i1 %e to i32
  %f1 = zext i1 %f to i32
  %g1 = zext i1 %g to i32
  call i32 (ptr, ...) @printf(ptr @format, i32 %a1, i32 %b1, i32 %c1, i32 %d1, i32 %e1, i32 %f1, i32 %g1)
  ret i32 0
}
