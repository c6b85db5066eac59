(set-logic ALL)
;; solver 1
(declare-fun c!1 () (_ BitVec 8))
(define-fun |assume!13| () Bool (bvule #x08 c!1))
(declare-fun y!0 () (_ BitVec 8))
(define-fun |assume!35| () Bool (not (= #x25 y!0)))
(check-sat-assuming (|assume!13| |assume!35|))
;; answer sat
;; solver 2
(check-sat-assuming ())
;; answer sat
;; solver 1
(declare-fun act!4 () Bool)
;; if act!4
(assert (or (bvule c!1 #x07) (not act!4)))
(define-fun |assume!47| () Bool (bvule #x08 (bvadd #x01 c!1)))
(define-fun |assume!11| () Bool (bvule c!1 #x07))
(define-fun |assume!29| () Bool (= #x00 (bvand #x25 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) ((_ extract 4 0) c!1)))))))
(check-sat-assuming (|assume!47| |assume!11| |assume!29| act!4))
;; answer sat
(check-sat-assuming (|assume!13| |assume!35|))
;; answer sat
(check-sat-assuming (|assume!47| |assume!35| |assume!11| |assume!29| act!4))
;; answer sat
(define-fun |assume!50| () Bool (not (= #x25 (bvadd y!0 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) ((_ extract 4 0) c!1))))))))
(define-fun |assume!30| () Bool (not (= #x00 (bvand #x25 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) ((_ extract 4 0) c!1))))))))
(check-sat-assuming (|assume!47| |assume!50| |assume!11| |assume!30| act!4))
;; answer unsat
;; solver 2
(check-sat-assuming ())
;; answer sat
;; solver 1
;; if act!4
(assert (or (not (= #x00 (bvand #x25 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) ((_ extract 4 0) c!1))))))) (not act!4)))
(declare-fun act!5 () Bool)
;; if act!5
(assert (or (bvule c!1 #x07) (not act!5)))
(define-fun |assume!61| () Bool (= #x00 (bvand #x25 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) (bvadd (_ bv1 5) ((_ extract 4 0) c!1))))))))
(check-sat-assuming (|assume!61| |assume!11| |assume!30| act!4 act!5))
;; answer sat
(check-sat-assuming (|assume!47| |assume!11| |assume!29| act!5))
;; answer sat
(check-sat-assuming (|assume!13| |assume!35|))
;; answer sat
(check-sat-assuming (|assume!47| |assume!35| |assume!11| |assume!29| act!5))
;; answer sat
(check-sat-assuming (|assume!47| |assume!50| |assume!11| |assume!30| act!5))
;; answer unsat
(define-fun |assume!48| () Bool (bvule (bvadd #x01 c!1) #x07))
(define-fun |assume!65| () Bool (bvule #x08 (bvadd #x02 c!1)))
(check-sat-assuming (|assume!48| |assume!61| |assume!50| |assume!65| |assume!11| |assume!30| act!4 act!5))
;; answer unsat
(check-sat-assuming (|assume!11| |assume!30| act!4 act!5))
;; answer sat
;; solver 2
(define-fun |assume!1| () Bool true)
(check-sat-assuming (|assume!1| |assume!1|))
;; answer sat
;; solver 1
;; if act!5
(assert (or (not (= #x00 (bvand #x25 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) ((_ extract 4 0) c!1))))))) (bvule (bvadd #x01 c!1) #x07) (not act!5)))
;; solver 2
(check-sat-assuming ())
;; answer sat
;; solver 1
(declare-fun act!6 () Bool)
;; if act!6
(assert (or (bvule c!1 #x07) (not act!6)))
(check-sat-assuming (|assume!61| |assume!65| |assume!11| |assume!29| act!5 act!6))
;; answer sat
(check-sat-assuming (|assume!47| |assume!11| |assume!29| act!6))
;; answer sat
(check-sat-assuming (|assume!13| |assume!35|))
;; answer sat
(check-sat-assuming (|assume!47| |assume!35| |assume!11| |assume!29| act!6))
;; answer sat
(check-sat-assuming (|assume!47| |assume!50| |assume!11| |assume!30| act!6))
;; answer unsat
(check-sat-assuming (|assume!48| |assume!61| |assume!35| |assume!65| |assume!11| |assume!29| act!5 act!6))
;; answer sat
(check-sat-assuming (|assume!48| |assume!61| |assume!50| |assume!65| |assume!11| |assume!30| act!5 act!6))
;; answer unsat
(define-fun |assume!66| () Bool (bvule (bvadd #x02 c!1) #x07))
(define-fun |assume!78| () Bool (= #x00 (bvand #x25 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) (bvadd (_ bv2 5) ((_ extract 4 0) c!1))))))))
(define-fun |assume!82| () Bool (bvule #x08 (bvadd #x03 c!1)))
(check-sat-assuming (|assume!48| |assume!61| |assume!50| |assume!66| |assume!78| |assume!82| |assume!11| |assume!30| act!4 act!5 act!6))
;; answer sat
;; solver 2
(check-sat-assuming ())
;; answer sat
;; solver 1
;; if act!4
(assert (or (not act!4) (not (= #x00 (bvand #x25 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) (bvadd (_ bv2 5) ((_ extract 4 0) c!1))))))))))
;; solver 2
(check-sat-assuming ())
;; answer sat
;; solver 1
(check-sat-assuming (|assume!11| |assume!30| act!4 act!5 act!6))
;; answer sat
;; solver 2
(check-sat-assuming (|assume!1| |assume!1|))
;; answer sat
;; solver 1
;; if act!5
(assert (let ((?1 ((_ extract 4 0) c!1))) (or (not (= #x00 (bvand #x25 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) ?1)))))) (not act!5) (not (= #x00 (bvand #x25 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) (bvadd (_ bv1 5) ?1))))))))))
;; solver 2
(check-sat-assuming ())
;; answer sat
;; solver 1
(check-sat-assuming (|assume!11| |assume!30| act!5 act!6))
;; answer sat
;; solver 2
(check-sat-assuming (|assume!1| |assume!1|))
;; answer sat
;; solver 1
;; if act!6
(assert (or (not (= #x00 (bvand #x25 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) ((_ extract 4 0) c!1))))))) (bvule (bvadd #x01 c!1) #x07) (not act!6)))
(declare-fun act!7 () Bool)
;; if act!7
(assert (or (bvule c!1 #x07) (not act!7)))
(check-sat-assuming (|assume!61| |assume!11| |assume!30| act!4 act!5 act!6 act!7))
;; answer sat
(define-fun |assume!100| () Bool (= #x00 (bvand #x25 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) (bvadd (_ bv3 5) ((_ extract 4 0) c!1))))))))
(check-sat-assuming (|assume!100| |assume!11| |assume!30| act!4 act!5 act!6 act!7))
;; answer sat
(check-sat-assuming (|assume!61| |assume!78| |assume!11| |assume!30| act!5 act!6 act!7))
;; answer sat
(check-sat-assuming (|assume!61| |assume!65| |assume!11| |assume!29| act!6 act!7))
;; answer sat
(check-sat-assuming (|assume!47| |assume!11| |assume!29| act!7))
;; answer sat
(check-sat-assuming (|assume!13| |assume!35|))
;; answer sat
(check-sat-assuming (|assume!47| |assume!35| |assume!11| |assume!29| act!7))
;; answer sat
(check-sat-assuming (|assume!47| |assume!50| |assume!11| |assume!30| act!7))
;; answer unsat
(check-sat-assuming (|assume!48| |assume!61| |assume!35| |assume!65| |assume!11| |assume!29| act!6 act!7))
;; answer sat
(check-sat-assuming (|assume!48| |assume!61| |assume!50| |assume!65| |assume!11| |assume!30| act!6 act!7))
;; answer unsat
(check-sat-assuming (|assume!48| |assume!61| |assume!50| |assume!66| |assume!78| |assume!82| |assume!11| |assume!30| act!5 act!6 act!7))
;; answer sat
(check-sat-assuming (|assume!11| |assume!30| act!4 act!5 act!6 act!7))
;; answer sat
;; solver 2
(check-sat-assuming (|assume!1| |assume!1|))
;; answer sat
;; solver 1
;; if act!5
(assert (let ((?1 ((_ extract 4 0) c!1))) (or (not act!5) (not (= #x00 (bvand #x25 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) (bvadd (_ bv1 5) ?1))))))) (not (= #x00 (bvand #x25 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) (bvadd (_ bv2 5) ?1))))))))))
(check-sat-assuming (|assume!61| |assume!11| |assume!30| act!5 act!6 act!7))
;; answer sat
;; solver 2
(check-sat-assuming (|assume!1| |assume!1| |assume!1|))
;; answer sat
;; solver 1
(check-sat-assuming (|assume!11| |assume!30| act!5 act!6 act!7))
;; answer sat
;; solver 2
(check-sat-assuming (|assume!1| |assume!1|))
;; answer sat
;; solver 1
;; if act!6
(assert (let ((?1 ((_ extract 4 0) c!1))) (or (not (= #x00 (bvand #x25 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) ?1)))))) (not (= #x00 (bvand #x25 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) (bvadd (_ bv1 5) ?1))))))) (not act!6))))
(check-sat-assuming (|assume!11| |assume!30| act!6 act!7))
;; answer sat
;; solver 2
(check-sat-assuming (|assume!1| |assume!1|))
;; answer sat
;; solver 1
;; if act!7
(assert (or (not (= #x00 (bvand #x25 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) ((_ extract 4 0) c!1))))))) (bvule (bvadd #x01 c!1) #x07) (not act!7)))
;; solver 2
(check-sat-assuming ())
;; answer sat
;; solver 1
(declare-fun act!8 () Bool)
;; if act!8
(assert (or (bvule c!1 #x07) (not act!8)))
(check-sat-assuming (|assume!78| |assume!100| |assume!11| |assume!29| act!5 act!6 act!7 act!8))
;; answer sat
(check-sat-assuming (|assume!61| |assume!78| |assume!11| |assume!30| act!6 act!7 act!8))
;; answer sat
(check-sat-assuming (|assume!61| |assume!65| |assume!11| |assume!29| act!7 act!8))
;; answer sat
(check-sat-assuming (|assume!47| |assume!11| |assume!29| act!8))
;; answer sat
(check-sat-assuming (|assume!13| |assume!35|))
;; answer sat
(check-sat-assuming (|assume!47| |assume!35| |assume!11| |assume!29| act!8))
;; answer sat
(check-sat-assuming (|assume!47| |assume!50| |assume!11| |assume!30| act!8))
;; answer unsat
(check-sat-assuming (|assume!48| |assume!61| |assume!35| |assume!65| |assume!11| |assume!29| act!7 act!8))
;; answer sat
(check-sat-assuming (|assume!48| |assume!61| |assume!50| |assume!65| |assume!11| |assume!30| act!7 act!8))
;; answer unsat
(check-sat-assuming (|assume!48| |assume!61| |assume!50| |assume!66| |assume!78| |assume!82| |assume!11| |assume!30| act!6 act!7 act!8))
;; answer sat
(define-fun |assume!62| () Bool (not (= #x00 (bvand #x25 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) (bvadd (_ bv1 5) ((_ extract 4 0) c!1)))))))))
(define-fun |assume!104| () Bool (not (= #x25 (bvadd y!0 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) (bvadd (_ bv1 5) ((_ extract 4 0) c!1)))))))))
(define-fun |assume!83| () Bool (bvule (bvadd #x03 c!1) #x07))
(define-fun |assume!106| () Bool (bvule #x08 (bvadd #x04 c!1)))
(check-sat-assuming (|assume!48| |assume!62| |assume!66| |assume!104| |assume!78| |assume!83| |assume!100| |assume!106| |assume!11| |assume!29| act!5 act!6 act!7 act!8))
;; answer sat
(define-fun |assume!110| () Bool (let ((?1 ((_ extract 4 0) c!1))) (not (= #x25 (bvadd y!0 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) ?1))) ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) (bvadd (_ bv1 5) ?1)))))))))
(check-sat-assuming (|assume!48| |assume!62| |assume!66| |assume!110| |assume!78| |assume!83| |assume!100| |assume!106| |assume!11| |assume!30| act!5 act!6 act!7 act!8))
;; answer unsat
(define-fun |assume!79| () Bool (not (= #x00 (bvand #x25 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) (bvadd (_ bv2 5) ((_ extract 4 0) c!1)))))))))
(define-fun |assume!107| () Bool (bvule (bvadd #x04 c!1) #x07))
(define-fun |assume!124| () Bool (= #x00 (bvand #x25 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) (bvadd (_ bv4 5) ((_ extract 4 0) c!1))))))))
(define-fun |assume!135| () Bool (let ((?1 ((_ extract 4 0) c!1))) (not (= #x25 (bvadd y!0 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) ?1))) ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) (bvadd (_ bv2 5) ?1)))))))))
(define-fun |assume!131| () Bool (bvule #x08 (bvadd #x05 c!1)))
(check-sat-assuming (|assume!48| |assume!61| |assume!66| |assume!79| |assume!83| |assume!100| |assume!107| |assume!124| |assume!135| |assume!131| |assume!11| |assume!30| act!4 act!5 act!6 act!7 act!8))
;; answer unsat
;; solver 2
(check-sat-assuming ())
;; answer sat
;; solver 1
(check-sat-assuming (|assume!131| |assume!11| |assume!30| act!4 act!5 act!6 act!7 act!8))
;; answer unsat
(check-sat-assuming (|assume!131| |assume!11| |assume!30| act!4 act!5 act!6 act!7 act!8))
;; answer unsat
(check-sat-assuming (|assume!11| |assume!30| act!4 act!5 act!6 act!7 act!8))
;; answer sat
;; solver 2
(check-sat-assuming (|assume!1| |assume!1|))
;; answer sat
;; solver 1
;; if act!5
(assert (or (not (= #x00 (bvand #x25 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) ((_ extract 4 0) c!1))))))) (not act!5) (bvule (bvadd #x04 c!1) #x07)))
;; solver 2
(check-sat-assuming ())
;; answer sat
;; solver 1
(check-sat-assuming (|assume!11| |assume!29| act!5 act!6 act!7 act!8))
;; answer sat
(check-sat-assuming (|assume!48| |assume!61| |assume!11| |assume!30| act!4 act!5 act!6 act!7 act!8))
;; answer sat
(check-sat-assuming (|assume!106| |assume!11| |assume!30| act!5 act!6 act!7 act!8))
;; answer unsat
(check-sat-assuming (|assume!106| |assume!11| |assume!30| act!5 act!6 act!7 act!8))
;; answer unsat
;; if act!6
(assert (or (not act!6) (not (= #x00 (bvand #x25 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) (bvadd (_ bv2 5) ((_ extract 4 0) c!1)))))))) (bvule (bvadd #x03 c!1) #x07)))
;; solver 2
(check-sat-assuming ())
;; answer sat
;; solver 1
(check-sat-assuming (|assume!82| |assume!11| |assume!30| act!6 act!7 act!8))
;; answer unsat
(check-sat-assuming (|assume!82| |assume!11| |assume!30| act!6 act!7 act!8))
;; answer unsat
(check-sat-assuming (|assume!11| |assume!30| act!6 act!7 act!8))
;; answer sat
;; solver 2
(check-sat-assuming (|assume!1| |assume!1|))
;; answer sat
;; solver 1
;; if act!7
(assert (or (not (= #x00 (bvand #x25 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) ((_ extract 4 0) c!1))))))) (bvule (bvadd #x02 c!1) #x07) (not act!7)))
;; solver 2
(check-sat-assuming ())
;; answer sat
;; solver 1
(check-sat-assuming (|assume!11| |assume!29| act!7 act!8))
;; answer sat
(check-sat-assuming (|assume!48| |assume!61| |assume!11| |assume!30| act!6 act!7 act!8))
;; answer sat
;; if act!8
(assert (or (not (= #x00 (bvand #x25 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) ((_ extract 4 0) c!1))))))) (bvule (bvadd #x01 c!1) #x07) (not act!8)))
(declare-fun act!9 () Bool)
;; if act!9
(assert (or (bvule c!1 #x07) (not act!9)))
(check-sat-assuming (|assume!61| |assume!131| |assume!11| |assume!30| act!5 act!6 act!7 act!8 act!9))
;; answer unsat
;; if act!6
(assert (or (not (= #x00 (bvand #x25 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) ((_ extract 4 0) c!1))))))) (not act!6) (bvule (bvadd #x04 c!1) #x07)))
(check-sat-assuming (|assume!61| |assume!131| |assume!11| |assume!30| act!6 act!7 act!8 act!9))
;; answer unsat
;; if act!7
(assert (or (not (= #x00 (bvand #x25 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) ((_ extract 4 0) c!1))))))) (not act!7) (bvule (bvadd #x04 c!1) #x07)))
(check-sat-assuming (|assume!100| |assume!106| |assume!11| |assume!30| act!6 act!7 act!8 act!9))
;; answer unsat
;; if act!7
(assert (or (not (= #x00 (bvand #x25 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) (bvadd (_ bv2 5) ((_ extract 4 0) c!1)))))))) (bvule (bvadd #x03 c!1) #x07) (not act!7)))
(check-sat-assuming (|assume!61| |assume!131| |assume!11| |assume!29| act!7 act!8 act!9))
;; answer sat
(check-sat-assuming (|assume!100| |assume!106| |assume!11| |assume!30| act!7 act!8 act!9))
;; answer unsat
;; if act!8
(assert (or (not (= #x00 (bvand #x25 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) (bvadd (_ bv2 5) ((_ extract 4 0) c!1)))))))) (bvule (bvadd #x03 c!1) #x07) (not act!8)))
(check-sat-assuming (|assume!61| |assume!82| |assume!11| |assume!29| act!7 act!8 act!9))
;; answer unsat
(check-sat-assuming (|assume!61| |assume!82| |assume!11| |assume!30| act!7 act!8 act!9))
;; answer unsat
;; if act!8
(assert (or (not (= #x00 (bvand #x25 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) ((_ extract 4 0) c!1))))))) (bvule (bvadd #x02 c!1) #x07) (not act!8)))
(check-sat-assuming (|assume!100| |assume!106| |assume!11| |assume!29| act!8 act!9))
;; answer sat
(check-sat-assuming (|assume!61| |assume!82| |assume!11| |assume!29| act!8 act!9))
;; answer unsat
(check-sat-assuming (|assume!61| |assume!82| |assume!11| |assume!30| act!8 act!9))
;; answer unsat
;; if act!9
(assert (or (not (= #x00 (bvand #x25 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) ((_ extract 4 0) c!1))))))) (bvule (bvadd #x02 c!1) #x07) (not act!9)))
(check-sat-assuming (|assume!61| |assume!65| |assume!11| |assume!30| act!8 act!9))
;; answer unsat
;; if act!9
(assert (or (not (= #x00 (bvand #x25 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) ((_ extract 4 0) c!1))))))) (bvule (bvadd #x01 c!1) #x07) (not act!9)))
(check-sat-assuming (|assume!61| |assume!82| |assume!11| |assume!29| act!9))
;; answer unsat
(check-sat-assuming (|assume!61| |assume!82| |assume!11| |assume!30| act!9))
;; answer sat
(check-sat-assuming (|assume!61| |assume!65| |assume!11| |assume!30| act!9))
;; answer unsat
(declare-fun act!10 () Bool)
;; if act!10
(assert (or (not (= #x00 (bvand #x25 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) ((_ extract 4 0) c!1))))))) (bvule (bvadd #x01 c!1) #x07) (not act!10)))
(check-sat-assuming (|assume!47| |assume!11| |assume!30| act!9 act!10))
;; answer unsat
;; if act!10
(assert (or (bvule c!1 #x07) (not act!10)))
(check-sat-assuming (|assume!61| |assume!65| |assume!11| |assume!29| act!10))
;; answer sat
(check-sat-assuming (|assume!47| |assume!11| |assume!30| act!10))
;; answer unsat
(declare-fun act!11 () Bool)
;; if act!11
(assert (or (bvule c!1 #x07) (not act!11)))
(check-sat-assuming (|assume!47| |assume!11| |assume!29| act!11))
;; answer sat
(check-sat-assuming (|assume!13| |assume!35|))
;; answer sat
(check-sat-assuming (|assume!47| |assume!35| |assume!11| |assume!29| act!11))
;; answer sat
(check-sat-assuming (|assume!47| |assume!50| |assume!11| |assume!30| act!11))
;; answer unsat
(check-sat-assuming (|assume!48| |assume!61| |assume!35| |assume!65| |assume!11| |assume!29| act!10 act!11))
;; answer sat
(check-sat-assuming (|assume!48| |assume!61| |assume!50| |assume!65| |assume!11| |assume!30| act!10 act!11))
;; answer unsat
(check-sat-assuming (|assume!48| |assume!61| |assume!35| |assume!66| |assume!78| |assume!82| |assume!11| |assume!29| act!9 act!10 act!11))
;; answer unsat
(check-sat-assuming (|assume!48| |assume!61| |assume!50| |assume!66| |assume!78| |assume!82| |assume!11| |assume!30| act!9 act!10 act!11))
;; answer sat
(check-sat-assuming (|assume!48| |assume!62| |assume!66| |assume!104| |assume!78| |assume!83| |assume!100| |assume!106| |assume!11| |assume!29| act!8 act!9 act!10 act!11))
;; answer sat
(check-sat-assuming (|assume!48| |assume!62| |assume!66| |assume!110| |assume!78| |assume!83| |assume!100| |assume!106| |assume!11| |assume!30| act!8 act!9 act!10 act!11))
;; answer unsat
(define-fun |assume!128| () Bool (not (= #x25 (bvadd y!0 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) (bvadd (_ bv2 5) ((_ extract 4 0) c!1)))))))))
(check-sat-assuming (|assume!48| |assume!61| |assume!66| |assume!79| |assume!83| |assume!100| |assume!107| |assume!124| |assume!128| |assume!131| |assume!11| |assume!29| act!7 act!8 act!9 act!10 act!11))
;; answer sat
(check-sat-assuming (|assume!48| |assume!61| |assume!66| |assume!79| |assume!83| |assume!100| |assume!107| |assume!124| |assume!135| |assume!131| |assume!11| |assume!30| act!7 act!8 act!9 act!10 act!11))
;; answer unsat
(define-fun |assume!101| () Bool (not (= #x00 (bvand #x25 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) (bvadd (_ bv3 5) ((_ extract 4 0) c!1)))))))))
(define-fun |assume!132| () Bool (bvule (bvadd #x05 c!1) #x07))
(define-fun |assume!166| () Bool (= #x00 (bvand #x25 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) (bvadd (_ bv5 5) ((_ extract 4 0) c!1))))))))
(define-fun |assume!177| () Bool (let ((?1 ((_ extract 4 0) c!1))) (not (= #x25 (bvadd y!0 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) ?1))) ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) (bvadd (_ bv3 5) ?1)))))))))
(define-fun |assume!173| () Bool (bvule #x08 (bvadd #x06 c!1)))
(check-sat-assuming (|assume!48| |assume!61| |assume!66| |assume!78| |assume!83| |assume!101| |assume!107| |assume!124| |assume!132| |assume!166| |assume!177| |assume!173| |assume!11| |assume!30| act!6 act!7 act!8 act!9 act!10 act!11))
;; answer sat
(define-fun |assume!125| () Bool (not (= #x00 (bvand #x25 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) (bvadd (_ bv4 5) ((_ extract 4 0) c!1)))))))))
(define-fun |assume!174| () Bool (bvule (bvadd #x06 c!1) #x07))
(define-fun |assume!184| () Bool (= #x00 (bvand #x25 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) (bvadd (_ bv6 5) ((_ extract 4 0) c!1))))))))
(define-fun |assume!187| () Bool (bvule #x08 (bvadd #x07 c!1)))
(define-fun |assume!191| () Bool (let ((?1 ((_ extract 4 0) c!1))) (not (= #x25 (bvadd y!0 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) (bvadd (_ bv1 5) ?1)))) ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) (bvadd (_ bv4 5) ?1)))))))))
(check-sat-assuming (|assume!48| |assume!62| |assume!66| |assume!78| |assume!83| |assume!100| |assume!107| |assume!125| |assume!132| |assume!166| |assume!174| |assume!184| |assume!187| |assume!191| |assume!11| |assume!29| act!5 act!6 act!7 act!8 act!9 act!10 act!11))
;; answer sat
(define-fun |assume!194| () Bool (let ((?1 ((_ extract 4 0) c!1))) (not (= #x25 (bvadd y!0 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) ?1))) ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) (bvadd (_ bv1 5) ?1)))) ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) (bvadd (_ bv4 5) ?1)))))))))
(check-sat-assuming (|assume!48| |assume!62| |assume!66| |assume!78| |assume!83| |assume!100| |assume!107| |assume!125| |assume!132| |assume!166| |assume!174| |assume!184| |assume!187| |assume!194| |assume!11| |assume!30| act!5 act!6 act!7 act!8 act!9 act!10 act!11))
;; answer unsat
(define-fun |assume!167| () Bool (not (= #x00 (bvand #x25 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) (bvadd (_ bv5 5) ((_ extract 4 0) c!1)))))))))
(define-fun |assume!188| () Bool (bvule (bvadd #x07 c!1) #x07))
(define-fun |assume!201| () Bool (= #x00 (bvand #x25 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) (bvadd (_ bv7 5) ((_ extract 4 0) c!1))))))))
(define-fun |assume!204| () Bool (bvule #x08 (bvadd #x08 c!1)))
(define-fun |assume!211| () Bool (let ((?1 ((_ extract 4 0) c!1))) (not (= #x25 (bvadd y!0 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) ?1))) ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) (bvadd (_ bv2 5) ?1)))) ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) (bvadd (_ bv5 5) ?1)))))))))
(check-sat-assuming (|assume!48| |assume!61| |assume!66| |assume!79| |assume!83| |assume!100| |assume!107| |assume!124| |assume!132| |assume!167| |assume!174| |assume!184| |assume!188| |assume!201| |assume!204| |assume!211| |assume!11| |assume!30| act!4 act!5 act!6 act!7 act!8 act!9 act!10 act!11))
;; answer sat
;; solver 2
(check-sat-assuming ())
;; answer sat
;; solver 1
;; if act!4
(assert (let ((?1 ((_ extract 4 0) c!1))) (or (not act!4) (= #x25 (bvadd y!0 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) ?1))) ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) (bvadd (_ bv2 5) ?1)))) ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) (bvadd (_ bv5 5) ?1)))))))))
;; solver 2
(check-sat-assuming ())
;; answer sat
;; solver 1
(check-sat-assuming (|assume!11| |assume!30| act!4 act!5 act!6 act!7 act!8 act!9 act!10 act!11))
;; answer sat
;; solver 2
(check-sat-assuming (|assume!1| |assume!1|))
;; answer sat
;; solver 1
;; if act!5
(assert (let ((?1 ((_ extract 4 0) c!1))) (or (not (= #x00 (bvand #x25 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) ?1)))))) (not act!5) (= #x25 (bvadd y!0 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) (bvadd (_ bv1 5) ?1)))) ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) (bvadd (_ bv4 5) ?1)))))))))
;; solver 2
(check-sat-assuming ())
;; answer sat
;; solver 1
(check-sat-assuming (|assume!11| |assume!29| act!5 act!6 act!7 act!8 act!9 act!10 act!11))
;; answer sat
(check-sat-assuming (|assume!48| |assume!61| |assume!11| |assume!30| act!4 act!5 act!6 act!7 act!8 act!9 act!10 act!11))
;; answer sat
(check-sat-assuming (|assume!78| |assume!107| |assume!174| |assume!11| |assume!30| act!5 act!6 act!7 act!8 act!9 act!10 act!11))
;; answer unsat
(check-sat-assuming (|assume!78| |assume!107| |assume!174| |assume!11| |assume!30| act!5 act!6 act!7 act!8 act!9 act!10 act!11))
;; answer unsat
(check-sat-assuming (|assume!107| |assume!174| |assume!11| |assume!30| act!5 act!6 act!7 act!8 act!9 act!10 act!11))
;; answer sat
;; solver 2
(check-sat-assuming (|assume!1| |assume!1| |assume!1| |assume!1|))
;; answer sat
;; solver 1
(check-sat-assuming (|assume!78| |assume!174| |assume!11| |assume!30| act!5 act!6 act!7 act!8 act!9 act!10 act!11))
;; answer unsat
(check-sat-assuming (|assume!78| |assume!174| |assume!11| |assume!30| act!5 act!6 act!7 act!8 act!9 act!10 act!11))
;; answer unsat
(check-sat-assuming (|assume!78| |assume!11| |assume!30| act!5 act!6 act!7 act!8 act!9 act!10 act!11))
;; answer unsat
(check-sat-assuming (|assume!78| |assume!11| |assume!30| act!5 act!6 act!7 act!8 act!9 act!10 act!11))
;; answer unsat
;; if act!6
(assert (let ((?1 ((_ extract 4 0) c!1))) (or (not (= #x00 (bvand #x25 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) (bvadd (_ bv1 5) ?1))))))) (not act!6) (not (= #x00 (bvand #x25 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) (bvadd (_ bv2 5) ?1))))))) (= #x25 (bvadd y!0 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) ?1))) ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) (bvadd (_ bv3 5) ?1)))))))))
;; solver 2
(check-sat-assuming ())
;; answer sat
;; solver 1
(check-sat-assuming (|assume!61| |assume!177| |assume!11| |assume!30| act!6 act!7 act!8 act!9 act!10 act!11))
;; answer sat
;; solver 2
(check-sat-assuming (|assume!1| |assume!1| |assume!1| |assume!1|))
;; answer sat
;; solver 1
(check-sat-assuming (|assume!177| |assume!11| |assume!30| act!6 act!7 act!8 act!9 act!10 act!11))
;; answer sat
;; solver 2
(check-sat-assuming (|assume!1| |assume!1| |assume!1|))
;; answer sat
;; solver 1
(check-sat-assuming (|assume!61| |assume!78| |assume!11| |assume!30| act!6 act!7 act!8 act!9 act!10 act!11))
;; answer sat
(check-sat-assuming (|assume!48| |assume!62| |assume!78| |assume!100| |assume!11| |assume!29| act!5 act!6 act!7 act!8 act!9 act!10 act!11))
;; answer sat
(check-sat-assuming (|assume!78| |assume!11| |assume!30| act!6 act!7 act!8 act!9 act!10 act!11))
;; answer sat
(check-sat-assuming (|assume!48| |assume!62| |assume!100| |assume!11| |assume!29| act!5 act!6 act!7 act!8 act!9 act!10 act!11))
;; answer sat
;; if act!7
(assert (let ((?1 ((_ extract 4 0) c!1))) (or (not (= #x00 (bvand #x25 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) ?1)))))) (not (= #x00 (bvand #x25 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) (bvadd (_ bv1 5) ?1))))))) (not act!7) (= #x25 (bvadd y!0 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) (bvadd (_ bv2 5) ?1)))))))))
(check-sat-assuming (|assume!61| |assume!11| |assume!29| act!7 act!8 act!9 act!10 act!11))
;; answer sat
(check-sat-assuming (|assume!48| |assume!61| |assume!78| |assume!11| |assume!30| act!6 act!7 act!8 act!9 act!10 act!11))
;; answer sat
(check-sat-assuming (|assume!131| |assume!11| |assume!30| act!7 act!8 act!9 act!10 act!11))
;; answer unsat
(check-sat-assuming (|assume!131| |assume!11| |assume!30| act!7 act!8 act!9 act!10 act!11))
;; answer unsat
(check-sat-assuming (|assume!11| |assume!30| act!7 act!8 act!9 act!10 act!11))
;; answer sat
;; solver 2
(check-sat-assuming (|assume!1| |assume!1|))
;; answer sat
;; solver 1
;; if act!8
(assert (let ((?1 ((_ extract 4 0) c!1))) (or (not (= #x00 (bvand #x25 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) ?1)))))) (= #x25 (bvadd y!0 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) (bvadd (_ bv1 5) ?1)))))) (bvule (bvadd #x04 c!1) #x07) (not act!8))))
(check-sat-assuming (|assume!106| |assume!11| |assume!29| act!8 act!9 act!10 act!11))
;; answer sat
(check-sat-assuming (|assume!48| |assume!61| |assume!131| |assume!11| |assume!29| act!7 act!8 act!9 act!10 act!11))
;; answer sat
(check-sat-assuming (|assume!11| |assume!29| act!8 act!9 act!10 act!11))
;; answer sat
(check-sat-assuming (|assume!48| |assume!61| |assume!11| |assume!29| act!7 act!8 act!9 act!10 act!11))
;; answer sat
(check-sat-assuming (|assume!104| |assume!11| |assume!29| act!8 act!9 act!10 act!11))
;; answer sat
(check-sat-assuming (|assume!48| |assume!61| |assume!135| |assume!11| |assume!30| act!7 act!8 act!9 act!10 act!11))
;; answer sat
(check-sat-assuming (|assume!106| |assume!11| |assume!30| act!8 act!9 act!10 act!11))
;; answer unsat
(check-sat-assuming (|assume!106| |assume!11| |assume!30| act!8 act!9 act!10 act!11))
;; answer unsat
;; if act!9
(assert (let ((?1 ((_ extract 4 0) c!1))) (or (= #x25 (bvadd y!0 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) ?1))))) (not (= #x00 (bvand #x25 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) (bvadd (_ bv2 5) ?1))))))) (bvule (bvadd #x03 c!1) #x07) (not act!9))))
(check-sat-assuming (|assume!82| |assume!11| |assume!29| act!9 act!10 act!11))
;; answer unsat
(check-sat-assuming (|assume!82| |assume!11| |assume!29| act!9 act!10 act!11))
;; answer unsat
(check-sat-assuming (|assume!11| |assume!29| act!9 act!10 act!11))
;; answer sat
(check-sat-assuming (|assume!48| |assume!61| |assume!11| |assume!29| act!8 act!9 act!10 act!11))
;; answer sat
(check-sat-assuming (|assume!78| |assume!82| |assume!11| |assume!30| act!9 act!10 act!11))
;; answer sat
(check-sat-assuming (|assume!48| |assume!62| |assume!100| |assume!106| |assume!11| |assume!29| act!8 act!9 act!10 act!11))
;; answer sat
(check-sat-assuming (|assume!78| |assume!11| |assume!30| act!9 act!10 act!11))
;; answer sat
(check-sat-assuming (|assume!48| |assume!62| |assume!100| |assume!11| |assume!29| act!8 act!9 act!10 act!11))
;; answer sat
(check-sat-assuming (|assume!50| |assume!82| |assume!11| |assume!30| act!9 act!10 act!11))
;; answer unsat
(check-sat-assuming (|assume!50| |assume!82| |assume!11| |assume!30| act!9 act!10 act!11))
;; answer unsat
;; if act!10
(assert (or (not (= #x00 (bvand #x25 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) ((_ extract 4 0) c!1))))))) (= #x25 y!0) (bvule (bvadd #x02 c!1) #x07) (not act!10)))
(check-sat-assuming (|assume!65| |assume!11| |assume!29| act!10 act!11))
;; answer sat
(check-sat-assuming (|assume!48| |assume!61| |assume!82| |assume!11| |assume!29| act!9 act!10 act!11))
;; answer unsat
(check-sat-assuming (|assume!48| |assume!61| |assume!82| |assume!11| |assume!30| act!9 act!10 act!11))
;; answer sat
(check-sat-assuming (|assume!11| |assume!29| act!10 act!11))
;; answer sat
(check-sat-assuming (|assume!48| |assume!61| |assume!11| |assume!29| act!9 act!10 act!11))
;; answer sat
(check-sat-assuming (|assume!35| |assume!11| |assume!29| act!10 act!11))
;; answer sat
(check-sat-assuming (|assume!48| |assume!61| |assume!35| |assume!11| |assume!29| act!9 act!10 act!11))
;; answer sat
;; if act!11
(assert (or (not (= #x00 (bvand #x25 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) ((_ extract 4 0) c!1))))))) (= #x25 y!0) (bvule (bvadd #x01 c!1) #x07) (not act!11)))
;; solver 2
(check-sat-assuming ())
;; answer sat
;; solver 1
(check-sat-assuming (|assume!47| |assume!11| |assume!29| act!11))
;; answer sat
(check-sat-assuming (|assume!48| |assume!61| |assume!65| |assume!11| |assume!29| act!10 act!11))
;; answer sat
(check-sat-assuming (|assume!11| |assume!29| act!11))
;; answer sat
(check-sat-assuming (|assume!48| |assume!61| |assume!11| |assume!29| act!10 act!11))
;; answer sat
(declare-fun act!12 () Bool)
;; if act!12
(assert (or (bvule c!1 #x07) (= #x25 y!0) (not act!12)))
(check-sat-assuming (|assume!61| |assume!11| |assume!30| act!4 act!5 act!6 act!7 act!8 act!9 act!10 act!11 act!12))
;; answer sat
(check-sat-assuming (|assume!100| |assume!11| |assume!30| act!4 act!5 act!6 act!7 act!8 act!9 act!10 act!11 act!12))
;; answer sat
(define-fun |assume!247| () Bool (let ((?1 ((_ extract 4 0) c!1))) (not (= #x25 (bvadd y!0 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) ?1))) ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) (bvadd (_ bv1 5) ?1)))) ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) (bvadd (_ bv3 5) ?1)))) ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) (bvadd (_ bv6 5) ?1)))))))))
(check-sat-assuming (|assume!247| |assume!11| |assume!30| act!4 act!5 act!6 act!7 act!8 act!9 act!10 act!11 act!12))
;; answer sat
(check-sat-assuming (|assume!78| |assume!100| |assume!11| |assume!29| act!5 act!6 act!7 act!8 act!9 act!10 act!11 act!12))
;; answer sat
(check-sat-assuming (|assume!61| |assume!211| |assume!11| |assume!30| act!5 act!6 act!7 act!8 act!9 act!10 act!11 act!12))
;; answer sat
(check-sat-assuming (|assume!61| |assume!78| |assume!11| |assume!30| act!6 act!7 act!8 act!9 act!10 act!11 act!12))
;; answer sat
(check-sat-assuming (|assume!78| |assume!100| |assume!191| |assume!11| |assume!29| act!6 act!7 act!8 act!9 act!10 act!11 act!12))
;; answer sat
(check-sat-assuming (|assume!61| |assume!131| |assume!11| |assume!29| act!7 act!8 act!9 act!10 act!11 act!12))
;; answer sat
(define-fun |assume!170| () Bool (not (= #x25 (bvadd y!0 ((_ extract 7 0) (bvshl #x00000001 ((_ zero_extend 27) (bvadd (_ bv3 5) ((_ extract 4 0) c!1)))))))))
(check-sat-assuming (|assume!61| |assume!78| |assume!170| |assume!11| |assume!29| act!7 act!8 act!9 act!10 act!11 act!12))
;; answer unsat
(check-sat-assuming (|assume!61| |assume!78| |assume!177| |assume!11| |assume!30| act!7 act!8 act!9 act!10 act!11 act!12))
;; answer sat
(check-sat-assuming (|assume!100| |assume!106| |assume!11| |assume!29| act!8 act!9 act!10 act!11 act!12))
;; answer sat
(check-sat-assuming (|assume!61| |assume!128| |assume!131| |assume!11| |assume!29| act!8 act!9 act!10 act!11 act!12))
;; answer sat
(check-sat-assuming (|assume!61| |assume!82| |assume!11| |assume!29| act!9 act!10 act!11 act!12))
;; answer unsat
(check-sat-assuming (|assume!61| |assume!82| |assume!11| |assume!30| act!9 act!10 act!11 act!12))
;; answer sat
(check-sat-assuming (|assume!104| |assume!100| |assume!106| |assume!11| |assume!29| act!9 act!10 act!11 act!12))
;; answer sat
(check-sat-assuming (|assume!61| |assume!65| |assume!11| |assume!29| act!10 act!11 act!12))
;; answer sat
(check-sat-assuming (|assume!61| |assume!35| |assume!82| |assume!11| |assume!29| act!10 act!11 act!12))
;; answer unsat
(check-sat-assuming (|assume!61| |assume!50| |assume!82| |assume!11| |assume!30| act!10 act!11 act!12))
;; answer sat
(check-sat-assuming (|assume!47| |assume!11| |assume!29| act!11 act!12))
;; answer sat
(check-sat-assuming (|assume!61| |assume!35| |assume!65| |assume!11| |assume!29| act!11 act!12))
;; answer sat
(check-sat-assuming (|assume!47| |assume!35| |assume!11| |assume!29| act!12))
;; answer sat
(check-sat-assuming (|assume!13| |assume!35|))
;; answer sat
(check-sat-assuming (|assume!47| |assume!35| |assume!11| |assume!29| act!12))
;; answer sat
(check-sat-assuming (|assume!47| |assume!50| |assume!11| |assume!30| act!12))
;; answer unsat
(check-sat-assuming (|assume!48| |assume!61| |assume!35| |assume!65| |assume!11| |assume!29| act!11 act!12))
;; answer sat
