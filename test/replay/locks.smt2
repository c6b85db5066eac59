(set-logic ALL)
;; solver 1
(declare-fun lk3!15 () (_ BitVec 32))
(define-fun |assume!43| () Bool (not (= #x00000001 lk3!15)))
(declare-fun __VERIFIER_nondet_int!4 () (_ BitVec 32))
(define-fun |assume!55| () Bool (not (= #x00000000 __VERIFIER_nondet_int!4)))
(check-sat-assuming (|assume!43| |assume!55|))
;; answer sat
(declare-fun lk4!16 () (_ BitVec 32))
(define-fun |assume!45| () Bool (not (= #x00000001 lk4!16)))
(define-fun |assume!54| () Bool (= #x00000000 __VERIFIER_nondet_int!4))
(declare-fun __VERIFIER_nondet_int!6 () (_ BitVec 32))
(define-fun |assume!57| () Bool (not (= #x00000000 __VERIFIER_nondet_int!6)))
(check-sat-assuming (|assume!45| |assume!54| |assume!57|))
;; answer sat
(define-fun |assume!42| () Bool (= #x00000001 lk3!15))
(check-sat-assuming (|assume!42| |assume!45| |assume!55| |assume!57|))
;; answer sat
(declare-fun lk5!17 () (_ BitVec 32))
(define-fun |assume!47| () Bool (not (= #x00000001 lk5!17)))
(define-fun |assume!56| () Bool (= #x00000000 __VERIFIER_nondet_int!6))
(declare-fun __VERIFIER_nondet_int!8 () (_ BitVec 32))
(define-fun |assume!59| () Bool (not (= #x00000000 __VERIFIER_nondet_int!8)))
(check-sat-assuming (|assume!47| |assume!54| |assume!56| |assume!59|))
;; answer sat
(declare-fun lk6!18 () (_ BitVec 32))
(define-fun |assume!49| () Bool (not (= #x00000001 lk6!18)))
(define-fun |assume!58| () Bool (= #x00000000 __VERIFIER_nondet_int!8))
(declare-fun __VERIFIER_nondet_int!10 () (_ BitVec 32))
(define-fun |assume!61| () Bool (not (= #x00000000 __VERIFIER_nondet_int!10)))
(check-sat-assuming (|assume!49| |assume!54| |assume!56| |assume!58| |assume!61|))
;; answer sat
(define-fun |assume!46| () Bool (= #x00000001 lk5!17))
(check-sat-assuming (|assume!46| |assume!49| |assume!54| |assume!56| |assume!59| |assume!61|))
;; answer sat
(define-fun |assume!44| () Bool (= #x00000001 lk4!16))
(check-sat-assuming (|assume!44| |assume!47| |assume!54| |assume!57| |assume!59|))
;; answer sat
(check-sat-assuming (|assume!44| |assume!49| |assume!54| |assume!57| |assume!58| |assume!61|))
;; answer sat
(check-sat-assuming (|assume!44| |assume!46| |assume!49| |assume!54| |assume!57| |assume!59| |assume!61|))
;; answer sat
(check-sat-assuming (|assume!42| |assume!47| |assume!55| |assume!56| |assume!59|))
;; answer sat
(check-sat-assuming (|assume!42| |assume!49| |assume!55| |assume!56| |assume!58| |assume!61|))
;; answer sat
(check-sat-assuming (|assume!42| |assume!46| |assume!49| |assume!55| |assume!56| |assume!59| |assume!61|))
;; answer sat
(check-sat-assuming (|assume!42| |assume!44| |assume!47| |assume!55| |assume!57| |assume!59|))
;; answer sat
(check-sat-assuming (|assume!42| |assume!44| |assume!49| |assume!55| |assume!57| |assume!58| |assume!61|))
;; answer sat
(check-sat-assuming (|assume!42| |assume!44| |assume!46| |assume!49| |assume!55| |assume!57| |assume!59| |assume!61|))
;; answer sat
;; solver 2
(declare-fun lk1!13 () (_ BitVec 32))
(define-fun |assume!39| () Bool (not (= #x00000001 lk1!13)))
(declare-fun __VERIFIER_nondet_int!0 () (_ BitVec 32))
(define-fun |assume!51| () Bool (not (= #x00000000 __VERIFIER_nondet_int!0)))
(check-sat-assuming (|assume!39| |assume!51|))
;; answer sat
(declare-fun lk2!14 () (_ BitVec 32))
(define-fun |assume!41| () Bool (not (= #x00000001 lk2!14)))
(define-fun |assume!50| () Bool (= #x00000000 __VERIFIER_nondet_int!0))
(declare-fun __VERIFIER_nondet_int!2 () (_ BitVec 32))
(define-fun |assume!53| () Bool (not (= #x00000000 __VERIFIER_nondet_int!2)))
(check-sat-assuming (|assume!41| |assume!50| |assume!53|))
;; answer sat
(define-fun |assume!38| () Bool (= #x00000001 lk1!13))
(check-sat-assuming (|assume!38| |assume!41| |assume!51| |assume!53|))
;; answer sat
(declare-fun act!41 () Bool)
;; if act!41
(assert (not act!41))
;; solver 1
(declare-fun act!42 () Bool)
;; if act!42
(assert (not act!42))
;; solver 3
(declare-fun __VERIFIER_nondet_int!0 () (_ BitVec 32))
(define-fun |assume!51| () Bool (not (= #x00000000 __VERIFIER_nondet_int!0)))
(declare-fun __VERIFIER_nondet_int!2 () (_ BitVec 32))
(define-fun |assume!53| () Bool (not (= #x00000000 __VERIFIER_nondet_int!2)))
(declare-fun __VERIFIER_nondet_int!4 () (_ BitVec 32))
(define-fun |assume!55| () Bool (not (= #x00000000 __VERIFIER_nondet_int!4)))
(declare-fun __VERIFIER_nondet_int!6 () (_ BitVec 32))
(define-fun |assume!57| () Bool (not (= #x00000000 __VERIFIER_nondet_int!6)))
(declare-fun in!25 () (_ BitVec 32))
(define-fun |assume!70| () Bool (not (= #x00000000 in!25)))
(check-sat-assuming (|assume!51| |assume!53| |assume!55| |assume!57| |assume!70|))
;; answer sat
;; solver 1
(declare-fun act!43 () Bool)
;; if act!43
(assert (not act!43))
;; solver 2
(check-sat-assuming (|assume!39| |assume!51|))
;; answer sat
(check-sat-assuming (|assume!41| |assume!50| |assume!53|))
;; answer sat
(check-sat-assuming (|assume!38| |assume!41| |assume!51| |assume!53|))
;; answer sat
;; solver 3
(check-sat-assuming (|assume!51| |assume!53| |assume!55| |assume!57| |assume!70|))
;; answer sat
;; solver 4
(declare-fun in!19 () (_ BitVec 32))
(define-fun |assume!123| () Bool (not (= #x00000000 in!19)))
(declare-fun in!20 () (_ BitVec 32))
(define-fun |assume!125| () Bool (not (= #x00000000 in!20)))
(declare-fun in!21 () (_ BitVec 32))
(define-fun |assume!127| () Bool (not (= #x00000000 in!21)))
(declare-fun in!22 () (_ BitVec 32))
(define-fun |assume!129| () Bool (not (= #x00000000 in!22)))
(check-sat-assuming (|assume!123| |assume!125| |assume!127| |assume!129|))
;; answer sat
;; solver 3
(define-fun |assume!52| () Bool (= #x00000000 __VERIFIER_nondet_int!2))
(declare-fun in!29 () (_ BitVec 32))
(define-fun |assume!82| () Bool (not (= #x00000000 in!29)))
(check-sat-assuming (|assume!51| |assume!52| |assume!55| |assume!57| |assume!82|))
;; answer sat
;; solver 4
(define-fun |assume!124| () Bool (= #x00000000 in!20))
(check-sat-assuming (|assume!123| |assume!124| |assume!127| |assume!129|))
;; answer sat
;; solver 3
(define-fun |assume!50| () Bool (= #x00000000 __VERIFIER_nondet_int!0))
(declare-fun in!33 () (_ BitVec 32))
(define-fun |assume!94| () Bool (not (= #x00000000 in!33)))
(check-sat-assuming (|assume!50| |assume!53| |assume!55| |assume!57| |assume!94|))
;; answer sat
;; solver 4
(define-fun |assume!122| () Bool (= #x00000000 in!19))
(check-sat-assuming (|assume!122| |assume!125| |assume!127| |assume!129|))
;; answer sat
;; solver 2
(declare-fun act!44 () Bool)
;; if act!44
(assert (or (not (= #x00000001 lk1!13)) (= #x00000001 lk2!14) (= #x00000000 __VERIFIER_nondet_int!2) (not act!44)))
;; solver 3
(check-sat-assuming (|assume!51| |assume!53| |assume!55| |assume!57| |assume!70|))
;; answer sat
;; solver 4
(check-sat-assuming (|assume!123| |assume!125| |assume!127| |assume!129|))
;; answer sat
;; solver 3
(check-sat-assuming (|assume!51| |assume!52| |assume!55| |assume!57| |assume!82|))
;; answer sat
;; solver 4
(check-sat-assuming (|assume!123| |assume!124| |assume!127| |assume!129|))
;; answer sat
;; solver 3
(declare-fun in!37 () (_ BitVec 32))
(define-fun |assume!106| () Bool (not (= #x00000000 in!37)))
(check-sat-assuming (|assume!50| |assume!52| |assume!55| |assume!57| |assume!106|))
;; answer sat
;; solver 4
(check-sat-assuming (|assume!122| |assume!124| |assume!127| |assume!129|))
;; answer sat
;; solver 2
;; if act!44
(assert (or (= #x00000001 lk2!14) (not (= #x00000000 __VERIFIER_nondet_int!0)) (= #x00000000 __VERIFIER_nondet_int!2) (not act!44)))
;; solver 3
(check-sat-assuming (|assume!51| |assume!53| |assume!55| |assume!57| |assume!70|))
;; answer sat
;; solver 4
(check-sat-assuming (|assume!123| |assume!125| |assume!127| |assume!129|))
;; answer sat
;; solver 3
(check-sat-assuming (|assume!50| |assume!53| |assume!55| |assume!57| |assume!94|))
;; answer sat
;; solver 4
(check-sat-assuming (|assume!122| |assume!125| |assume!127| |assume!129|))
;; answer sat
;; solver 2
;; if act!44
(assert (or (= #x00000001 lk1!13) (= #x00000000 __VERIFIER_nondet_int!0) (not act!44)))
(declare-fun act!45 () Bool)
;; if act!45
(assert (or (not (= #x00000001 lk1!13)) (= #x00000001 lk2!14) (= #x00000000 __VERIFIER_nondet_int!2) (not act!45)))
;; if act!45
(assert (or (= #x00000001 lk2!14) (not (= #x00000000 __VERIFIER_nondet_int!0)) (= #x00000000 __VERIFIER_nondet_int!2) (not act!45)))
;; if act!45
(assert (or (= #x00000001 lk1!13) (= #x00000000 __VERIFIER_nondet_int!0) (not act!45)))
(define-fun |assume!52| () Bool (= #x00000000 __VERIFIER_nondet_int!2))
(declare-fun __VERIFIER_nondet_int!8 () (_ BitVec 32))
(define-fun |assume!59| () Bool (not (= #x00000000 __VERIFIER_nondet_int!8)))
(declare-fun __VERIFIER_nondet_int!10 () (_ BitVec 32))
(define-fun |assume!61| () Bool (not (= #x00000000 __VERIFIER_nondet_int!10)))
(check-sat-assuming (|assume!50| |assume!52| |assume!59| |assume!61| act!45))
;; answer sat
;; solver 1
(check-sat-assuming (|assume!43| |assume!55|))
;; answer sat
(check-sat-assuming (|assume!45| |assume!54| |assume!57|))
;; answer sat
(check-sat-assuming (|assume!42| |assume!45| |assume!55| |assume!57|))
;; answer sat
(check-sat-assuming (|assume!47| |assume!54| |assume!56| |assume!59|))
;; answer sat
(check-sat-assuming (|assume!49| |assume!54| |assume!56| |assume!58| |assume!61|))
;; answer sat
(check-sat-assuming (|assume!46| |assume!49| |assume!54| |assume!56| |assume!59| |assume!61|))
;; answer sat
(check-sat-assuming (|assume!44| |assume!47| |assume!54| |assume!57| |assume!59|))
;; answer sat
(check-sat-assuming (|assume!44| |assume!49| |assume!54| |assume!57| |assume!58| |assume!61|))
;; answer sat
(check-sat-assuming (|assume!44| |assume!46| |assume!49| |assume!54| |assume!57| |assume!59| |assume!61|))
;; answer sat
(check-sat-assuming (|assume!42| |assume!47| |assume!55| |assume!56| |assume!59|))
;; answer sat
(check-sat-assuming (|assume!42| |assume!49| |assume!55| |assume!56| |assume!58| |assume!61|))
;; answer sat
(check-sat-assuming (|assume!42| |assume!46| |assume!49| |assume!55| |assume!56| |assume!59| |assume!61|))
;; answer sat
(check-sat-assuming (|assume!42| |assume!44| |assume!47| |assume!55| |assume!57| |assume!59|))
;; answer sat
(check-sat-assuming (|assume!42| |assume!44| |assume!49| |assume!55| |assume!57| |assume!58| |assume!61|))
;; answer sat
(check-sat-assuming (|assume!42| |assume!44| |assume!46| |assume!49| |assume!55| |assume!57| |assume!59| |assume!61|))
;; answer sat
;; solver 2
(check-sat-assuming (|assume!50| |assume!52| |assume!59| |assume!61| act!45))
;; answer sat
;; solver 3
(declare-fun __VERIFIER_nondet_int!8 () (_ BitVec 32))
(define-fun |assume!59| () Bool (not (= #x00000000 __VERIFIER_nondet_int!8)))
(declare-fun __VERIFIER_nondet_int!10 () (_ BitVec 32))
(define-fun |assume!61| () Bool (not (= #x00000000 __VERIFIER_nondet_int!10)))
(check-sat-assuming (|assume!50| |assume!52| |assume!59| |assume!61| |assume!50| |assume!52| |assume!55| |assume!57| |assume!106|))
;; answer sat
;; solver 2
(define-fun |assume!60| () Bool (= #x00000000 __VERIFIER_nondet_int!10))
(check-sat-assuming (|assume!50| |assume!52| |assume!59| |assume!60| act!45))
;; answer sat
;; solver 3
(define-fun |assume!60| () Bool (= #x00000000 __VERIFIER_nondet_int!10))
(check-sat-assuming (|assume!50| |assume!52| |assume!59| |assume!60| |assume!50| |assume!52| |assume!55| |assume!57| |assume!106|))
;; answer sat
;; solver 2
(define-fun |assume!58| () Bool (= #x00000000 __VERIFIER_nondet_int!8))
(check-sat-assuming (|assume!50| |assume!52| |assume!58| |assume!61| act!45))
;; answer sat
;; solver 3
(define-fun |assume!58| () Bool (= #x00000000 __VERIFIER_nondet_int!8))
(check-sat-assuming (|assume!50| |assume!52| |assume!58| |assume!61| |assume!50| |assume!52| |assume!55| |assume!57| |assume!106|))
;; answer sat
;; solver 1
(declare-fun act!46 () Bool)
;; if act!46
(assert (or (not (= #x00000001 lk5!17)) (= #x00000001 lk6!18) (= #x00000000 __VERIFIER_nondet_int!10) (not act!46)))
;; solver 2
(check-sat-assuming (|assume!50| |assume!52| |assume!59| |assume!61| act!45))
;; answer sat
;; solver 3
(check-sat-assuming (|assume!50| |assume!52| |assume!59| |assume!61| |assume!50| |assume!52| |assume!55| |assume!57| |assume!106|))
;; answer sat
;; solver 2
(check-sat-assuming (|assume!50| |assume!52| |assume!59| |assume!60| act!45))
;; answer sat
;; solver 3
(check-sat-assuming (|assume!50| |assume!52| |assume!59| |assume!60| |assume!50| |assume!52| |assume!55| |assume!57| |assume!106|))
;; answer sat
;; solver 2
(check-sat-assuming (|assume!50| |assume!52| |assume!58| |assume!60| act!45))
;; answer sat
;; solver 3
(check-sat-assuming (|assume!50| |assume!52| |assume!58| |assume!60| |assume!50| |assume!52| |assume!55| |assume!57| |assume!106|))
;; answer sat
;; solver 1
;; if act!46
(assert (or (= #x00000001 lk6!18) (not (= #x00000000 __VERIFIER_nondet_int!8)) (= #x00000000 __VERIFIER_nondet_int!10) (not act!46)))
;; solver 2
(check-sat-assuming (|assume!50| |assume!52| |assume!59| |assume!61| act!45))
;; answer sat
;; solver 3
(check-sat-assuming (|assume!50| |assume!52| |assume!59| |assume!61| |assume!50| |assume!52| |assume!55| |assume!57| |assume!106|))
;; answer sat
;; solver 2
(check-sat-assuming (|assume!50| |assume!52| |assume!58| |assume!61| act!45))
;; answer sat
;; solver 3
(check-sat-assuming (|assume!50| |assume!52| |assume!58| |assume!61| |assume!50| |assume!52| |assume!55| |assume!57| |assume!106|))
;; answer sat
;; solver 1
;; if act!46
(assert (or (= #x00000001 lk5!17) (= #x00000000 __VERIFIER_nondet_int!8) (not act!46)))
;; solver 2
(declare-fun lk3!15 () (_ BitVec 32))
(define-fun |assume!42| () Bool (= #x00000001 lk3!15))
(declare-fun lk4!16 () (_ BitVec 32))
(define-fun |assume!45| () Bool (not (= #x00000001 lk4!16)))
(declare-fun __VERIFIER_nondet_int!4 () (_ BitVec 32))
(define-fun |assume!55| () Bool (not (= #x00000000 __VERIFIER_nondet_int!4)))
(declare-fun __VERIFIER_nondet_int!6 () (_ BitVec 32))
(define-fun |assume!57| () Bool (not (= #x00000000 __VERIFIER_nondet_int!6)))
(check-sat-assuming (|assume!42| |assume!45| |assume!55| |assume!57| |assume!50| |assume!52| |assume!59| |assume!61| act!45))
;; answer sat
(define-fun |assume!40| () Bool (= #x00000001 lk2!14))
(check-sat-assuming (|assume!42| |assume!45| |assume!55| |assume!57| |assume!40| |assume!50| |assume!53| |assume!59| |assume!61| act!45))
;; answer sat
(check-sat-assuming (|assume!42| |assume!45| |assume!55| |assume!57| |assume!38| |assume!51| |assume!52| |assume!59| |assume!61| act!45))
;; answer sat
(check-sat-assuming (|assume!42| |assume!45| |assume!55| |assume!57| |assume!38| |assume!40| |assume!51| |assume!53| |assume!59| |assume!61| act!45))
;; answer sat
(check-sat-assuming (|assume!42| |assume!45| |assume!55| |assume!57| |assume!50| |assume!52| |assume!59| |assume!60| act!45))
;; answer sat
(check-sat-assuming (|assume!42| |assume!45| |assume!55| |assume!57| |assume!40| |assume!50| |assume!53| |assume!59| |assume!60| act!45))
;; answer sat
(check-sat-assuming (|assume!42| |assume!45| |assume!55| |assume!57| |assume!38| |assume!51| |assume!52| |assume!59| |assume!60| act!45))
;; answer sat
(check-sat-assuming (|assume!42| |assume!45| |assume!55| |assume!57| |assume!38| |assume!40| |assume!51| |assume!53| |assume!59| |assume!60| act!45))
;; answer sat
(check-sat-assuming (|assume!42| |assume!45| |assume!55| |assume!57| |assume!50| |assume!52| |assume!58| |assume!61| act!45))
;; answer sat
(check-sat-assuming (|assume!42| |assume!45| |assume!55| |assume!57| |assume!40| |assume!50| |assume!53| |assume!58| |assume!61| act!45))
;; answer sat
(check-sat-assuming (|assume!42| |assume!45| |assume!55| |assume!57| |assume!38| |assume!51| |assume!52| |assume!58| |assume!61| act!45))
;; answer sat
(check-sat-assuming (|assume!42| |assume!45| |assume!55| |assume!57| |assume!38| |assume!40| |assume!51| |assume!53| |assume!58| |assume!61| act!45))
;; answer sat
(check-sat-assuming (|assume!42| |assume!45| |assume!55| |assume!57| |assume!50| |assume!52| |assume!58| |assume!60| act!45))
;; answer sat
(check-sat-assuming (|assume!42| |assume!45| |assume!55| |assume!57| |assume!40| |assume!50| |assume!53| |assume!58| |assume!60| act!45))
;; answer sat
(check-sat-assuming (|assume!42| |assume!45| |assume!55| |assume!57| |assume!38| |assume!51| |assume!52| |assume!58| |assume!60| act!45))
;; answer sat
(check-sat-assuming (|assume!42| |assume!45| |assume!55| |assume!57| |assume!38| |assume!40| |assume!51| |assume!53| |assume!58| |assume!60| act!45))
;; answer sat
;; solver 3
(check-sat-assuming (|assume!51| |assume!53| |assume!55| |assume!57| |assume!70|))
;; answer sat
;; solver 4
(check-sat-assuming (|assume!123| |assume!125| |assume!127| |assume!129|))
;; answer sat
;; solver 3
(define-fun |assume!56| () Bool (= #x00000000 __VERIFIER_nondet_int!6))
(declare-fun in!26 () (_ BitVec 32))
(define-fun |assume!73| () Bool (not (= #x00000000 in!26)))
(check-sat-assuming (|assume!51| |assume!53| |assume!55| |assume!56| |assume!73|))
;; answer sat
;; solver 4
(define-fun |assume!128| () Bool (= #x00000000 in!22))
(check-sat-assuming (|assume!123| |assume!125| |assume!127| |assume!128|))
;; answer sat
;; solver 3
(define-fun |assume!54| () Bool (= #x00000000 __VERIFIER_nondet_int!4))
(declare-fun in!27 () (_ BitVec 32))
(define-fun |assume!76| () Bool (not (= #x00000000 in!27)))
(check-sat-assuming (|assume!51| |assume!53| |assume!54| |assume!57| |assume!76|))
;; answer sat
;; solver 4
(define-fun |assume!126| () Bool (= #x00000000 in!21))
(check-sat-assuming (|assume!123| |assume!125| |assume!126| |assume!129|))
;; answer sat
;; solver 3
(check-sat-assuming (|assume!51| |assume!52| |assume!55| |assume!57| |assume!82|))
;; answer sat
;; solver 4
(check-sat-assuming (|assume!123| |assume!124| |assume!127| |assume!129|))
;; answer sat
;; solver 3
(check-sat-assuming (|assume!50| |assume!53| |assume!55| |assume!57| |assume!94|))
;; answer sat
;; solver 4
(check-sat-assuming (|assume!122| |assume!125| |assume!127| |assume!129|))
;; answer sat
;; solver 2
;; if act!44
(assert (or (not (= #x00000001 lk1!13)) (not (= #x00000001 lk2!14)) (not (= #x00000001 lk3!15)) (= #x00000001 lk4!16) (= #x00000000 __VERIFIER_nondet_int!6) (not act!44)))
;; solver 3
(check-sat-assuming (|assume!51| |assume!53| |assume!55| |assume!57| |assume!70|))
;; answer sat
;; solver 4
(check-sat-assuming (|assume!123| |assume!125| |assume!127| |assume!129|))
;; answer sat
;; solver 3
(check-sat-assuming (|assume!51| |assume!53| |assume!55| |assume!56| |assume!73|))
;; answer sat
;; solver 4
(check-sat-assuming (|assume!123| |assume!125| |assume!127| |assume!128|))
;; answer sat
;; solver 3
(check-sat-assuming (|assume!51| |assume!53| |assume!54| |assume!57| |assume!76|))
;; answer sat
;; solver 4
(check-sat-assuming (|assume!123| |assume!125| |assume!126| |assume!129|))
;; answer sat
;; solver 3
(declare-fun in!30 () (_ BitVec 32))
(define-fun |assume!85| () Bool (not (= #x00000000 in!30)))
(check-sat-assuming (|assume!51| |assume!52| |assume!55| |assume!56| |assume!85|))
;; answer sat
;; solver 4
(check-sat-assuming (|assume!123| |assume!124| |assume!127| |assume!128|))
;; answer sat
;; solver 3
(check-sat-assuming (|assume!50| |assume!53| |assume!55| |assume!57| |assume!94|))
;; answer sat
;; solver 4
(check-sat-assuming (|assume!122| |assume!125| |assume!127| |assume!129|))
;; answer sat
;; solver 2
;; if act!44
(assert (or (not (= #x00000001 lk1!13)) (not (= #x00000001 lk3!15)) (= #x00000001 lk4!16) (not (= #x00000000 __VERIFIER_nondet_int!2)) (= #x00000000 __VERIFIER_nondet_int!6) (not act!44)))
;; solver 3
(check-sat-assuming (|assume!51| |assume!53| |assume!55| |assume!57| |assume!70|))
;; answer sat
;; solver 4
(check-sat-assuming (|assume!123| |assume!125| |assume!127| |assume!129|))
;; answer sat
;; solver 3
(check-sat-assuming (|assume!51| |assume!53| |assume!55| |assume!56| |assume!73|))
;; answer sat
;; solver 4
(check-sat-assuming (|assume!123| |assume!125| |assume!127| |assume!128|))
;; answer sat
;; solver 3
(check-sat-assuming (|assume!51| |assume!53| |assume!54| |assume!57| |assume!76|))
;; answer sat
;; solver 4
(check-sat-assuming (|assume!123| |assume!125| |assume!126| |assume!129|))
;; answer sat
;; solver 3
(check-sat-assuming (|assume!51| |assume!52| |assume!55| |assume!57| |assume!82|))
;; answer sat
;; solver 4
(check-sat-assuming (|assume!123| |assume!124| |assume!127| |assume!129|))
;; answer sat
;; solver 3
(declare-fun in!34 () (_ BitVec 32))
(define-fun |assume!97| () Bool (not (= #x00000000 in!34)))
(check-sat-assuming (|assume!50| |assume!53| |assume!55| |assume!56| |assume!97|))
;; answer sat
;; solver 4
(check-sat-assuming (|assume!122| |assume!125| |assume!127| |assume!128|))
;; answer sat
;; solver 2
;; if act!44
(assert (or (not (= #x00000001 lk2!14)) (not (= #x00000001 lk3!15)) (= #x00000001 lk4!16) (not (= #x00000000 __VERIFIER_nondet_int!0)) (= #x00000000 __VERIFIER_nondet_int!6) (not act!44)))
;; solver 3
(check-sat-assuming (|assume!51| |assume!53| |assume!55| |assume!57| |assume!70|))
;; answer sat
;; solver 4
(check-sat-assuming (|assume!123| |assume!125| |assume!127| |assume!129|))
;; answer sat
;; solver 3
(check-sat-assuming (|assume!51| |assume!53| |assume!55| |assume!56| |assume!73|))
;; answer sat
;; solver 4
(check-sat-assuming (|assume!123| |assume!125| |assume!127| |assume!128|))
;; answer sat
;; solver 3
(check-sat-assuming (|assume!51| |assume!53| |assume!54| |assume!57| |assume!76|))
;; answer sat
;; solver 4
(check-sat-assuming (|assume!123| |assume!125| |assume!126| |assume!129|))
;; answer sat
;; solver 3
(check-sat-assuming (|assume!50| |assume!53| |assume!55| |assume!56| |assume!97|))
;; answer sat
;; solver 4
(check-sat-assuming (|assume!122| |assume!125| |assume!127| |assume!128|))
;; answer sat
;; solver 3
(declare-fun in!38 () (_ BitVec 32))
(define-fun |assume!109| () Bool (not (= #x00000000 in!38)))
(check-sat-assuming (|assume!50| |assume!52| |assume!55| |assume!56| |assume!109|))
;; answer sat
;; solver 4
(check-sat-assuming (|assume!122| |assume!124| |assume!127| |assume!128|))
;; answer sat
;; solver 2
;; if act!44
(assert (or (not (= #x00000001 lk3!15)) (= #x00000001 lk4!16) (not (= #x00000000 __VERIFIER_nondet_int!0)) (not (= #x00000000 __VERIFIER_nondet_int!2)) (= #x00000000 __VERIFIER_nondet_int!6) (not act!44)))
(check-sat-assuming (|assume!45| |assume!57| |assume!50| |assume!52| |assume!59| |assume!61| act!44 act!45))
;; answer sat
;; solver 3
(check-sat-assuming (|assume!51| |assume!53| |assume!55| |assume!57| |assume!70|))
;; answer sat
(check-sat-assuming (|assume!51| |assume!53| |assume!55| |assume!56| |assume!73|))
;; answer sat
(check-sat-assuming (|assume!50| |assume!53| |assume!55| |assume!56| |assume!97|))
;; answer sat
(check-sat-assuming (|assume!50| |assume!52| |assume!55| |assume!56| |assume!109|))
;; answer sat
;; solver 2
;; if act!45
(assert (or (= #x00000001 lk4!16) (not (= #x00000000 __VERIFIER_nondet_int!0)) (not (= #x00000000 __VERIFIER_nondet_int!2)) (= #x00000000 __VERIFIER_nondet_int!6) (not act!45)))
(check-sat-assuming (|assume!57| |assume!50| |assume!52| |assume!59| |assume!61| act!44 act!45))
;; answer sat
;; solver 3
(check-sat-assuming (|assume!50| |assume!52| |assume!57| |assume!59| |assume!61| |assume!50| |assume!52| |assume!55| |assume!57| |assume!106|))
;; answer sat
;; solver 2
(check-sat-assuming (|assume!45| |assume!50| |assume!52| |assume!59| |assume!61| act!44 act!45))
;; answer sat
;; solver 3
(define-fun |assume!1| () Bool true)
(check-sat-assuming (|assume!1| |assume!50| |assume!52| |assume!59| |assume!61| |assume!50| |assume!52| |assume!55| |assume!56| |assume!109|))
;; answer sat
;; solver 2
(check-sat-assuming (|assume!45| |assume!57| |assume!40| |assume!50| |assume!53| |assume!59| |assume!61| act!44 act!45))
;; answer sat
;; solver 3
(check-sat-assuming (|assume!51| |assume!53| |assume!55| |assume!57| |assume!70|))
;; answer sat
(check-sat-assuming (|assume!51| |assume!53| |assume!55| |assume!56| |assume!73|))
;; answer sat
(check-sat-assuming (|assume!51| |assume!52| |assume!55| |assume!57| |assume!82|))
;; answer sat
(check-sat-assuming (|assume!50| |assume!53| |assume!55| |assume!56| |assume!97|))
;; answer sat
;; solver 2
;; if act!45
(assert (or (not (= #x00000001 lk2!14)) (= #x00000001 lk4!16) (not (= #x00000000 __VERIFIER_nondet_int!0)) (= #x00000000 __VERIFIER_nondet_int!6) (not act!45)))
(check-sat-assuming (|assume!45| |assume!57| |assume!38| |assume!51| |assume!52| |assume!59| |assume!61| act!44 act!45))
;; answer sat
;; solver 3
(check-sat-assuming (|assume!51| |assume!53| |assume!55| |assume!57| |assume!70|))
;; answer sat
(check-sat-assuming (|assume!51| |assume!53| |assume!55| |assume!56| |assume!73|))
;; answer sat
(check-sat-assuming (|assume!51| |assume!52| |assume!55| |assume!56| |assume!85|))
;; answer sat
(check-sat-assuming (|assume!50| |assume!53| |assume!55| |assume!57| |assume!94|))
;; answer sat
;; solver 2
;; if act!45
(assert (or (not (= #x00000001 lk1!13)) (= #x00000001 lk4!16) (not (= #x00000000 __VERIFIER_nondet_int!2)) (= #x00000000 __VERIFIER_nondet_int!6) (not act!45)))
(check-sat-assuming (|assume!45| |assume!57| |assume!38| |assume!40| |assume!51| |assume!53| |assume!59| |assume!61| act!44 act!45))
;; answer sat
;; solver 3
(check-sat-assuming (|assume!51| |assume!53| |assume!55| |assume!57| |assume!70|))
;; answer sat
(check-sat-assuming (|assume!51| |assume!53| |assume!55| |assume!56| |assume!73|))
;; answer sat
(check-sat-assuming (|assume!51| |assume!52| |assume!55| |assume!57| |assume!82|))
;; answer sat
(check-sat-assuming (|assume!50| |assume!53| |assume!55| |assume!57| |assume!94|))
;; answer sat
;; solver 2
;; if act!45
(assert (or (not (= #x00000001 lk1!13)) (not (= #x00000001 lk2!14)) (= #x00000001 lk4!16) (= #x00000000 __VERIFIER_nondet_int!6) (not act!45)))
;; solver 1
;; if act!46
(assert (or (= #x00000001 lk4!16) (= #x00000000 __VERIFIER_nondet_int!6) (not act!46)))
;; solver 2
(define-fun |assume!43| () Bool (not (= #x00000001 lk3!15)))
(check-sat-assuming (|assume!43| |assume!55| |assume!50| |assume!52| |assume!59| |assume!61| act!45))
;; answer sat
(check-sat-assuming (|assume!43| |assume!55| |assume!40| |assume!50| |assume!53| |assume!59| |assume!61| act!45))
;; answer sat
(check-sat-assuming (|assume!43| |assume!55| |assume!38| |assume!51| |assume!52| |assume!59| |assume!61| act!45))
;; answer sat
(check-sat-assuming (|assume!43| |assume!55| |assume!38| |assume!40| |assume!51| |assume!53| |assume!59| |assume!61| act!45))
;; answer sat
(check-sat-assuming (|assume!43| |assume!55| |assume!50| |assume!52| |assume!59| |assume!60| act!45))
;; answer sat
(check-sat-assuming (|assume!43| |assume!55| |assume!40| |assume!50| |assume!53| |assume!59| |assume!60| act!45))
;; answer sat
(check-sat-assuming (|assume!43| |assume!55| |assume!38| |assume!51| |assume!52| |assume!59| |assume!60| act!45))
;; answer sat
(check-sat-assuming (|assume!43| |assume!55| |assume!38| |assume!40| |assume!51| |assume!53| |assume!59| |assume!60| act!45))
;; answer sat
(check-sat-assuming (|assume!43| |assume!55| |assume!50| |assume!52| |assume!58| |assume!61| act!45))
;; answer sat
(check-sat-assuming (|assume!43| |assume!55| |assume!40| |assume!50| |assume!53| |assume!58| |assume!61| act!45))
;; answer sat
(check-sat-assuming (|assume!43| |assume!55| |assume!38| |assume!51| |assume!52| |assume!58| |assume!61| act!45))
;; answer sat
(check-sat-assuming (|assume!43| |assume!55| |assume!38| |assume!40| |assume!51| |assume!53| |assume!58| |assume!61| act!45))
;; answer sat
(check-sat-assuming (|assume!43| |assume!55| |assume!50| |assume!52| |assume!58| |assume!60| act!45))
;; answer sat
(check-sat-assuming (|assume!43| |assume!55| |assume!40| |assume!50| |assume!53| |assume!58| |assume!60| act!45))
;; answer sat
(check-sat-assuming (|assume!43| |assume!55| |assume!38| |assume!51| |assume!52| |assume!58| |assume!60| act!45))
;; answer sat
(check-sat-assuming (|assume!43| |assume!55| |assume!38| |assume!40| |assume!51| |assume!53| |assume!58| |assume!60| act!45))
;; answer sat
;; solver 3
(check-sat-assuming (|assume!51| |assume!53| |assume!55| |assume!57| |assume!70|))
;; answer sat
;; solver 4
(check-sat-assuming (|assume!123| |assume!125| |assume!127| |assume!129|))
;; answer sat
;; solver 3
(check-sat-assuming (|assume!51| |assume!53| |assume!54| |assume!57| |assume!76|))
;; answer sat
;; solver 4
(check-sat-assuming (|assume!123| |assume!125| |assume!126| |assume!129|))
;; answer sat
;; solver 3
(check-sat-assuming (|assume!51| |assume!52| |assume!55| |assume!57| |assume!82|))
;; answer sat
;; solver 4
(check-sat-assuming (|assume!123| |assume!124| |assume!127| |assume!129|))
;; answer sat
;; solver 3
(check-sat-assuming (|assume!50| |assume!53| |assume!55| |assume!57| |assume!94|))
;; answer sat
;; solver 4
(check-sat-assuming (|assume!122| |assume!125| |assume!127| |assume!129|))
;; answer sat
;; solver 2
;; if act!44
(assert (or (not (= #x00000001 lk1!13)) (not (= #x00000001 lk2!14)) (= #x00000001 lk3!15) (= #x00000000 __VERIFIER_nondet_int!4) (not act!44)))
;; solver 3
(check-sat-assuming (|assume!51| |assume!53| |assume!55| |assume!57| |assume!70|))
;; answer sat
;; solver 4
(check-sat-assuming (|assume!123| |assume!125| |assume!127| |assume!129|))
;; answer sat
;; solver 3
(check-sat-assuming (|assume!51| |assume!53| |assume!54| |assume!57| |assume!76|))
;; answer sat
;; solver 4
(check-sat-assuming (|assume!123| |assume!125| |assume!126| |assume!129|))
;; answer sat
;; solver 3
(declare-fun in!31 () (_ BitVec 32))
(define-fun |assume!88| () Bool (not (= #x00000000 in!31)))
(check-sat-assuming (|assume!51| |assume!52| |assume!54| |assume!57| |assume!88|))
;; answer sat
;; solver 4
(check-sat-assuming (|assume!123| |assume!124| |assume!126| |assume!129|))
;; answer sat
;; solver 3
(check-sat-assuming (|assume!50| |assume!53| |assume!55| |assume!57| |assume!94|))
;; answer sat
;; solver 4
(check-sat-assuming (|assume!122| |assume!125| |assume!127| |assume!129|))
;; answer sat
;; solver 2
;; if act!44
(assert (or (not (= #x00000001 lk1!13)) (= #x00000001 lk3!15) (not (= #x00000000 __VERIFIER_nondet_int!2)) (= #x00000000 __VERIFIER_nondet_int!4) (not act!44)))
;; solver 3
(check-sat-assuming (|assume!51| |assume!53| |assume!55| |assume!57| |assume!70|))
;; answer sat
;; solver 4
(check-sat-assuming (|assume!123| |assume!125| |assume!127| |assume!129|))
;; answer sat
;; solver 3
(check-sat-assuming (|assume!51| |assume!53| |assume!54| |assume!57| |assume!76|))
;; answer sat
;; solver 4
(check-sat-assuming (|assume!123| |assume!125| |assume!126| |assume!129|))
;; answer sat
;; solver 3
(check-sat-assuming (|assume!51| |assume!52| |assume!55| |assume!57| |assume!82|))
;; answer sat
;; solver 4
(check-sat-assuming (|assume!123| |assume!124| |assume!127| |assume!129|))
;; answer sat
;; solver 3
(declare-fun in!35 () (_ BitVec 32))
(define-fun |assume!100| () Bool (not (= #x00000000 in!35)))
(check-sat-assuming (|assume!50| |assume!53| |assume!54| |assume!57| |assume!100|))
;; answer sat
;; solver 4
(check-sat-assuming (|assume!122| |assume!125| |assume!126| |assume!129|))
;; answer sat
;; solver 2
;; if act!44
(assert (or (not (= #x00000001 lk2!14)) (= #x00000001 lk3!15) (not (= #x00000000 __VERIFIER_nondet_int!0)) (= #x00000000 __VERIFIER_nondet_int!4) (not act!44)))
;; solver 3
(check-sat-assuming (|assume!51| |assume!53| |assume!55| |assume!57| |assume!70|))
;; answer sat
;; solver 4
(check-sat-assuming (|assume!123| |assume!125| |assume!127| |assume!129|))
;; answer sat
;; solver 3
(check-sat-assuming (|assume!51| |assume!53| |assume!54| |assume!57| |assume!76|))
;; answer sat
;; solver 4
(check-sat-assuming (|assume!123| |assume!125| |assume!126| |assume!129|))
;; answer sat
;; solver 3
(check-sat-assuming (|assume!50| |assume!53| |assume!54| |assume!57| |assume!100|))
;; answer sat
;; solver 4
(check-sat-assuming (|assume!122| |assume!125| |assume!126| |assume!129|))
;; answer sat
;; solver 3
(declare-fun in!39 () (_ BitVec 32))
(define-fun |assume!112| () Bool (not (= #x00000000 in!39)))
(check-sat-assuming (|assume!50| |assume!52| |assume!54| |assume!57| |assume!112|))
;; answer sat
;; solver 4
(check-sat-assuming (|assume!122| |assume!124| |assume!126| |assume!129|))
;; answer sat
;; solver 2
;; if act!44
(assert (or (= #x00000001 lk3!15) (not (= #x00000000 __VERIFIER_nondet_int!0)) (not (= #x00000000 __VERIFIER_nondet_int!2)) (= #x00000000 __VERIFIER_nondet_int!4) (not act!44)))
(check-sat-assuming (|assume!55| |assume!50| |assume!52| |assume!59| |assume!61| act!44 act!45))
;; answer sat
;; solver 3
(check-sat-assuming (|assume!50| |assume!52| |assume!55| |assume!59| |assume!61| |assume!50| |assume!52| |assume!55| |assume!57| |assume!106|))
;; answer sat
