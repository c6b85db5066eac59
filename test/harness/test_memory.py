"""Checks of memory on small programs, each with its twin: {bad|good} stands for a piece that differs between the two.

The bad one must be FALSE with a failure of the class that the table names, confirmed by AddressSanitizer. The good one must have every check proved. `make check` runs every eighth
pair; EDGEWISE_ALL=1 runs all of them, --list prints the programs' names, a name as an argument runs that pair."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

EDGEWISE = os.environ.get("EDGEWISE", "build/edgewise")
HEAD = """#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
struct node { struct node *next; int value; };
struct pair { int first[3]; int second; };
"""

# name, class, body of main, text before main
PAIRS = [
    ("heap_write_past", "bounds", "int *p = malloc(16); if (!p) return 0; p[{4|3}] = 1; free(p);"),
    ("heap_read_past", "bounds", "char *p = calloc(3, 1); if (!p) return 0; int r = p[{3|2}]; free(p); return r;"),
    ("heap_write_before", "bounds", "int *p = malloc(16); if (!p) return 0; p[{-1|0}] = 1; free(p);"),
    ("heap_partly_past", "bounds", "char *p = malloc(6); if (!p) return 0; *(int *)(p + {4|2}) = 1; free(p);"),
    ("heap_empty", "bounds", "int *p = malloc({0|4}); if (!p) return 0; *p = 1; free(p);"),
    ("heap_any_index", "bounds", "int *p = malloc(40); int i = __VERIFIER_nondet_int(); if (!p) return 0; if (i >= 0 && i {<=|<} 10) p[i] = 1; free(p);"),
    ("heap_any_size", "bounds", "int n = __VERIFIER_nondet_int(); if (n < 1 || n > 100) return 0; char *p = malloc(n); if (!p) return 0; p[{n|n - 1}] = 1; free(p);"),
    ("heap_loop", "bounds", "int *p = malloc(20); if (!p) return 0; for (int i = 0; i {<=|<} 5; i++) p[i] = i; free(p);"),
    ("heap_moving_pointer", "bounds", "char *p = malloc(4), *q = p; if (!p) return 0; for (int i = 0; i < {5|4}; i++) *q++ = 0; free(p);"),
    ("heap_struct", "bounds", "struct pair *p = malloc({12|16}); if (!p) return 0; p->second = 1; free(p);"),
    ("heap_in_function", "bounds", "int *p = malloc(8); if (!p) return 0; set(p, {2|1}); free(p);", "static void set(int *a, int i) { a[i] = 7; }\n"),
    ("stack_write_past", "bounds", "int a[4] = {0}; int *p = a; p[{4|3}] = 1; return a[0];"),
    ("stack_read_before", "bounds", "int a[4] = {0}; int *p = a + {0|1}; return p[-1];"),
    ("stack_scalar", "bounds", "int x = 0; int *p = &x; p[{1|0}] = 1; return x;"),
    ("stack_loop", "bounds", "char a[8]; for (int i = 0; i < {9|8}; i++) *(a + i) = 0; return a[0];"),
    ("stack_other_object", "bounds", "int a[2] = {0}, b[2] = {0}; int *p = __VERIFIER_nondet_int() ? a : b; p[{2|1}] = 3; return a[0] + b[0];"),
    ("stack_vla", "bounds", "int n = __VERIFIER_nondet_int(); if (n < 1 || n > 50) return 0; char a[n]; a[{n|n - 1}] = 0; return a[n - 1];"),
    ("stack_alloca", "bounds", "int n = __VERIFIER_nondet_int(); if (n < 1 || n > 50) return 0; char *a = __builtin_alloca(n); a[{n|0}] = 0;"),
    ("stack_struct_cast", "bounds", "int x = 0; struct pair *p = (struct pair *)&x; p->{second|first[0]} = 1; return x;"),
    ("global_write_past", "bounds", "int *p = g; p[{3|2}] = 1;", "int g[3];\n"),
    ("global_any_index", "bounds", "unsigned char i = __VERIFIER_nondet_uchar(); char *p = g; if (i < {201|200}) p[i] = 1;", "char g[200];\n"),
    ("global_text", "bounds", "const char *p = \"abc\"; return p[{4|3}];"),
    ("global_table", "bounds", "int i = __VERIFIER_nondet_int(); const int *p = t; return i >= 0 && i {<=|<} 4 ? p[i] : 0;", "static const int t[4] = {1, 2, 3, 4};\n"),
    ("memcpy_target", "bounds", "char a[4], b[8] = {0}; memcpy(a, b, {5|4}); return a[0];"),
    ("memcpy_source", "bounds", "char a[8], b[4] = {0}; memcpy(a, b, {8|4}); return a[0];"),
    ("memcpy_any_size", "bounds", "char a[6], b[6] = {0}; unsigned char n = __VERIFIER_nondet_uchar(); if (n {<=|<} 6) memcpy(a, b, n + 1); return 0;"),
    ("memmove_target", "bounds", "char a[4] = {0}; memmove(a + 1, a, {4|3}); return a[0];"),
    ("memset_heap", "bounds", "char *p = malloc(10); if (!p) return 0; memset(p, 0, {11|10}); free(p);"),
    ("memcmp_past", "bounds", "char a[3] = {0}, b[4] = {0}; return memcmp(a, b, {4|3});"),
    ("strlen_unterminated", "bounds", "char a[3] = {'a', 'b', {'c'|0}}; return (int)strlen(a);"),
    ("strcpy_small", "bounds", "char a[{3|4}]; strcpy(a, \"abc\"); return a[0];"),
    ("strcat_small", "bounds", "char a[{5|6}] = \"abc\"; strcat(a, \"de\"); return a[0];"),
    ("strncpy_large", "bounds", "char a[4]; strncpy(a, \"abc\", {6|4}); return a[0];"),
    ("strcmp_unterminated", "bounds", "char a[2] = {'a', {'b'|0}}; return strcmp(a, \"ab\") != 0;"),
    ("strchr_unterminated", "bounds", "char a[2] = {'x', {'y'|0}}; return strchr(a, 'z') != 0;"),
    ("null_read", "null", "int *p = {0|&g}; return *p;", "int g;\n"),
    ("null_malloc", "null", "int *p = malloc(4); {|if (p) }*p = 1; free(p);"),
    ("null_member", "null", "struct node *n = {0|&g}; return n->value;", "struct node g;\n"),
    ("null_list_end", "null", "struct node a = {0, 1}, b = {&a, 2}; struct node *p = b.next{->next|}; return p->value;"),
    ("null_strlen", "null", "const char *s = {0|\"a\"}; return (int)strlen(s);"),
    ("null_sometimes", "null", "int x = 0, *p = __VERIFIER_nondet_int() ? {0|&x} : &x; *p = 1; return x;"),
    ("use_after_free", "dangling", "int *p = malloc(4); if (!p) return 0; *p = 1; {free(p); int r = *p;|int r = *p; free(p);} return r;"),
    ("write_after_free", "dangling", "int *p = malloc(4); if (!p) return 0; {free(p); *p = 1;|*p = 1; free(p);}"),
    ("alias_after_free", "dangling", "int *p = malloc(4), *q = p; if (!p) return 0; *p = 1; int r; {free(p); r = *q;|r = *q; free(p);} return r;"),
    ("free_in_branch", "dangling", "int c = __VERIFIER_nondet_int(); char *p = malloc(4); if (!p) return 0; if (c) free(p); {|if (!c) }*p = 1; if (!c) free(p);"),
    ("list_after_free", "dangling", "struct node *a = malloc(sizeof *a); if (!a) return 0; a->next = 0; {free(a); a = a->next;|struct node *n = a->next; free(a); a = n;}"),
    ("after_realloc", "dangling", "int *p = malloc(4); if (!p) return 0; *p = 1; int *q = realloc(p, 40); if (!q) { free(p); return 0; } int r = {*p|*q}; free(q); return r;"),
    ("after_scope", "dangling", "int *p = 0, y = 0; { int x = 3; p = {&x|&y}; *p = x; } return *p;"),
    ("after_scope_array", "dangling", "char *p; char out[4] = {0}; { char in[4] = {1}; p = {in|out}; *p = in[0]; } return *p;"),
    ("freed_by_function", "dangling", "char *p = malloc(2); if (!p) return 0; drop(p); {*p = 1;|}", "static void drop(char *p) { free(p); }\n"),
    ("strlen_after_free", "dangling", "char *p = malloc(2); if (!p) return 0; p[0] = 0; int r; {free(p); r = (int)strlen(p);|r = (int)strlen(p); free(p);} return r;"),
    ("memcpy_after_free", "dangling", "char a[4], *p = malloc(4); if (!p) return 0; memset(p, 0, 4); {free(p); memcpy(a, p, 4);|memcpy(a, p, 4); free(p);} return a[0];"),
    ("skip_blocks", "bounds", "char (*keep)[8] = 0; for (int i = 0; i < 2; i++) { char (*p)[8] = malloc(8); if (!p) break; if (keep) keep[{1|0}][0] = 1; free(keep); keep = p; } free(keep);"),
    ("double_free", "free", "char *p = malloc(2); free(p); {free(p);|}"),
    ("double_free_alias", "free", "char *p = malloc(2), *q = p; free(p); {free(q);|}"),
    ("double_free_branch", "free", "int c = __VERIFIER_nondet_int(); char *p = malloc(2); if (c) free(p); if ({c || |!c}) free(p);".replace("{c || |!c}", "{c < 5|!c}")),
    ("free_middle", "free", "char *p = malloc(4); if (!p) return 0; free(p{ + 1|});"),
    ("free_moved", "free", "char *p = malloc(4), *q = p; if (!p) return 0; *p++ = 0; free({p|q});"),
    ("free_stack", "free", "int x = 0; int *p = __VERIFIER_nondet_int() {> 3 ? &x|> 3 ? 0} : malloc(4); free(p); return x;"),
    ("free_global", "free", "free({&g|0}); return g;", "int g;\n"),
    ("free_text", "free", "char *p = {\"abc\"|0}; free(p);"),
    ("free_list_twice", "free", "struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b); if (!a || !b) { free(a); free(b); return 0; } a->next = {a|b}; struct node *n = a->next; free(a); free(n); {free(b);|}"),
    ("realloc_of_freed", "free", "char *p = malloc(4); if (!p) return 0; {free(p);|} char *q = realloc(p, 8); {|if (!q) free(p);} free(q);"),
    ("write_constant", "invalid-pointer", "char *p = (char *)t; p[0] = {'x';|0; |}".replace("p[0] = {'x';|0; |}", "{p[0] = 'x';|} return p[0];"), "static const char t[3] = \"ab\";\n"),
    ("write_text", "invalid-pointer", "char b[4] = \"abc\"; char *p = {\"abc\"|b}; p[0] = 'x'; return b[0];"),
    ("leak", "leak", "char *p = malloc(3); {|free(p);} return p == 0;"),
    ("leak_overwritten", "leak", "char *p = malloc(3); {|free(p);} p = malloc(4); free(p);"),
    ("leak_early_return", "leak", "char *p = malloc(3); if (__VERIFIER_nondet_int()) { {|free(p);} return 1; } free(p);"),
    ("leak_global_lost", "leak", "g = malloc(3); {g = 0;|}", "char *g;\n"),
    ("leak_behind_global", "leak", "g = malloc(sizeof *g); if (g) { g->next = malloc(sizeof *g); {g->next = 0;|} }", "static struct node *g;\n"),
    ("leak_in_function", "leak", "use();", "static void use(void) { char *p = malloc(5); if (p) p[0] = 0; {|free(p);} }\n"),
    ("leak_realloc", "leak", "char *p = malloc(3); if (!p) return 0; char *q = realloc(p, 8); if (!q) { {|free(p);} return 0; } free(q);"),
]

PIECE = re.compile(r"\{([^{}|;]*;?[^{}|]*)\|([^{}|]*)\}")


def program(pair, bad):
    body, before = pair[2], pair[3] if len(pair) > 3 else ""
    choose = lambda m: m.group(1 if bad else 2)
    text = HEAD + before + "int main(void) {\n    " + body + "\n    return 0;\n}\n"
    old = None
    while old != text:
        old, text = text, PIECE.sub(choose, text)
    return text


def run(folder, pair, bad, check):
    name = pair[0] + ("_bad" if bad else "_good")
    file = pathlib.Path(folder, name + ".c")
    file.write_text(program(pair, bad))
    command = [EDGEWISE, f"--check={check}", "--timeout=40", "--jobs=1", "--json", file]
    result = subprocess.run(command, capture_output=True, text=True, timeout=200, check=False)
    if not result.stdout.startswith("{"):
        return name, {"verdict": result.stderr}, set()
    answer = json.loads(result.stdout)
    statuses = {(c["status"], c["class"]) for c in answer["checks"]}
    return name, answer, statuses


def mistake(pair, bad, answer, statuses):
    if not bad:
        return None if {s for s, _ in statuses} <= {"PROVED", "UNREACHABLE"} else f"{answer['verdict']}, {sorted(statuses)}"
    return None if ("FAILED", pair[1]) in statuses else f"{answer['verdict']}, {sorted(statuses)}"


def main(pairs, check, every):
    """Runs every so many-th pair with this --check; {class} in it stands for the pair's class."""
    everything = "EDGEWISE_ALL" in os.environ
    names = [a for a in sys.argv[1:] if not a.startswith("-")]
    chosen = [p for i, p in enumerate(pairs) if p[0] in names or (not names and (everything or i % every == 0))]
    if "--list" in sys.argv:
        print("\n".join(p[0] for p in pairs))
        return 0
    if "--print" in sys.argv:
        print("\n".join(program(p, bad) for p in chosen for bad in (True, False)))
        return 0
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for pair in chosen:
            for bad in (True, False):
                name, answer, statuses = run(folder, pair, bad, check.replace("{class}", pair[1]))
                message = mistake(pair, bad, answer, statuses)
                if message:
                    wrong += 1
                    print(f"{name}: {message}", flush=True)
    print(f"{len(chosen)} pairs, {wrong} mistakes")
    return 1 if wrong or not chosen else 0


if __name__ == "__main__":
    sys.exit(main(PAIRS, "memory", 8))
