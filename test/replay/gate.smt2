(set-logic ALL)
;; solver 1
(declare-fun x () (_ BitVec 3))
(define-fun |assume!1| () Bool (bvult (bvor #b100 x) x))
(check-sat-assuming (|assume!1|))
;; answer unsat
(define-fun |assume!2| () Bool (bvult x (bvor #b100 x)))
(check-sat-assuming (|assume!2|))
;; answer sat
(check-sat-assuming (|assume!1| |assume!2|))
;; answer unsat
;; end
