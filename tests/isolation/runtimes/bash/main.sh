# Children, a pipe, files, a trap and a pause.
set -euo pipefail
work=$(mktemp -d)
for n in 1 2 3; do (echo "child $n" > "$work/$n") & done
wait
mkfifo "$work/pipe"
(echo through > "$work/pipe") &
read -r word < "$work/pipe"
trap 'heard=yes' USR1
kill -USR1 $$
sleep 0.01
mv "$work/1" "$work/one" && cp "$work/2" "$work/two" && chmod 600 "$work/two"
ls -l "$work" | sort | tail -n 1 > /dev/null
[[ $(cat <(cat "$work/one" "$work/two" "$work/3") | wc -l) -eq 3 && $word == through && $heard == yes ]]
rm -r "$work"
echo "all well"
