# The modules of examples/modules: without an assertion, the seeded bug is found and confirmed, and the correct one is proved.
. "$ROOT/test/cli/lib.sh"

# module, the check that fails with the seeded bug
while read -r module check; do
    expect 10 "FAILED +$check" "$EDGEWISE" --timeout=60 --check=standard --only=$check -DSEEDED_BUG "$ROOT/examples/modules/$module.c"
    grep -q "fails the check, by clang's instrumentation" err || { cat err >&2; fail "$module: $check is not confirmed"; }
done <<'END'
ring_buffer ring_push.bounds.1
can_parser read_signal.shift.3
protocol on_payload.bounds.1
pid pid_step.overflow.1
pool pool_take.bounds.1
bounded_string line_put.bounds.2
crc crc_nibble.bounds.1
binary_search find_segment.bounds.1
linked_list expire.null.1
calendar month_length.bounds.1
END

for module in ring_buffer can_parser protocol bounded_string crc; do
    expect 0 '^[0-9]+ checks: [0-9]+ proved$' "$EDGEWISE" --timeout=60 --check=standard "$ROOT/examples/modules/$module.c"
done
