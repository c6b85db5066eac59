"""The benchmark harness: what bench/run and bench/report share."""
