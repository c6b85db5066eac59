# --each-function on three small packages of the distribution: a table, no crash, no fault. Skipped where
# their sources cannot be had.
. "$ROOT/test/cli/lib.sh"
command -v apt-get >where || { echo "apt-get is not there"; exit 77; }
for package in ascii sysvbanner sl; do
    timeout 60 apt-get -qq source "$package" >log 2>&1 || { echo "apt-get source $package is not available"; exit 77; }
done
make -s -C ascii-*/ splashscreen.h nametable.h >log 2>&1 || { cat log >&2; fail 'the headers of ascii'; }
for file in ascii-*/ascii.c sysvbanner-*/sysvbanner.c sl-*/sl.c; do
    cc -E -DREVISION=3.18 "$file" >log 2>&1 || continue # a header of another package is missing
    run "$EDGEWISE" --each-function --jobs=1 --timeout=2 -DREVISION=3.18 "$file"
    case $code in 0 | 5 | 10) ;; *) cat out err >&2; fail "exit code $code for $file" ;; esac
    last_line | grep -q ' not supported$' || { cat out err >&2; fail "no table for $file"; }
done
