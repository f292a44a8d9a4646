; Cores name assertions that clash; what has nothing to do with the clash is not in them.
; RUN: %status 0 %smew smt %s | FileCheck %s --match-full-lines
; RUN: %status 0 %smew smt --no-chain %s | FileCheck %s --match-full-lines
; RUN: %status 0 %smew smt --validate %s | FileCheck %s --match-full-lines
(set-option :produce-unsat-cores true)
(declare-const a (_ BitVec 32))
(declare-const b (_ BitVec 32))
(declare-const c (_ BitVec 32))
(declare-const d (_ BitVec 32))
(assert (! (bvult a b) :named |a below b|))
(assert (! (bvult c d) :named beside))
(assert (! (bvult b c) :named b<c))
(check-sat)
; CHECK: sat
(push)
(assert (! (bvult c a) :named c<a))
(check-sat)
; CHECK-NEXT: unsat
(get-unsat-core)
; CHECK-NEXT: (|a below b| b<c c<a)
(pop)
(check-sat-assuming ((= d d) (bvult d a) (bvult d #xffffffff)))
; CHECK-NEXT: unsat
(get-unsat-assumptions)
; CHECK-NEXT: ((bvult d a))
(get-unsat-core)
; CHECK-NEXT: (|a below b| beside b<c)
; A name stands for its term.
(check-sat-assuming ((not b<c)))
; CHECK-NEXT: unsat
