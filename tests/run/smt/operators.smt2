; Every operator means what the theory says: each check asks for a counterexample.
; RUN: %status 0 %smew smt %s > %t
; RUN: FileCheck %s --implicit-check-not=sat < %t
; RUN: %status 0 %smew smt --validate %s
; RUN: %status 0 %smew smt --no-chain --solver=z3 %s
(set-logic QF_BV)
(declare-const a (_ BitVec 6))
(declare-const b (_ BitVec 6))
(declare-const p Bool)
(declare-const q Bool)
(define-fun neg ((x (_ BitVec 6))) Bool (= ((_ extract 5 5) x) #b1))
(define-fun abs6 ((x (_ BitVec 6))) (_ BitVec 6) (ite (neg x) (bvneg x) x))
(define-fun wide ((x (_ BitVec 6))) (_ BitVec 14) ((_ sign_extend 8) x))
(define-fun uwide ((x (_ BitVec 6))) (_ BitVec 14) ((_ zero_extend 8) x))

(set-info :status unsat)
(check-sat-assuming ((distinct (bvsub a b) (bvadd a (bvneg b)))))
; CHECK: unsat
(set-info :status unsat)
(check-sat-assuming ((distinct (bvneg a) (bvadd (bvnot a) #b000001))))
; CHECK-NEXT: unsat
(set-info :status unsat)
(check-sat-assuming ((distinct (bvnand a b) (bvnot (bvand a b)))))
; CHECK-NEXT: unsat
(set-info :status unsat)
(check-sat-assuming ((distinct (bvnor a b) (bvand (bvnot a) (bvnot b)))))
; CHECK-NEXT: unsat
(set-info :status unsat)
(check-sat-assuming ((distinct (bvxnor a b) (bvxor a (bvnot b)))))
; CHECK-NEXT: unsat
(set-info :status unsat)
(check-sat-assuming ((distinct (bvcomp a b) (ite (= a b) #b1 #b0))))
; CHECK-NEXT: unsat
; Division: (a div b) * b + (a rem b) = a, remainders are smaller, zero divides to all ones.
(set-info :status unsat)
(check-sat-assuming ((distinct a (bvadd (bvmul (bvudiv a b) b) (bvurem a b)))))
; CHECK-NEXT: unsat
(set-info :status unsat)
(check-sat-assuming ((distinct b #b000000) (bvuge (bvurem a b) b)))
; CHECK-NEXT: unsat
(set-info :status unsat)
(check-sat-assuming ((= b #b000000) (or (distinct (bvudiv a b) #b111111) (distinct (bvurem a b) a))))
; CHECK-NEXT: unsat
(set-info :status unsat)
(check-sat-assuming ((distinct (bvsdiv a b)
  (ite (xor (neg a) (neg b)) (bvneg (bvudiv (abs6 a) (abs6 b))) (bvudiv (abs6 a) (abs6 b))))))
; CHECK-NEXT: unsat
(set-info :status unsat)
(check-sat-assuming ((distinct (bvsrem a b)
  (ite (neg a) (bvneg (bvurem (abs6 a) (abs6 b))) (bvurem (abs6 a) (abs6 b))))))
; CHECK-NEXT: unsat
; bvsmod: congruent to a, with the sign of b.
(set-info :status unsat)
(check-sat-assuming ((distinct b #b000000) (distinct #b000000 (bvsrem (bvsub (bvsmod a b) (bvsrem a b)) b))))
; CHECK-NEXT: unsat
(set-info :status unsat)
(check-sat-assuming ((distinct b #b000000) (distinct (bvsmod a b) #b000000) (xor (neg (bvsmod a b)) (neg b))))
; CHECK-NEXT: unsat
(set-info :status unsat)
(check-sat-assuming ((= b #b000000) (distinct (bvsmod a b) a)))
; CHECK-NEXT: unsat
; Shifts by the width and more.
(set-info :status unsat)
(check-sat-assuming ((bvuge b #b000110) (or (distinct (bvshl a b) #b000000) (distinct (bvlshr a b) #b000000)
  (distinct (bvashr a b) (ite (neg a) #b111111 #b000000)))))
; CHECK-NEXT: unsat
(set-info :status unsat)
(check-sat-assuming ((= b #b000010) (distinct (bvashr a b) ((_ sign_extend 2) ((_ extract 5 2) a)))))
; CHECK-NEXT: unsat
(set-info :status unsat)
(check-sat-assuming ((bvult b #b000110) (distinct (bvlshr (bvshl a b) b) (bvand a (bvlshr #b111111 b)))))
; CHECK-NEXT: unsat
; Comparisons.
(set-info :status unsat)
(check-sat-assuming ((xor (bvugt a b) (bvult b a))))
; CHECK-NEXT: unsat
(set-info :status unsat)
(check-sat-assuming ((xor (bvuge a b) (or (bvugt a b) (= a b)))))
; CHECK-NEXT: unsat
(set-info :status unsat)
(check-sat-assuming ((xor (bvsgt a b) (bvslt b a))))
; CHECK-NEXT: unsat
(set-info :status unsat)
(check-sat-assuming ((xor (bvsge a b) (not (bvslt a b)))))
; CHECK-NEXT: unsat
(set-info :status unsat)
(check-sat-assuming ((xor (bvsle a b) (bvule (bvxor a #b100000) (bvxor b #b100000)))))
; CHECK-NEXT: unsat
; Putting together and taking apart.
(set-info :status unsat)
(check-sat-assuming ((distinct a (concat ((_ extract 5 3) a) ((_ extract 2 0) a)))))
; CHECK-NEXT: unsat
(set-info :status unsat)
(check-sat-assuming ((distinct ((_ rotate_left 2) a) (concat ((_ extract 3 0) a) ((_ extract 5 4) a)))))
; CHECK-NEXT: unsat
(set-info :status unsat)
(check-sat-assuming ((distinct a ((_ rotate_right 8) ((_ rotate_left 2) a)))))
; CHECK-NEXT: unsat
(set-info :status unsat)
(check-sat-assuming ((distinct ((_ repeat 3) a) (concat a a a))))
; CHECK-NEXT: unsat
(set-info :status unsat)
(check-sat-assuming ((distinct ((_ zero_extend 0) a) ((_ sign_extend 0) a))))
; CHECK-NEXT: unsat
; Overflows, against arithmetic with more bits.
(set-info :status unsat)
(check-sat-assuming ((xor (bvuaddo a b) (bvugt (bvadd (uwide a) (uwide b)) #b00000000111111))))
; CHECK-NEXT: unsat
(set-info :status unsat)
(check-sat-assuming ((xor (bvsaddo a b) (distinct (bvadd (wide a) (wide b)) (wide (bvadd a b))))))
; CHECK-NEXT: unsat
(set-info :status unsat)
(check-sat-assuming ((xor (bvumulo a b) (bvugt (bvmul (uwide a) (uwide b)) #b00000000111111))))
; CHECK-NEXT: unsat
(set-info :status unsat)
(check-sat-assuming ((xor (bvsmulo a b) (distinct (bvmul (wide a) (wide b)) (wide (bvmul a b))))))
; CHECK-NEXT: unsat
(set-info :status unsat)
(check-sat-assuming ((xor (bvusubo a b) (bvult a b))))
; CHECK-NEXT: unsat
(set-info :status unsat)
(check-sat-assuming ((xor (bvssubo a b) (distinct (bvsub (wide a) (wide b)) (wide (bvsub a b))))))
; CHECK-NEXT: unsat
(set-info :status unsat)
(check-sat-assuming ((xor (bvnego a) (= a #b100000))))
; CHECK-NEXT: unsat
(set-info :status unsat)
(check-sat-assuming ((xor (bvsdivo a b) (and (= a #b100000) (= b (bvnot #b000000))))))
; CHECK-NEXT: unsat
; Core.
(set-info :status unsat)
(check-sat-assuming ((xor (=> p q) (or (not p) q))))
; CHECK-NEXT: unsat
(set-info :status unsat)
(check-sat-assuming ((xor (=> p q p) (=> p (=> q p)))))
; CHECK-NEXT: unsat
(set-info :status unsat)
(check-sat-assuming ((distinct p q (not p))))
; CHECK-NEXT: unsat
(set-info :status unsat)
(check-sat-assuming ((= p q (not p))))
; CHECK-NEXT: unsat
(set-info :status unsat)
(check-sat-assuming ((xor (ite p q (not q)) (= p q))))
; CHECK-NEXT: unsat
(set-info :status sat)
(check-sat-assuming ((xor p q true false) (distinct a b (bvadd a b)) (= (bvadd a b a b) (bvmul b a b))))
; CHECK-NEXT: sat
; CHECK-NOT: {{.}}
