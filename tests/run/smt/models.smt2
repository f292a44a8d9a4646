; Models: of bit-vectors, of Booleans, of wide values, of arrays; with odd names too.
; RUN: %status 0 %smew smt %s | FileCheck %s --match-full-lines
; RUN: %status 0 %smew smt --solver=z3 --no-chain %s | FileCheck %s --match-full-lines
; RUN: %status 0 %smew smt --validate %s | FileCheck %s --match-full-lines
(set-logic QF_ABV)
(declare-const x (_ BitVec 8))
(declare-fun |odd name| () Bool)
(declare-const wide (_ BitVec 130))
(declare-const memory (Array (_ BitVec 2) (_ BitVec 8)))
(declare-const i (_ BitVec 2))
(assert (= (bvmul x #x03) #x2a))
(assert |odd name|)
(assert (= wide (concat #b11 #x0123456789abcdef #xfedcba9876543210)))
(assert (= (select memory i) #x07))
(assert (= (select (store memory i #x01) (bvadd i #b01)) #x08))
(assert (= (select memory (bvadd i #b10)) #x09))
(assert (= (select memory (bvadd i #b11)) #x0a))
(assert (= i #b01))
(check-sat)
; CHECK: sat
(get-model)
; CHECK-NEXT: (
; CHECK-NEXT:   (define-fun x () (_ BitVec 8) #x0e)
; CHECK-NEXT:   (define-fun |odd name| () Bool true)
; CHECK-NEXT:   (define-fun wide () (_ BitVec 130) #b1100000001001000110100010101100111100010011010101111001101111011111111111011011100101110101001100001110110010101000011001000010000)
; CHECK-NEXT:   (define-fun memory () (Array (_ BitVec 2) (_ BitVec 8)) (store (store (store (store ((as const (Array (_ BitVec 2) (_ BitVec 8))) #x00) #b00 #x0a) #b01 #x07) #b10 #x08) #b11 #x09))
; CHECK-NEXT:   (define-fun i () (_ BitVec 2) #b01)
; CHECK-NEXT: )
(get-value ((select (ite |odd name| (store memory #b00 #xff) memory) #b00) (store memory i x)))
; CHECK-NEXT: (((select (ite |odd name| (store memory #b00 #xff) memory) #b00) #xff)
; CHECK-NEXT:  ((store memory i x) (store (store (store (store ((as const (Array (_ BitVec 2) (_ BitVec 8))) #x00) #b00 #x0a) #b01 #x0e) #b10 #x08) #b11 #x09)))
