# The modules of examples/modules: without an assertion, the seeded bug is found and confirmed, and the correct one is proved.
. "$ROOT/test/cli/lib.sh"

# module, the check that fails with the seeded bug
while read -r module check; do
    expect 10 "FAILED +$check" "$EDGEWISE" --timeout=60 -DSEEDED_BUG "$ROOT/examples/modules/$module.c"
    grep -Eq "fails the check(, by clang's instrumentation|: AddressSanitizer reports)" err || { cat err >&2; fail "$module: $check is not confirmed"; }
    grep -Eq "$module.c:[0-9]+: [a-z]+: .+" out || { cat out >&2; fail "$module: $check is not explained"; }
done <<'END'
ring_buffer ring_push.bounds
can_parser read_signal.shift.3
protocol on_payload.bounds.1
pid pid_step.overflow.1
pool pool_take.bounds
bounded_string line_put.bounds
crc crc_nibble.bounds.1
binary_search find_segment.bounds.1
linked_list expire.null.1
calendar month_length.bounds.1
END

# All checks, those of memory among them; 36 to 73 each. Defensive code that no execution reaches is proved to be so:
# calibrate's return for a table that is not sorted is UNREACHABLE.
for module in ring_buffer can_parser protocol bounded_string crc binary_search pid linked_list; do
    expect 0 '^[0-9]+ checks: ([0-9]+ unreachable, )?[0-9]+ proved$' "$EDGEWISE" --timeout=60 "$ROOT/examples/modules/$module.c"
done
