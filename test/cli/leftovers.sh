# Nothing is left behind: neither files in $TMPDIR nor processes, also by runs that are killed, and limits hold for children.
. "$ROOT/test/cli/lib.sh"
write_programs
empty() { [ -z "$(ls "$TMPDIR")" ] || { ls -R "$TMPDIR" >&2; fail "$*: something is left in TMPDIR"; }; }
# A compiler that works for long: macros that expand to millions of tokens
python3 -c 'print("#define A x,x,x,x,x,x,x,x\n" + "".join(f"#define {chr(66+i)} {chr(65+i)},{chr(65+i)},{chr(65+i)},{chr(65+i)},{chr(65+i)},{chr(65+i)}\n" for i in range(9)) + "int x; int y[] = {J};int main(){return 0;}")' >slow.c
start=$(date +%s%N)
expect 5 'UNKNOWN \(timeout\)' "$EDGEWISE" --check=assert --timeout=2 slow.c
took=$((($(date +%s%N) - start) / 1000000))
[ $took -le 4500 ] || fail "--timeout=2 took $took ms in the compiler"
empty timeout in the compiler
# Time is up while the program is compiled for the replay, or for the search, or somewhere else
python3 -c 'print("extern void reach_error(void);\nint y[] = {" + ",".join(str(i) for i in range(300000)) + "};\nint main(void) { if (y[5] == 5) reach_error(); return 0; }")' >large.c
for seconds in 1 2 3 4; do
    run "$EDGEWISE" --check=assert --timeout=$seconds large.c
    [ "$code" = 5 ] || [ "$code" = 10 ] || { cat out err >&2; fail "--timeout=$seconds: exit code $code"; }
    empty timeout after $seconds s
done
# The memory of all children together: the compiler alone takes more than that
expect 5 'UNKNOWN \(out of memory\)' "$EDGEWISE" --check=assert --memory=150 --timeout=60 slow.c
empty out of memory in the compiler
# A run that is killed cannot clean up; the next one does
"$EDGEWISE" --check=assert --timeout=60 hard.c >out 2>err &
pid=$!
for i in $(seq 50); do
    ls "$TMPDIR" | grep -q "^edgewise-$pid-" && break
    sleep 0.1
done
folder=$(ls "$TMPDIR" | grep "^edgewise-$pid-") || fail "no folder with the number of the process"
mkdir "$TMPDIR/$folder/sub"
touch "$TMPDIR/$folder/sub/file"
expect 10 FALSE "$EDGEWISE" --check=assert unsafe.c
[ -d "$TMPDIR/$folder" ] || fail "the folder of a run that is alive was removed"
kill -KILL $pid
wait $pid 2>/dev/null || true
[ -d "$TMPDIR/$folder" ] || fail "nothing is left of a killed run, so nothing is tested"
mkdir "$TMPDIR/edgewise-1-notours" # no name of ours
for i in $(seq 50); do
    expect 10 FALSE "$EDGEWISE" --check=assert unsafe.c
    [ -d "$TMPDIR/$folder" ] || break
    sleep 0.2
done
[ ! -d "$TMPDIR/$folder" ] || fail "the folder of a killed run is left"
rmdir "$TMPDIR/edgewise-1-notours" || fail "a folder of somebody else was removed"
empty killed run
# A report of a fault goes where it is told, to a new file (the fault is a solver that differs, which nobody has at hand: the
# option is checked for what it must not do)
expect 0 TRUE "$EDGEWISE" --check=assert --bug-report=report.txt safe.c
[ ! -e report.txt ] || fail "a report without a fault"
