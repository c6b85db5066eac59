"""A stand-in for the parts of BenchExec that a tool-info module sees."""
