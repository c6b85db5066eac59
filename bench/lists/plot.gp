# CPU time against length; lists that were not decided are left out. Usage: bench/lists/run.
set terminal svg size 640,420
set output svg
set datafile separator ","
set logscale xy
set xlabel "nodes"
set ylabel "CPU seconds"
set key left top
plot for [p in "build reverse insert"] csv using (strcol(1) eq p && strcol(3) eq "TRUE" ? $2 : NaN):4 with linespoints title p
