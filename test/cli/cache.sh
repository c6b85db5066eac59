# --cache: the second run is answered from the folder, whatever changed that does not matter; damaged, forged and foreign
# entries never change a verdict; concurrent runs, full and unwritable folders do no harm.
. "$ROOT/test/cli/lib.sh"
write_programs

known='cache: [0-9a-f]*: known'
kept='cache: [0-9a-f]*: kept'

expect 0 "$kept" "$EDGEWISE" --check=assert -v --cache=c safe.c
expect 0 "$known" "$EDGEWISE" --check=assert -v --cache=c safe.c
[ "$(last_line)" = 'Verification result: TRUE' ] || fail "no TRUE from the cache"
grep -q 'checked by z3 on the whole program' err || fail "a hit is not checked like a fresh proof"
expect 10 "$kept" "$EDGEWISE" --check=assert -v --cache=c unsafe.c
expect 10 "$known" "$EDGEWISE" --check=assert -v --cache=c unsafe.c
grep -q 'the compiled program reaches the error' out err || fail "a hit is not run like a fresh trace"
expect 0 '"cache_hits": 1' "$EDGEWISE" --check=assert --json --cache=c safe.c

# Comments, layout and names do not matter; code does, and so does the engine that was asked for.
sed "s/\\bx\\b/counter/g; s/\\by\\b/other/g; 1i /* a comment */" safe.c >renamed.c
expect 0 "$known" "$EDGEWISE" --check=assert -v --cache=c renamed.c
sed 's/y++/y += 1 + (y == 77)/' safe.c >changed.c
expect 10 'cache: [0-9a-f]*: not there' "$EDGEWISE" --check=assert -v --cache=c changed.c
expect 0 'cache: [0-9a-f]*: not there' "$EDGEWISE" --check=assert -v --cache=c --engine=ic3cfa safe.c

# A changed loop: what was proved of the earlier version is tried first. Facts of an unsafe version's ancestor prove nothing.
sed 's/y++;/y++; if (y > n) y = n;/' safe.c >later.c
expect 0 'earlier proof: [0-9]+ facts, [1-9]' "$EDGEWISE" --check=assert -v --cache=c later.c
! "$EDGEWISE" --check=assert -v --cache=e --without=earlier safe.c 2>&1 | grep -q 'earlier proof:' || fail "--without=earlier"
sed 's/x++;/x++; if (x == 9) y--;/' safe.c >worse.c
expect 10 'Verification result: FALSE' "$EDGEWISE" --check=assert -v --cache=c worse.c

# --no-cache wins; without recheck nothing is kept.
! "$EDGEWISE" --check=assert -v --no-cache --cache=c safe.c 2>&1 | grep -q 'cache:' || fail "--no-cache uses the cache"
"$EDGEWISE" --check=assert -v --no-recheck --cache=new safe.c >out 2>&1
! grep -Eq "$kept" out || fail "what was not checked is kept"
expect 0 '0 entries' "$EDGEWISE" cache stat --cache=new

# Statuses of single checks go through the cache as well.
expect 10 "$kept" "$EDGEWISE" -v --cache=k --check=standard unsafe.c
expect 10 "$known" "$EDGEWISE" -v --cache=k --check=standard unsafe.c

# Maintenance.
expect 0 '7 entries' "$EDGEWISE" cache stat --cache=c
expect 0 '7 entries, 0 damaged' "$EDGEWISE" cache verify --cache=c
expect 1 "takes stat, clear or verify, not 'sort'" "$EDGEWISE" cache sort --cache=c
expect 1 'and nothing else' "$EDGEWISE" cache stat --cache=c safe.c

# The default folder is the user's.
XDG_CACHE_HOME=$PWD/home/cache
export XDG_CACHE_HOME
mkdir home
expect 0 "$kept" "$EDGEWISE" --check=assert -v --cache=auto safe.c
expect 0 '[1-9] entries' "$EDGEWISE" cache stat
[ -d home/cache/edgewise ] || fail "the default folder is elsewhere"

# --cache-trust: no check, and the verdict says so; not where others can write.
expect 0 'unchecked-proof' "$EDGEWISE" --check=assert --cache=auto --cache-trust safe.c
chmod 777 home/cache/edgewise
expect 1 'others can write' "$EDGEWISE" --check=assert --cache=auto --cache-trust safe.c
cp -r c good
first=$(ls c | head -n 1)
printf x >>"c/$first"
expect 1 "damaged: $first" "$EDGEWISE" cache verify --cache=c

# Entries with right checksums and wrong contents: that of another program, a proof that is none, a trace that is none.
cat >forge.py <<'END'
import hashlib, os, random, sys
folder, seed = sys.argv[1], int(sys.argv[2])
random.seed(seed)
names = sorted(n for n in os.listdir(folder) if n.endswith(".proof"))
bodies = [open(f"{folder}/{n}").read().split("\n", 3)[3] for n in names]
shifted = random.sample(bodies, len(bodies))
for name, own, other in zip(names, bodies, shifted):
    words = own.split()
    kind = random.randrange(4)
    if kind == 0:
        body = other
    elif kind == 1:
        words[random.randrange(len(words))] = f"{random.randrange(20):x}"
        body = " ".join(words) + " "
    elif kind == 2:
        body = " ".join(words[:random.randrange(1, len(words))]) + " "
    else:
        body = "1 0 0 1 " + "3 " + "0 " * 3 if words[0] == "2" else "2 0 0 0 "
    key = name[:64]
    with open(f"{folder}/{name}", "w") as f:
        f.write(f"edgewise-proof 1\nkey {key}\nsum {hashlib.sha256(body.encode()).hexdigest()}\n{body}")
END
for seed in 1 2 3 4; do
    rm -rf c
    cp -r good c
    python3 forge.py c $seed
    expect 0 'result: TRUE' "$EDGEWISE" --check=assert --cache=c safe.c
    expect 10 'result: FALSE' "$EDGEWISE" --check=assert --cache=c unsafe.c
    expect 10 'result: FALSE' "$EDGEWISE" --check=assert --cache=c changed.c
    expect 0 "$known" "$EDGEWISE" --check=assert -v --cache=c safe.c # a fresh proof has taken the place
done

# A link out of the folder is neither read nor written through.
rm -rf c
expect 0 "$kept" "$EDGEWISE" --check=assert -v --cache=c safe.c
for entry in $(ls c); do
    cp "c/$entry" "outside.$entry"
    ln -sf "../outside.$entry" "c/$entry"
done
before=$(cat outside.* | sha256sum)
expect 0 'not there' "$EDGEWISE" --check=assert -v --cache=c safe.c
! grep -q 'earlier proof:' err || fail "facts were read through a link"
[ "$(cat outside.* | sha256sum)" = "$before" ] || fail "written through a link"
[ -z "$(find c -type l)" ] || fail "a link is still there"

# Several at once.
rm -rf c
for i in 1 2 3; do "$EDGEWISE" --check=assert --cache=c safe.c >"out$i" 2>/dev/null & done
wait
for i in 1 2 3; do [ "$(tail -n 1 "out$i")" = 'Verification result: TRUE' ] || fail "concurrent run $i"; done
expect 0 '2 entries, 0 damaged' "$EDGEWISE" cache verify --cache=c # the verdict, and the facts for later versions
[ "$(ls -A c | wc -l)" = 2 ] || fail "something was left in the folder"

# What cannot be used is said, or does not matter.
expect 1 'cannot be (made|used)' "$EDGEWISE" --check=assert --cache=safe.c safe.c
expect 1 'cannot be made' "$EDGEWISE" --check=assert --cache=no/such/folder safe.c
expect 0 'result: TRUE' "$EDGEWISE" --check=assert --cache=/proc/self safe.c # nothing can be written there
expect 0 'cache: .*: kept' "$EDGEWISE" --check=assert -v --cache=tiny --cache-size=0.001 safe.c
expect 0 '2 entries removed' "$EDGEWISE" cache clear --cache=c
printf 'aag 0 0 0 1 0\n0\n' >model.aag
expect 1 'is for C programs' "$EDGEWISE" --cache=c model.aag
