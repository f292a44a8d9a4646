; push, pop, reset, assumptions: what was asserted, declared and defined goes with its level.
; RUN: %status 0 %smew smt %s | FileCheck %s --match-full-lines
; RUN: %status 0 %smew smt --no-chain %s | FileCheck %s --match-full-lines
(declare-const x (_ BitVec 16))
(define-sort word () (_ BitVec 16))
(assert (bvult x #x0010))
(push 1)
(declare-const y word)
(define-fun half ((a word)) word (bvlshr a #x0001))
(assert (bvugt y #x0020))
(assert (= (half y) x))
(check-sat)
; CHECK: unsat
(pop 1)
(push 2)
(declare-const y Bool)
(define-fun half () Bool (not y))
(assert (xor y half))
(check-sat)
; CHECK-NEXT: sat
(pop)
(check-sat)
; CHECK-NEXT: sat
(check-sat-assuming ((bvugt x #x000e) (bvult x #x000f)))
; CHECK-NEXT: unsat
(check-sat-assuming ((bvugt x #x000e)))
; CHECK-NEXT: sat
(get-value (x))
; CHECK-NEXT: ((x #x000f))
(pop)
(assert false)
(check-sat)
; CHECK-NEXT: unsat
(reset-assertions)
(declare-const x Bool)
(assert x)
(check-sat)
; CHECK-NEXT: sat
(reset)
(declare-const x (_ BitVec 1))
(assert (distinct x #b1 #b0))
(check-sat)
; CHECK-NEXT: unsat
(get-unsat-core)
; CHECK-NEXT: ()
