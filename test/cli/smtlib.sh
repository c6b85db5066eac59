# Any SMT solver over a pipe, and programs that only look like one: they die, hang, complain or talk nonsense.
. "$ROOT/test/cli/lib.sh"
write_programs
for solver in 'z3 -in' 'cvc5 --incremental'; do
    expect 0 'TRUE' "$EDGEWISE" --check=assert --engine=ic3cfa --solver="smtlib:$solver" safe.c
    expect 10 'FALSE' "$EDGEWISE" --check=assert --engine=ic3cfa --solver="smtlib:$solver" unsafe.c
    expect 0 'TRUE' "$EDGEWISE" --check=assert --solver="smtlib:$solver" safe.c
done
expect 1 "takes one of" "$EDGEWISE" --check=assert --solver=smtlib: safe.c
expect 5 'UNKNOWN .*the solver has ended' "$EDGEWISE" --check=assert --engine=ic3cfa --solver=smtlib:/nonexistent/solver safe.c
printf '#!/bin/sh\nexit 3\n' >dies
printf '#!/bin/sh\necho "(error \\"what?\\")"; exec cat >/dev/null\n' >complains
printf '#!/bin/sh\nhead -c 100000 /dev/urandom; exec cat >/dev/null\n' >babbles
printf '#!/bin/sh\nwhile echo sat; do :; done\n' >agrees
printf '#!/bin/sh\nexec sleep 1000\n' >hangs
chmod +x dies complains babbles agrees hangs
expect 5 'UNKNOWN .*the solver has ended' "$EDGEWISE" --check=assert --engine=ic3cfa --solver="smtlib:$PWD/dies" safe.c
expect 5 'UNKNOWN .*says: .error .what' "$EDGEWISE" --check=assert --engine=ic3cfa --solver="smtlib:$PWD/complains" safe.c
expect 5 'UNKNOWN' "$EDGEWISE" --check=assert --engine=ic3cfa --solver="smtlib:$PWD/babbles" safe.c
expect 5 'UNKNOWN .*timeout' "$EDGEWISE" --check=assert --engine=ic3cfa --timeout=2 --solver="smtlib:$PWD/hangs" safe.c
expect 5 'UNKNOWN .*a model that is none' "$EDGEWISE" --check=assert --engine=ic3cfa --solver="smtlib:$PWD/agrees" safe.c
printf '#!/bin/sh\nwhile echo unsat && echo "()"; do :; done\n' >denies
chmod +x denies
run "$EDGEWISE" --check=assert --engine=ic3cfa --bug-report=denied.txt --solver="smtlib:$PWD/denies" unsafe.c
[ "$code" = 5 ] || [ "$code" = 6 ] || fail "a solver that denies everything got exit code $code"
! pgrep -f "$PWD/hangs" >/dev/null || fail "a solver was left behind"
