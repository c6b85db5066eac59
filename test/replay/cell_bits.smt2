(set-logic ALL)
;; solver 1
(declare-fun m () (Array (_ BitVec 20) (_ BitVec 64)))
(declare-fun i () (_ BitVec 20))
(declare-fun a () Bool)
;; if a
(assert (or (not (= #x0000000000000000 (select m i))) (not a)))
(check-sat-assuming (a))
;; answer sat
(define-fun |assume!1| () Bool (= #x0000000000000000 (select m i)))
(check-sat-assuming (|assume!1|))
;; answer sat
(check-sat-assuming (|assume!1| a))
;; answer unsat
;; end
