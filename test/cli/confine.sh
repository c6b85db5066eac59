# --confine=DIR: nothing outside of DIR and the system's include folders is read for a program of a stranger.
. "$ROOT/test/cli/lib.sh"
write_programs
mkdir in out.d
cp safe.c unsafe.c in/
echo '#define SECRET 1' >out.d/secret.h
echo 'secret words' >out.d/secret.txt
code=0
"$EDGEWISE" --check=assert --confine=in in/safe.c >out 2>err || code=$?
if grep -q 'needs landlock' err; then
    [ "$code" = 1 ] || fail "no landlock, but exit code $code"
    exit 77
fi
[ "$code" = 0 ] || { cat out err >&2; fail "confined: exit code $code"; }
expect 10 'compiled program reaches the error' "$EDGEWISE" --check=assert --confine=in in/unsafe.c
printf '#include <stdio.h>\n#include <stdlib.h>\n#include <assert.h>\n#include <math.h>\nint main(void) { assert(1); return 0; }\n' >in/system.c
expect 0 TRUE "$EDGEWISE" --check=assert --confine=in in/system.c
expect 1 'outside of the folder of --confine' "$EDGEWISE" --check=assert --confine=in safe.c
printf '#include "%s/out.d/secret.h"\nint main(void) { return 0; }\n' "$PWD" >in/include.c
expect 0 TRUE "$EDGEWISE" --check=assert in/include.c
expect 1 'compilation failed' "$EDGEWISE" --check=assert --confine=in in/include.c
printf '#include "../out.d/secret.h"\nint main(void) { return 0; }\n' >in/relative.c
expect 1 'compilation failed' "$EDGEWISE" --check=assert --confine=in in/relative.c
ln -s ../out.d/secret.h in/link.h
printf '#include "link.h"\nint main(void) { return 0; }\n' >in/linked.c
expect 1 'compilation failed' "$EDGEWISE" --check=assert --confine=in in/linked.c
printf '#include "/etc/passwd"\nint main(void) { return 0; }\n' >in/passwd.c
expect 1 'compilation failed' "$EDGEWISE" --check=assert --confine=in in/passwd.c
! grep -q 'root:' err || fail "the compiler has shown /etc/passwd"
printf '#include "/proc/self/environ"\nint main(void) { return 0; }\n' >in/environ.c
expect 1 'compilation failed' "$EDGEWISE" --check=assert --confine=in in/environ.c
printf 'const unsigned char t[] = {\n#embed "%s/out.d/secret.txt"\n};\nint main(void) { return 0; }\n' "$PWD" >in/embed.c
expect 1 'compilation failed' "$EDGEWISE" --check=assert --confine=in in/embed.c
# An assembler's .incbin is read when the program is built for a replay
printf 'extern void reach_error(void);\n__asm__(".section .rodata\\n.globl t\\nt: .incbin \\"%s/out.d/secret.txt\\"\\n.text");\nextern const char t[];\nint main(void) { reach_error(); return 0; }\n' "$PWD" >in/incbin.c
run "$EDGEWISE" --check=assert --confine=in in/incbin.c
! grep -q 'compiled program reaches the error' err || fail "the assembler has read a file outside"
# A task cannot name files elsewhere, #line cannot show them
printf 'format_version: "2.0"\ninput_files: "../safe.c"\n' >in/task.yml
expect 1 'outside of the folder of --confine' "$EDGEWISE" --confine=in in/task.yml
printf 'extern void reach_error(void);\nint main(void) {\n#line 1 "%s/out.d/secret.txt"\n    reach_error();\n    return 0;\n}\n' "$PWD" >in/line.c
run "$EDGEWISE" --check=assert --confine=in in/line.c
! grep -q 'secret words' out err || fail "#line shows a file outside"
expect 1 'not a directory' "$EDGEWISE" --check=assert --confine=safe.c in/safe.c
expect 1 'No such file' "$EDGEWISE" --check=assert --confine=nowhere in/safe.c
