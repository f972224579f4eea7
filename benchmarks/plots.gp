# What benchmarks/plot draws, from the tables of `plot-data` in the folder "data" to SVG files in "directory". A table that is not there has no plot.
set terminal svg size 860,460 dynamic background '#ffffff' font 'sans-serif,13'
set datafile missing '?'
set grid lc rgb "#cccccc" lw 1
set key outside right top Left reverse samplen 2
set logscale x 2
set xlabel 'message, bytes'
set format x '%.0f'
set xtics rotate by -35
columns(file) = int(system("head -n 2 '" . file . "' | tail -n 1 | wc -w"))
has(file) = int(system("test -f '" . file . "' && echo 1 || echo 0"))
# gnuplot warns of a range without width: a size alone stands in the middle of one.
around(file) = "[" . system("awk 'NR == 2 { first = $1 } NR > 2 { more = 1 } END { print more ? \"*:*\" : first / 2 \":\" 2 * first }' '" . file . "'") . "]"
array colours[11] = ['#0b5fa5', '#c8501e', '#3f8f3f', '#8a4fa3', '#777777', '#b8860b', '#20a0a0', '#d04090', '#404040', '#6a9fd8', '#7a5230']

set ylabel 'MB/s'
set logscale y
do for [mode in 'gcm-siv aez face-ctr'] {
    file = data . '/speed-' . mode . '.dat'
    if (has(file)) {
        eval 'set xrange ' . around(file)
        set output directory . '/speed-' . mode . '.svg'
        plot for [i = 2:columns(file)] file using 1:i with linespoints pt 7 ps 0.5 lw 2 lc rgb colours[i - 1] title columnheader(i)
    }
}

unset logscale y
set yrange [0:105]
set ylabel '% of what 128-bit AES instructions allow'
file = data . '/limit.dat'
eval 'set xrange ' . around(file)
set output directory . '/limit.svg'
plot for [i = 2:columns(file)] file using 1:i with linespoints pt 7 ps 0.5 lw 2 lc rgb colours[i - 1] title columnheader(i)
