# Output files: whole or absent, never over an input, never stale, and what cannot be written is said with exit code 1.
. "$ROOT/test/cli/lib.sh"
write_programs
# An output that is an input is refused before anything happens
cp unsafe.c before.c
ln -s unsafe.c link.c
ln unsafe.c hard_link.c
for option in witness harness sarif certificate record; do
    for target in unsafe.c ./unsafe.c link.c hard_link.c; do
        expect 1 'is an input' "$EDGEWISE" --check=assert --$option=$target unsafe.c
        cmp unsafe.c before.c || fail "--$option=$target has changed an input"
    done
done
printf 'format_version: "2.0"\ninput_files: "unsafe.c"\n' >task.yml
expect 1 'is an input' "$EDGEWISE" --harness=unsafe.c task.yml
expect 1 'is an input' "$EDGEWISE" --harness=task.yml task.yml
cmp unsafe.c before.c || fail "an input that a task names has changed"
expect 1 'target of two outputs' "$EDGEWISE" --check=assert --harness=x --witness=x unsafe.c
# What an earlier run has left does not look like a result of this one
expect 10 FALSE "$EDGEWISE" --check=assert --harness=h.c --witness=w.yml unsafe.c
[ -s h.c ] && [ -s w.yml ] || fail "no outputs"
expect 0 TRUE "$EDGEWISE" --check=assert --harness=h.c --witness=w.yml safe.c
[ ! -e h.c ] || fail "a stale harness"
expect 5 timeout "$EDGEWISE" --check=assert --timeout=1 --witness=w.yml hard.c
[ ! -e w.yml ] || fail "a stale witness"
echo 'int main(' >broken.c
echo stale >w.yml
expect 1 'compilation failed' "$EDGEWISE" --check=assert --witness=w.yml broken.c
[ ! -e w.yml ] || fail "a stale witness after an error"
# A symbolic link is followed and stays
echo old >real.yml
ln -s real.yml alias.yml
expect 10 FALSE "$EDGEWISE" --check=assert --witness=alias.yml unsafe.c
[ -L alias.yml ] && grep -q entry_type alias.yml || fail "a link was not followed"
[ -z "$(find . -name '*.edgewise-*')" ] || fail "a temporary file is left beside an output"
# What cannot be written is known before the proof starts
start=$(date +%s)
expect 1 'cannot be written' "$EDGEWISE" --timeout=30 --witness=nowhere/w.yml hard.c
expect 1 'cannot be written' "$EDGEWISE" --check=assert --timeout=30 --witness=. hard.c
[ $(($(date +%s) - start)) -le 10 ] || fail "an output that cannot be written was found out late"
mkdir readonly
chmod 555 readonly
if ! touch readonly/x 2>/dev/null; then
    expect 1 'cannot be written' "$EDGEWISE" --check=assert --timeout=30 --sarif=readonly/x hard.c
else
    rm readonly/x # a superuser writes anywhere; /proc is for nobody
    expect 1 'cannot be written' "$EDGEWISE" --check=assert --timeout=30 --sarif=/proc/x.sarif hard.c
fi
# ... or after the verdict
ln -s /dev/full full.yml
for option in witness sarif harness; do
    expect 1 'FALSE' "$EDGEWISE" --check=assert --$option=full.yml unsafe.c
    grep -q 'full.yml: cannot be written' err || { cat err >&2; fail "--$option=/dev/full: not said"; }
done
expect 1 'TRUE' "$EDGEWISE" --check=assert --certificate=/dev/full safe.c
expect 1 'TRUE' "$EDGEWISE" --check=assert --engine=ic3cfa --record=/dev/full safe.c
code=0
"$EDGEWISE" --check=assert safe.c >/dev/full 2>err || code=$?
[ "$code" = 1 ] || fail "standard output is full: exit code $code"
grep -q 'standard output' err || fail "standard output is full, and nobody says so"
code=0
"$EDGEWISE" --check=assert --json safe.c >/dev/full 2>err || code=$?
[ "$code" = 1 ] || fail "--json to a full device: exit code $code"
# A full disk: no half of a file is there.
mkdir small
if mount -t tmpfs -o size=8k none small 2>/dev/null; then
    trap 'umount small' EXIT
    head -c 8192 /dev/zero >small/filler 2>/dev/null || true
    expect 1 'FALSE' "$EDGEWISE" --check=assert --sarif=small/s.json --witness=w.yml unsafe.c
    [ "$(ls small)" = filler ] || fail "half of a file is left on a full disk: $(ls small)"
    [ -s w.yml ] || fail "one full disk has kept another output from being written"
    umount small
    trap - EXIT
else
    echo "no file system could be mounted: a full disk is tested by /dev/full only" >&2
fi
expect 0 '"runs"' "$EDGEWISE" --check=assert --sarif=- --quiet safe.c
start=$(date +%s)
expect 1 'witness is .yml' "$EDGEWISE" --timeout=30 --witness=w.txt hard.c
[ $(($(date +%s) - start)) -le 10 ] || fail "a witness of an unknown kind was found out late"
