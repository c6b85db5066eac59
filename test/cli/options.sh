. "$ROOT/test/cli/lib.sh"
write_programs
expect 0 '^usage: edgewise' "$EDGEWISE" --help
expect 0 '--ctg-depth' "$EDGEWISE" --help=all
expect 0 'spin18-all' "$EDGEWISE" --help=presets
expect 0 '^edgewise [0-9]+\.[0-9]+\.[0-9]+$' "$EDGEWISE" --version
expect 1 'no help on' "$EDGEWISE" --help=nonsense
expect 1 'no input file' "$EDGEWISE"
expect 1 'did you mean --timeout' "$EDGEWISE" --timeuot=3 safe.c
expect 1 'contradict' "$EDGEWISE" --32 --64 safe.c
expect 1 'contradict' "$EDGEWISE" --verbose --quiet safe.c
expect 1 'takes one of' "$EDGEWISE" --engine=magic safe.c
expect 1 'takes a number' "$EDGEWISE" --timeout=soon safe.c
expect 1 'needs a value' "$EDGEWISE" safe.c --spec
expect 1 'unknown preset' "$EDGEWISE" --preset=none safe.c
expect 1 "there is no 'nobody'; known are affine, .*regions" "$EDGEWISE" --without=bmc,nobody safe.c
expect 0 TRUE "$EDGEWISE" --without=sums,bmc,kind,fuzz,regions safe.c
expect 5 'no engine could run' "$EDGEWISE" --check=assert --no-lemmas --without=bmc,ic3cfa,kind,fuzz,cells,regions,unwind safe.c
expect 1 'with --engine=ic3cfa there is no other engine' "$EDGEWISE" --engine=ic3cfa --without=bmc safe.c
expect 1 'ic3cfa runs alone and without lemmas; see --lemmas' "$EDGEWISE" --engine=ic3cfa --without=sums safe.c
expect 1 'the engine regions takes none' "$EDGEWISE" --engine=regions --lemmas safe.c
expect 0 'candidate lemmas proposed' "$EDGEWISE" --engine=ic3cfa --lemmas --without=sums --stats safe.c
expect 0 TRUE "$EDGEWISE" --engine=kind --without=sums safe.c
expect 0 'Statistics:' "$EDGEWISE" --stats safe.c
[ "$(last_line)" = "Verification result: TRUE" ] || fail "the verdict is not the last line"
expect 0 'TRUE' "$EDGEWISE" --quiet safe.c
[ "$(cat out)" = "Verification result: TRUE" ] || fail "--quiet prints more than the verdict"
[ ! -s err ] || fail "--quiet writes to stderr"
expect 10 'FALSE \(unreach-call\)' "$EDGEWISE" --check=assert unsafe.c
[ "$(last_line)" = "Verification result: FALSE (unreach-call)" ] || fail "the verdict is not the last line"
expect 0 'translated: [0-9]+ locations' "$EDGEWISE" --verbose safe.c
for what in cfa dot chc llvm; do expect 0 . "$EDGEWISE" --emit=$what safe.c; done
expect 0 'invariant at safe.c:5:5 in main \(loop head\)' "$EDGEWISE" --engine=ic3cfa --show-invariant safe.c
