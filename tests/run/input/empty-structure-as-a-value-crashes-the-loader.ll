; A value of an empty structure, or an array of none, has no scalars: it may be passed, returned and stored.
; RUN: %clean --opt=none %s
; RUN: %clean %s

@g = global {} zeroinitializer

define {} @f(i32 %n, {} %e, [0 x i64] %a) {
  ret {} %e
}

define i32 @main() {
  %e = call {} @f(i32 1, {} zeroinitializer, [0 x i64] zeroinitializer)
  %s = call {} @f(i32 2, {} %e, [0 x i64] undef)
  %c = select i1 true, {} %s, {} %e
  store {} %c, ptr @g
  %l = load {}, ptr @g
  %t = call {} @f(i32 3, {} %l, [0 x i64] poison)
  ret i32 0
}
