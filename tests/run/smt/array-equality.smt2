; Equality of arrays, arrays under ite, constant arrays: answers, models and values.
; RUN: %status 0 %smew smt %s | FileCheck %s --match-full-lines
; RUN: %status 0 %smew smt --no-chain %s | FileCheck %s --match-full-lines
; RUN: %status 0 %smew smt --validate %s | FileCheck %s --match-full-lines
; RUN: %status 0 %smew smt --solver=z3 %s | FileCheck %s --match-full-lines
(set-logic QF_ABV)
(define-sort Memory () (Array (_ BitVec 4) (_ BitVec 8)))
(declare-const a Memory)
(declare-const b Memory)
(declare-const c Memory)
(declare-const i (_ BitVec 4))
(declare-const j (_ BitVec 4))
(declare-const p Bool)
(declare-const v (_ BitVec 8))

; Congruence and extensionality.
(push)
(assert (= a b))
(assert (distinct (select a i) (select b i)))
(check-sat)
; CHECK: unsat
(pop)
(push)
(assert (= (store a i v) (store b i v)))
(assert (= (select a i) (select b i)))
(assert (not (= a b)))
(check-sat)
; CHECK-NEXT: unsat
(pop)
; Stores at different places commute; at one place they do not.
(push)
(assert (distinct (store (store a i #x01) j #x02) (store (store a j #x02) i #x01)))
(check-sat)
; CHECK-NEXT: sat
(get-value ((= i j)))
; CHECK-NEXT: (((= i j) true))
(assert (distinct i j))
(check-sat)
; CHECK-NEXT: unsat
(pop)
; Writing back what is there changes nothing.
(push)
(assert (distinct a (store a i (select a i))))
(check-sat)
; CHECK-NEXT: unsat
(pop)
; Equality is transitive, also through ite.
(push)
(assert (= a (ite p b c)))
(assert (=> p (= b c)))
(assert (distinct (select a j) (select c j)))
(check-sat)
; CHECK-NEXT: unsat
(pop)
(push)
(assert (= b (ite p (store a i #x01) (store a i #x02))))
(assert (= (select b i) #x02))
(check-sat)
; CHECK-NEXT: sat
(get-value (p (= b (store a i #x02)) (= b (store a i #x01))))
; CHECK-NEXT: ((p false)
; CHECK-NEXT:  ((= b (store a i #x02)) true)
; CHECK-NEXT:  ((= b (store a i #x01)) false))
(pop)
; distinct, pairwise: an array of two bits has four values.
(push)
(define-sort Tiny () (Array (_ BitVec 1) (_ BitVec 1)))
(declare-const s Tiny)
(declare-const t Tiny)
(declare-const u Tiny)
(declare-const w Tiny)
(declare-const x Tiny)
(assert (distinct s t u w))
(check-sat)
; CHECK-NEXT: sat
(assert (distinct x s t u w))
(check-sat)
; CHECK-NEXT: unsat
(pop)
; Constant arrays, and equality with them.
(push)
(assert (= a ((as const Memory) v)))
(assert (= v #x07))
(check-sat)
; CHECK-NEXT: sat
(get-value (a (select a #x9) (= a ((as const Memory) #x07)) (= a b) (= b ((as const Memory) #x00))))
; CHECK-NEXT: ((a ((as const (Array (_ BitVec 4) (_ BitVec 8))) #x07))
; CHECK-NEXT:  ((select a #x9) #x07)
; CHECK-NEXT:  ((= a ((as const Memory) #x07)) true)
; CHECK-NEXT:  ((= a b) false)
; CHECK-NEXT:  ((= b ((as const Memory) #x00)) true))
(assert (distinct (select a i) v))
(check-sat)
; CHECK-NEXT: unsat
(pop)
(push)
(assert (= (store ((as const Memory) #x01) i #x02) (store ((as const Memory) #x03) j #x02)))
(check-sat)
; CHECK-NEXT: unsat
(pop)
; When every index is written, what was under the stores does not matter.
(push)
(define-sort Pair () (Array (_ BitVec 1) (_ BitVec 8)))
(assert (= (store (store ((as const Pair) #x01) #b0 #x05) #b1 v)
           (store (store ((as const Pair) #x02) #b1 #x06) #b0 #x05)))
(check-sat)
; CHECK-NEXT: sat
(get-value (v))
; CHECK-NEXT: ((v #x06))
(pop)
; Functions with arrays as parameters; a name for an equality that was not asserted.
(define-fun swap ((m Memory) (x (_ BitVec 4)) (y (_ BitVec 4))) Memory
  (store (store m x (select m y)) y (select m x)))
(define-fun same () Bool (= a b))
(push)
(assert (distinct (swap (swap a i j) i j) a))
(check-sat)
; CHECK-NEXT: unsat
(pop)
(assert (= (swap a #x1 #x2) b))
(assert (= (select a #x1) #x11))
(assert (= (select b #x1) #x22))
(assert (! (=> p (= a b)) :named only-if))
(check-sat)
; CHECK-NEXT: sat
(get-value (same p (select (swap b #x2 #x1) #x1)))
; CHECK-NEXT: ((same false)
; CHECK-NEXT:  (p false)
; CHECK-NEXT:  ((select (swap b #x2 #x1) #x1) #x11))
(check-sat-assuming (p))
; CHECK-NEXT: unsat
(get-unsat-assumptions)
; CHECK-NEXT: (p)
(get-unsat-core)
; CHECK-NEXT: (only-if)
