# The archive for SV-COMP runs from any folder, and the Debian package has what it should; where zip and debhelper are there.
. "$ROOT/test/cli/lib.sh"
build=$(dirname "$EDGEWISE")
case $EDGEWISE in *check*) echo "the sanitized build is not packed"; exit 77 ;; esac
skipped=
if command -v zip >where && command -v unzip >where; then
    "$ROOT/tools/make-svcomp" "$build" archive.zip >out || fail "make-svcomp"
    mkdir 'a folder' elsewhere && cd 'a folder' && unzip -q ../archive.zip && cd ../elsewhere
    "../a folder/edgewise/smoketest.sh" >../out 2>../err || { cat ../out ../err >&2; fail "the smoke test"; }
    cd ..
    [ -f 'a folder/edgewise/LICENSE' ] && [ -f 'a folder/edgewise/README.md' ] || fail "the archive has no license or no README"
    rm -rf 'a folder' archive.zip
else skipped="$skipped zip"; fi
if command -v dh >where && command -v dpkg-buildpackage >where; then
    ninja -C "$build" >out || fail "not all of the release build can be made"
    mkdir tree
    cp -r "$ROOT/packaging/debian" tree/debian
    cp "$ROOT/LICENSE" tree/
    (cd tree && EDGEWISE_BUILD=$build dpkg-buildpackage -d -us -uc -b >../out 2>&1) || { tail -20 out >&2; fail "the package cannot be made"; }
    dpkg-deb -c edgewise_*.deb >contents
    grep -q 'bin/edgewise$' contents && grep -q 'edgewise.1' contents || { cat contents >&2; fail "the package is not whole"; }
    dpkg-deb -f edgewise_*.deb Depends | grep -q 'libz3-4.*clang-19' || fail "the package's dependencies"
    dpkg-deb -x edgewise_*.deb root
    expect 0 'edgewise 0' "$(find root -name edgewise -type f -perm -1 | head -n 1)" --version
else skipped="$skipped debhelper"; fi
[ -z "$skipped" ] || echo "skipped: no$skipped"
