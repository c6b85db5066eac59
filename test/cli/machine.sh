# LLVM code says for which machine it is: a counterexample of 32-bit code is confirmed without --32.
cat >code.ll <<'END'
target datalayout = "e-m:e-p:32:32-f64:32:64-f80:32-n8:16:32-S128"
target triple = "i386-pc-linux-gnu"
declare i32 @nd()
declare void @reach_error()
define i32 @main() {
  %x = call i32 @nd()
  %c = icmp eq i32 %x, 77
  br i1 %c, label %bad, label %good
bad:
  call void @reach_error()
  br label %good
good:
  ret i32 0
}
END
code=0
"$EDGEWISE" code.ll >out 2>err || code=$?
[ "$code" = 10 ] && grep -q 'Verification result: FALSE' out || { cat out err; exit 1; }
