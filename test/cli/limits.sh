# Time is up, Ctrl-C, a status line only on a terminal. The runner checks that no temporary file is left.
. "$ROOT/test/cli/lib.sh"
write_programs
start=$(date +%s)
expect 5 'UNKNOWN \(timeout\)' "$EDGEWISE" --check=assert --timeout=1 hard.c
[ "$(last_line)" = "Verification result: UNKNOWN (timeout)" ] || fail "the verdict is not the last line"
[ $(($(date +%s) - start)) -le 8 ] || fail "--timeout=1 took too long"
# An engine has its proof at once, but the check takes longer than there is time: that is a timeout, too
cat >product.c <<'END'
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);
int main(void) {
    unsigned long a = __VERIFIER_nondet_ulong(), b = __VERIFIER_nondet_ulong(), c = __VERIFIER_nondet_ulong();
    if (a > 1 && b > 1 && a < 4294967296ul && b < 4294967296ul && a * b == 18446744030759878681ul && c * c * c + a == b * b) reach_error();
    return 0;
}
END
run "$EDGEWISE" --check=assert --timeout=1 product.c
case $(last_line) in
    *'UNKNOWN (timeout)' | *TRUE) ;;
    *) cat out err >&2; fail "neither a verdict nor that time is up" ;;
esac
for signal in INT TERM; do
    "$EDGEWISE" --check=assert --timeout=60 hard.c >out 2>err &
    pid=$!
    sleep 2
    kill -$signal $pid
    code=0
    wait $pid || code=$?
    [ "$code" = 5 ] || { cat out err >&2; fail "$signal: exit code $code"; }
    [ "$(last_line)" = "Verification result: UNKNOWN (interrupted)" ] || { cat out err >&2; fail "$signal: no verdict"; }
done
"$EDGEWISE" --check=assert --timeout=60 --json hard.c >out 2>err &
pid=$!
sleep 2
kill -INT $pid
wait $pid || true
python3 -c 'import json,sys; r = json.load(open("out")); assert r["verdict"] == "UNKNOWN" and r["reason"] == "interrupted", r'
# Ctrl-C in the middle of the compiler: a macro that expands for long
python3 -c 'print("#define A x,x,x,x,x,x,x,x\n" + "".join(f"#define {chr(66+i)} {chr(65+i)},{chr(65+i)},{chr(65+i)},{chr(65+i)},{chr(65+i)},{chr(65+i)}\n" for i in range(9)) + "int x; int y[] = {J};int main(){return 0;}")' >slow.c
"$EDGEWISE" --check=assert slow.c >out 2>err &
pid=$!
sleep 1
kill -INT $pid
code=0
wait $pid || code=$?
[ "$code" = 5 ] || { cat out err >&2; fail "interrupted compiler: exit code $code"; }
python3 - <<'END'
import os, pty, subprocess
def run(on_terminal):
    master, slave = pty.openpty()
    err = slave if on_terminal else subprocess.PIPE
    p = subprocess.Popen([os.environ["EDGEWISE"], "--timeout=2", "hard.c"], stdin=subprocess.DEVNULL,
                         stdout=subprocess.PIPE, stderr=err, env=dict(os.environ, TERM="xterm"))
    os.close(slave)
    out, text = p.communicate()
    if on_terminal:
        text = b""
        try:
            while True:
                text += os.read(master, 4096)
        except OSError:
            pass
    os.close(master)
    return out, text
out, shown = run(True)
assert b"s left" in shown and b"\r" in shown and b"hard.c" in shown, shown
assert b"\r" not in out and out.endswith(b"Verification result: UNKNOWN (timeout)\n"), out
out, shown = run(False)
assert b"s left" not in shown and b"\r" not in shown, shown
END
# More memory than allowed: a verdict all the same, by every way of running, and no temporary file (the runner looks)
for engine in portfolio ic3cfa bmc kind; do
    expect 5 'UNKNOWN \(out of memory\)' "$EDGEWISE" --check=assert --memory=10 --timeout=60 --engine=$engine hard.c
    [ "$(last_line)" = "Verification result: UNKNOWN (out of memory)" ] || fail "the verdict is not the last line"
done
run "$EDGEWISE" --check=assert --memory=10 --timeout=60 --json hard.c
[ "$code" = 5 ] || { cat out err >&2; fail "--json --memory: exit code $code"; }
python3 -c 'import json; r = json.load(open("out")); assert (r["verdict"], r["reason"], r["exit_code"]) == ("UNKNOWN", "out of memory", 5), r'
