; A mixed load of known answers, alike for every solver and with any link left out.
; RUN: %status 0 %smew smt %s | FileCheck %s
; RUN: %status 0 %smew smt --no-chain %s | FileCheck %s
; RUN: %status 0 %smew smt --solver=z3 %s | FileCheck %s
; RUN: %status 0 %smew smt --solver=z3-afresh --no-chain %s | FileCheck %s
; RUN: %status 0 %smew smt --validate %s | FileCheck %s
; RUN: %status 0 %smew smt --without-link witness --without-link implied %s | FileCheck %s
; RUN: %status 0 %smew smt --without-link independence --without-link exact %s | FileCheck %s
; RUN: %status 0 %smew smt --without-link subset --without-link models %s | FileCheck %s
(set-logic QF_ABV)
(declare-const x (_ BitVec 32))
(declare-const y (_ BitVec 32))
(declare-const z (_ BitVec 32))
(declare-const m (Array (_ BitVec 32) (_ BitVec 8)))
(declare-const n (Array (_ BitVec 32) (_ BitVec 8)))
(declare-const i (_ BitVec 32))
(declare-const j (_ BitVec 32))
(define-fun le32 ((a (Array (_ BitVec 32) (_ BitVec 8))) (p (_ BitVec 32))) (_ BitVec 32)
  (concat (select a (bvadd p #x00000003)) (select a (bvadd p #x00000002))
          (select a (bvadd p #x00000001)) (select a p)))
(define-fun put32 ((a (Array (_ BitVec 32) (_ BitVec 8))) (p (_ BitVec 32)) (v (_ BitVec 32)))
  (Array (_ BitVec 32) (_ BitVec 8))
  (store (store (store (store a p ((_ extract 7 0) v)) (bvadd p #x00000001) ((_ extract 15 8) v))
    (bvadd p #x00000002) ((_ extract 23 16) v)) (bvadd p #x00000003) ((_ extract 31 24) v)))

(push) ; the largest of three is the largest of three
(assert (let ((m1 (ite (bvslt x y) y x))) (let ((m2 (ite (bvslt m1 z) z m1)))
  (or (bvslt m2 x) (bvslt m2 y) (bvslt m2 z)))))
(set-info :status unsat)
(check-sat)
; CHECK: unsat
(pop)
(push) ; x & (x - 1) is 0 for powers of two
(assert (bvult x #x00000020))
(assert (= (bvshl #x00000001 x) y))
(assert (distinct #x00000000 (bvand y (bvsub y #x00000001))))
(set-info :status unsat)
(check-sat)
; CHECK-NEXT: unsat
(pop)
(push) ; the average without overflow
(assert (distinct (bvadd (bvand x y) (bvlshr (bvxor x y) #x00000001))
  ((_ extract 31 0) (bvlshr (bvadd ((_ zero_extend 1) x) ((_ zero_extend 1) y)) (_ bv1 33)))))
(set-info :status unsat)
(check-sat)
; CHECK-NEXT: unsat
(pop)
(push) ; what was put is read back
(assert (distinct z (le32 (put32 m i z) i)))
(set-info :status unsat)
(check-sat)
; CHECK-NEXT: unsat
(pop)
(push) ; unless something was put over it
(assert (distinct z (le32 (put32 (put32 m i z) j y) i)))
(assert (distinct i j))
(set-info :status sat)
(check-sat)
; CHECK-NEXT: sat
(assert (bvuge (bvsub j i) #x00000004))
(assert (bvuge (bvsub i j) #x00000004))
(set-info :status unsat)
(check-sat)
; CHECK-NEXT: unsat
(pop)
(push) ; equal indices read equal elements
(assert (= (bvadd i #x00000001) (bvadd j #x00000001)))
(assert (distinct (select m i) (select m j)))
(set-info :status unsat)
(check-sat)
; CHECK-NEXT: unsat
(pop)
(push) ; swapping twice
(define-fun swap ((a (Array (_ BitVec 32) (_ BitVec 8))) (p (_ BitVec 32)) (q (_ BitVec 32)))
  (Array (_ BitVec 32) (_ BitVec 8)) (store (store a p (select a q)) q (select a p)))
(declare-const k (_ BitVec 32))
(assert (distinct (select m k) (select (swap (swap m i j) j i) k)))
(set-info :status unsat)
(check-sat)
; CHECK-NEXT: unsat
(pop)
(push) ; two arrays are two
(assert (distinct (select m i) (select n i)))
(assert (= (select m j) (select n j)))
(set-info :status sat)
(check-sat)
; CHECK-NEXT: sat
(assert (= (select (ite (= x y) m n) i) (select n i)))
(assert (= x y))
(set-info :status unsat)
(check-sat)
; CHECK-NEXT: unsat
(pop)
(push) ; digits
(assert (= (bvadd (bvmul x (_ bv10 32)) y) (_ bv1234567 32)))
(assert (bvult y (_ bv10 32)))
(assert (bvult x (_ bv400000000 32)))
(set-info :status sat)
(check-sat)
; CHECK-NEXT: sat
(get-value (x y))
; CHECK-NEXT: ((x #x0001e240)
; CHECK-NEXT: (y #x00000007))
(assert (distinct (bvurem (_ bv1234567 32) (_ bv10 32)) y))
(set-info :status unsat)
(check-sat)
; CHECK-NEXT: unsat
(pop)
(push) ; a square root and a factor
(assert (= (bvmul x x) (_ bv998001 32)))
(assert (bvult x (_ bv65536 32)))
(set-info :status sat)
(check-sat)
; CHECK-NEXT: sat
(assert (distinct x (_ bv999 32)))
(set-info :status unsat)
(check-sat)
; CHECK-NEXT: unsat
(pop)
