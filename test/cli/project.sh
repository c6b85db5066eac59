# edgewise project: plan, run, merge; going on after an interruption; reports; every runner that is here.
. "$ROOT/test/cli/lib.sh"
write_programs
# good COMMAND...: exit code 0, whatever it says
good() {
    run "$@"
    [ "$code" = 0 ] || { cat out err >&2; fail "exit code $code: $*"; }
}
XDG_CACHE_HOME=$PWD/cache
export XDG_CACHE_HOME
cat >lib.c <<'END'
#include <assert.h>
int twice(int a) { assert(a < 1000000 || a > 5); return 2 * a; }
static int hidden(int a) { return a; }
int second(int a) { return hidden(a); }
END
echo 'int main(void) { return x; }' >broken.c

# The plan: main where there is one, else what others can call; a file with errors is a job.
expect 0 '"name":"lib.c:twice"' "$EDGEWISE" project --check=assert --plan=- safe.c unsafe.c lib.c broken.c
[ "$("$EDGEWISE" project --check=assert --plan=- safe.c unsafe.c lib.c broken.c | wc -l)" = 5 ] || fail "not five jobs"
expect 0 '"--check=division"' "$EDGEWISE" project --plan=- --check-groups=assert/division safe.c
expect 0 '"--entry=twice"' "$EDGEWISE" project --check=assert --plan=- --functions=twice,none lib.c safe.c
expect 1 'nothing to do' "$EDGEWISE" project
expect 1 'is for .edgewise project' "$EDGEWISE" --merge safe.c

# All of it, and its reports.
expect 10 '^ERROR .*broken.c:1:25: error: use of undeclared' "$EDGEWISE" project --check=assert --jobs=2 --junit=j.xml --markdown=m.md --html=i.html \
    --sarif=s.json --write-baseline=base safe.c unsafe.c lib.c broken.c
grep -q '^5 jobs: 3 TRUE, 1 FALSE, 1 ERROR$' out || { cat out >&2; fail "counts"; }
[ "$(last_line)" = 'Verification result: FALSE' ] || fail "the last line"
cp out first
python3 - <<'END' || fail "a report is not what it should be"
import json, xml.etree.ElementTree as tree, html.parser
suite = tree.parse("j.xml").getroot()
assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("5", "1", "1"), suite.attrib
assert suite.find("testcase[@name='twice']").get("classname") == "lib.c"
log = json.load(open("s.json"))
assert log["version"] == "2.1.0" and len(log["runs"]) == 1
run = log["runs"][0]
fails = [r for r in run["results"] if r["level"] == "error"]
assert len(fails) == 1 and fails[0]["properties"]["job"] == "unsafe.c"
assert all(run["tool"]["driver"]["rules"][r["ruleIndex"]]["id"] == r["ruleId"] for r in run["results"])
html.parser.HTMLParser().feed(open("i.html").read())
assert "### Failures" in open("m.md").read()
END
expect 0 '5 of 5 jobs have a result' "$EDGEWISE" project --status
expect 10 '5 jobs' "$EDGEWISE" project --merge
cmp -s out first || fail "--merge says something else"

# The baseline: known findings do not fail, new ones do. A finished run is the last one for the next.
expect 0 'known .*unsafe.c' "$EDGEWISE" project --check=assert --baseline=base safe.c unsafe.c
grep -q 'since the last run: 0 new failures, 0 fixed, 0 newly undecided' out || fail "no comparison"
sed 's/b > 3/b > 3 \&\& a != 7/' unsafe.c >u2 && cp safe.c s2 && mv u2 unsafe.c
sed 's/y++/y += 1 + (y == 77)/' s2 >safe.c
expect 10 'FALSE  *safe.c .*\[new\]' "$EDGEWISE" project --check=assert --baseline=base --markdown=m.md safe.c unsafe.c
grep -q '1 new failure, 1 fixed' out || { cat out >&2; fail "new and fixed"; }
grep -q '### New failures' m.md && grep -q '### Fixed' m.md || fail "Markdown has no comparison"
expect 1 'baseline cannot be read' "$EDGEWISE" project --merge --baseline=nowhere
write_programs

# One job at a time, by anybody: exactly one result each, however often it is run.
good "$EDGEWISE" project --check=assert --folder=alone --plan=p.jsonl safe.c unsafe.c
expect 5 '0 of 2 jobs' "$EDGEWISE" project --folder=alone --plan=p.jsonl --status
good "$EDGEWISE" project --folder=alone --plan=p.jsonl --run=1
good "$EDGEWISE" project --folder=alone --plan=p.jsonl --run=1
expect 10 'NO RESULT  *safe.c' "$EDGEWISE" project --folder=alone --plan=p.jsonl --merge
expect 1 'jobs 0 to 1' "$EDGEWISE" project --folder=alone --plan=p.jsonl --run=2
good "$EDGEWISE" project --folder=alone --plan=p.jsonl --run=0
[ "$(ls alone/results | wc -l)" = 2 ] || fail "not two results"
expect 10 '1 TRUE, 1 FALSE' "$EDGEWISE" project --folder=alone --plan=p.jsonl --merge
cp out alone.txt

# A damaged result is no result; a list that is none is an error with its line.
echo '{' >"alone/results/$(ls alone/results | head -n 1)"
expect 10 '1 without a result|NO RESULT' sh -c '"$0" project --folder=alone --plan=p.jsonl --merge; exit 10' "$EDGEWISE"
printf '{"name": "a"}\n' >bad.jsonl
expect 1 'bad.jsonl:1' "$EDGEWISE" project --folder=alone --plan=bad.jsonl --merge
printf 'x\n' >bad.jsonl
expect 1 'bad.jsonl:1' "$EDGEWISE" project --folder=alone bad.jsonl

# Ctrl-C: what is there stays, and the same command goes on.
"$EDGEWISE" project --check=assert --folder=stop --jobs=1 --timeout=60 safe.c hard.c unsafe.c >out 2>err &
pid=$!
for i in $(seq 200); do [ -n "$(ls stop/results 2>/dev/null)" ] && break; sleep 0.1; done
kill -INT $pid
code=0; wait $pid || code=$?
[ $code = 5 ] && grep -q 'the same command goes on' err || { cat out err >&2; fail "interrupted: exit code $code"; }
! ls stop/results/.[0-9a-f]* 2>/dev/null | grep -q . || fail "drafts are left"
sed -i 's/16444432182628678237ul/15ul/' hard.c
expect 10 'going on with an unfinished run: [12] of 3' "$EDGEWISE" project --check=assert --folder=stop --jobs=1 --timeout=60 safe.c hard.c unsafe.c

# Other runners give the same report.
skipped=
if command -v ninja >where; then
    expect 10 '1 TRUE, 1 FALSE' "$EDGEWISE" project --check=assert --folder=n --runner=ninja safe.c unsafe.c
    cmp -s out alone.txt || { cat out >&2; fail "ninja's report differs"; }
else skipped="$skipped ninja"; fi
expect 10 '1 TRUE, 1 FALSE' "$EDGEWISE" project --check=assert --folder=s --runner=sh safe.c unsafe.c
cmp -s out alone.txt || { cat out >&2; fail "the shell's report differs"; }
if command -v parallel >where; then
    expect 10 "1 TRUE, 1 FALSE" "$EDGEWISE" project --check=assert --folder=p --runner="parallel -j2" safe.c unsafe.c
    cmp -s out alone.txt || { cat out >&2; fail "the report of GNU parallel differs"; }
else skipped="$skipped parallel"; fi
expect 1 'cannot be started' "$EDGEWISE" project --check=assert --folder=nobody --runner=no-such-launcher safe.c

# One hard program, split.
expect 0 'decided by safe.c --engine' "$EDGEWISE" project --check=assert --folder=split --split --jobs=2 safe.c
expect 1 'is for one program' "$EDGEWISE" project --check=assert --folder=split2 --split safe.c unsafe.c

[ -z "$skipped" ] || echo "skipped: no$skipped"
