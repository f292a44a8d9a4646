; Literals of all kinds, and values in SMT-LIB's form.
; RUN: %status 0 %smew smt %s | FileCheck %s --match-full-lines
(check-sat)
; CHECK: sat
(get-value (#xfF #b101 (_ bv77 10) (_ bv340282366920938463463374607431768211455 128) true))
; CHECK-NEXT: ((#xfF #xff)
; CHECK-NEXT:  (#b101 #b101)
; CHECK-NEXT:  ((_ bv77 10) #b0001001101)
; CHECK-NEXT:  ((_ bv340282366920938463463374607431768211455 128) #xffffffffffffffffffffffffffffffff)
; CHECK-NEXT:  (true true))
(get-value ((bvsmod #xf9 #x03) (bvsmod #x07 #xfd) (bvsrem #xf9 #x03) (bvsdiv #x80 #xff) (bvudiv #x05 #x00)
            (bvurem #x05 #x00) (bvsdiv #xfb #x00) (bvcomp #x1 #x1)))
; CHECK-NEXT: (((bvsmod #xf9 #x03) #x02)
; CHECK-NEXT:  ((bvsmod #x07 #xfd) #xfe)
; CHECK-NEXT:  ((bvsrem #xf9 #x03) #xff)
; CHECK-NEXT:  ((bvsdiv #x80 #xff) #x80)
; CHECK-NEXT:  ((bvudiv #x05 #x00) #xff)
; CHECK-NEXT:  ((bvurem #x05 #x00) #x05)
; CHECK-NEXT:  ((bvsdiv #xfb #x00) #x01)
; CHECK-NEXT:  ((bvcomp #x1 #x1) #b1))
(get-value (((_ rotate_left 1) #x81) ((_ rotate_right 9) #x81) ((_ repeat 2) #b10) ((_ extract 6 3) #x81)
            (bvmul #x10000000000000001 #x10000000000000001) (bvashr #x8000000000000000000000 #x000000000000000000000f)))
; CHECK-NEXT: ((((_ rotate_left 1) #x81) #x03)
; CHECK-NEXT:  (((_ rotate_right 9) #x81) #xc0)
; CHECK-NEXT:  (((_ repeat 2) #b10) #xa)
; CHECK-NEXT:  (((_ extract 6 3) #x81) #x0)
; CHECK-NEXT:  ((bvmul #x10000000000000001 #x10000000000000001) #x20000000000000001)
; CHECK-NEXT:  ((bvashr #x8000000000000000000000 #x000000000000000000000f) #xffff000000000000000000))
(echo "say ""it""")
; CHECK-NEXT: "say ""it"""
(get-info :name)
; CHECK-NEXT: (:name "smew")
(set-option :print-success true)
; CHECK-NEXT: success
(declare-const |a b| Bool)
; CHECK-NEXT: success
(exit)
; CHECK-NEXT: success
(nothing here is read
