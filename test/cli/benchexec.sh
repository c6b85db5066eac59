# BenchExec's description of edgewise against real output (with a stand-in for BenchExec's base class).
. "$ROOT/test/cli/lib.sh"
write_programs
printf 'extern void reach_error(void);\nextern int *device(void);\nint main(void) { if (*device() == 77) reach_error(); return 0; }\n' >device.c
printf 'CHECK( init(main()), LTL(G ! call(reach_error())) )\n' >p.prp
PYTHONPATH="$ROOT/test/cli/benchexec:$ROOT/contrib/benchexec" PYTHONDONTWRITEBYTECODE=1 python3 "$ROOT/test/cli/benchexec/check.py"
