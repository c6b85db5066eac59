# Contracts are obligations: what a verdict took from one that nobody proved is named.
programs=$ROOT/test/programs

"$EDGEWISE" --check=assert --replace=next "$programs/contract_replace_true.c" > out 2> err
grep -q '^Assuming contracts: .*(next)' out
if grep -q '^Assuming rounding-mode' out; then
    echo "the program sets no rounding mode"
    exit 1
fi
"$EDGEWISE" --check=assert --enforce=down --replace=down "$programs/contract_replace_recursion_true.c" > out 2> err
if grep -q '^Assuming contracts:' out; then
    echo "a contract that this run proves is no assumption"
    exit 1
fi
"$EDGEWISE" --check=assert --replace=never "$programs/contract_replace_vacuous.c" > out 2> err
grep -q 'vacuous' err
grep -q '^Assuming contracts: .*(never)' out

# a global variable that a contract does not speak of
cat > global.c <<'END'
int count;
void step(int *p)
__CPROVER_requires(__CPROVER_is_fresh(p, sizeof(*p)))
__CPROVER_assigns(*p)
__CPROVER_ensures(*p == 1)
{
    count++;
    *p = 1;
}
END
status=0
"$EDGEWISE" --check=assert --enforce=step global.c > out 2> err || status=$?
test $status = 5
grep -q 'a write to count, which the assigns clause does not name' out
sed 's/assigns(\*p)/assigns(*p, count)/' global.c > named.c
"$EDGEWISE" --check=assert --enforce=step named.c > out 2> err
grep -q 'result: TRUE' out
sed '/count++/s/.*/extern void tick(void); if (!count) tick();/' global.c > outside.c
"$EDGEWISE" --check=assert --enforce=step outside.c > out 2> err
grep -q '^Assuming globals-kept: .*(count)' out

status=0
"$EDGEWISE" --replace=nobody "$programs/contract_replace_true.c" > out 2> err || status=$?
test $status = 1
grep -q -- '--replace=nobody: no file has a contract for it' err

# edgewise.h, found without being installed; compilers see nothing of it
cat > own.c <<'END'
#include <edgewise.h>
int half(int n)
edgewise_requires(n >= 0)
edgewise_ensures(2 * edgewise_result <= n)
{
    edgewise_check(n != 6);
    return n / 2;
}
int main(void) {
    int x = 3;
    edgewise_any(x);
    edgewise_assume(x >= 0 && x < 6);
    return half(x) > 2;
}
END
"$EDGEWISE" --check=assert own.c > out 2> err
grep -q 'result: TRUE' out
sed 's/x < 6/x < 7/' own.c > more.c
status=0
"$EDGEWISE" --check=assert more.c > out 2> err || status=$?
test $status = 10
sed 's/n != 6/1/' own.c > contract.c
"$EDGEWISE" --check=assert --enforce=half contract.c > out 2> err
grep -q 'result: TRUE' out
sed 's/n \/ 2/n \/ 2 + 1/' contract.c > wrong.c
status=0
"$EDGEWISE" --check=assert --enforce=half wrong.c > out 2> err || status=$?
test $status = 10
cc -I "$ROOT/src/frontend/dialects" -Wall -Wextra -Werror -pedantic -c own.c -o own.o
