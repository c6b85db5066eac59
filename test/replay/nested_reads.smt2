(set-logic ALL)
;; solver 1
(declare-fun m () (Array (_ BitVec 8) (_ BitVec 8)))
(declare-fun i () (_ BitVec 8))
(define-fun |assume!1| () Bool (= #x07 (select m (select m i))))
(check-sat-assuming (|assume!1|))
;; answer sat
(define-fun |assume!2| () Bool (= #x03 i))
(define-fun |assume!3| () Bool (= #x05 (select m #x03)))
(define-fun |assume!4| () Bool (= #x09 (select m #x05)))
(check-sat-assuming (|assume!1| |assume!2| |assume!3| |assume!4|))
;; answer unsat
(check-sat-assuming (|assume!1| |assume!2| |assume!3|))
;; answer sat
;; end
