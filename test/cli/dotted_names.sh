# Functions of LLVM's language whose names are none of C's: a failure is confirmed by the compiled program, inputs included.
program() {
    cat <<END
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
declare i32 @nd.x()
declare void @verifier.assume(i1)
declare void @seahorn.fail()
define i32 @main() {
entry:
  %x = call i32 @nd.x()
  %below = icmp ult i32 %x, $1
  call void @verifier.assume(i1 %below)
  %bad = icmp eq i32 %x, 41
  br i1 %bad, label %fail, label %end
fail:
  call void @seahorn.fail()
  unreachable
end:
  ret i32 0
}
END
}
program 50 > unsafe.ll
program 41 > safe.ll
code=0
"$EDGEWISE" --check=assert unsafe.ll > out 2>&1 || code=$?
[ $code = 10 ] || { cat out; exit 1; }
grep -q 'the compiled program reaches the error' out
"$EDGEWISE" --check=assert safe.ll > out 2>&1 || { cat out; exit 1; }
grep -q 'result: TRUE' out
