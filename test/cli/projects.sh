# -p: compile_commands.json of CMake, meson and Bear; which files make one program.
. "$ROOT/test/cli/lib.sh"
mkdir src inc
printf 'int inc(int);\n#ifndef LIMIT\n#error no LIMIT\n#endif\n' >inc/v.h
cat >src/a.c <<'EOF'
#include <assert.h>
#include "v.h"
int nondet_int(void);
int main(void) { int x = nondet_int(); if (x < 0 || x >= LIMIT) return 0; assert(inc(x) <= LIMIT); return 0; }
EOF
printf '#include "v.h"\nint inc(int x) { return x + 1; }\n' >src/b.c
printf '#include "v.h"\nint main(void) { return LIMIT; }\n' >src/other.c
# the four ways to choose, after each build system: its name is $1, the flags of the first target $2
try() {
    expect 0 'TRUE' "$EDGEWISE" -p "$1" --link=app
    expect 0 'TRUE' "$EDGEWISE" -p "$1" --link=auto src/a.c
    expect 0 'TRUE' "$EDGEWISE" -p "$1" src/a.c src/b.c
    expect 1 'no LIMIT' "$EDGEWISE" -p "$1" src/a.c src/b.c -ULIMIT
    expect 1 'multiply defined' "$EDGEWISE" -p "$1"
    expect 1 'no file is compiled for a target none' "$EDGEWISE" -p "$1" --link=none
}
skipped=
if command -v cmake >where; then
    cat >CMakeLists.txt <<'EOF'
cmake_minimum_required(VERSION 3.10)
project(p C)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
add_executable(app src/a.c src/b.c)
add_executable(second src/other.c)
include_directories(inc)
target_include_directories(app PRIVATE inc)
target_include_directories(second PRIVATE inc)
add_definitions(-DLIMIT=10)
EOF
    cmake -B cmake-build . >log 2>&1 || { cat log >&2; fail cmake; }
    try cmake-build
else skipped="$skipped cmake"; fi
if command -v meson >where; then
    cat >meson.build <<'EOF'
project('p', 'c')
add_project_arguments('-DLIMIT=10', language: 'c')
executable('app', 'src/a.c', 'src/b.c', include_directories: 'inc')
executable('second', 'src/other.c', include_directories: 'inc')
EOF
    meson setup meson-build >log 2>&1 || { cat log >&2; fail meson; }
    try meson-build
else skipped="$skipped meson"; fi
if command -v bear >where && command -v make >where; then
    printf 'app: src/a.c src/b.c\n\tcc -Iinc -DLIMIT=10 -c src/a.c src/b.c\n' >Makefile
    bear -- make >log 2>&1 || { cat log >&2; fail bear; }
    expect 0 'TRUE' "$EDGEWISE" -p .
    expect 0 'TRUE' "$EDGEWISE" -p compile_commands.json --link=auto src/a.c
    rm compile_commands.json
else skipped="$skipped bear"; fi
# damaged and hostile lists
mkdir bad
printf '[\n{"directory": "%s", "file": "src/a.c", "command": "cc -fplugin=x.so -c src/a.c"}]\n' "$PWD" >bad/compile_commands.json
expect 1 'bad/compile_commands.json:2: flag -fplugin=x.so is refused' "$EDGEWISE" -p bad
printf '[\n{"directory": "%s", "file": "src/a.c", "arguments": ["cc", "@flags"]}]\n' "$PWD" >bad/compile_commands.json
expect 1 'bad/compile_commands.json:2: flag @flags is refused' "$EDGEWISE" -p bad
printf '[\n\n{"directory": "/"}]\n' >bad/compile_commands.json
expect 1 'bad/compile_commands.json:3: ' "$EDGEWISE" -p bad
printf '[{"directory": "%s", "file": "src/a.c", "command": "cc -c src/a.c"}]\n' "$PWD" >bad/compile_commands.json
expect 1 'has no command for it' "$EDGEWISE" -p bad zzz.c
expect 1 'No such file' "$EDGEWISE" -p nowhere
expect 1 '--link needs -p' "$EDGEWISE" --link=auto src/a.c
[ -z "$skipped" ] || { echo "not installed:$skipped"; exit 77; }
