/* --emit=cfa and --emit=dot: the automaton as text that a person can follow. Terms are printed as C
 * where C can say it, else as SMT-LIB. */
#include <stdlib.h>
#include <string.h>

#include "cfa/pass.h"
#include "util/mem.h"

static const char *name_of(void *context, term var) {
    (void)context;
    return term_name(var);
}

static void print_term(struct strbuf *b, term t) {
    struct strbuf c = {0};
    if (term_print_c(&c, t, name_of, NULL) && c.n) strbuf_bytes(b, c.text, c.n);
    else term_print(b, t);
    strbuf_release(&c);
}

void cfa_print_pos(struct strbuf *b, const struct cfa *c, struct src_pos pos) {
    if (!pos.line) {
        strbuf_text(b, "?");
        return;
    }
    const char *file = pos.file < c->files.n ? c->files.at[pos.file] : "";
    if (*file) strbuf_printf(b, "%s:", file);
    strbuf_printf(b, "%u", pos.line);
    if (pos.column) strbuf_printf(b, ":%u", pos.column);
}

/* ---- commands ---- */

static void print_assign(struct strbuf *b, const struct cfa_cmd *k) {
    for (uint32_t i = 0; i < k->n; i++) strbuf_printf(b, "%s%s", i ? ", " : "", term_name(k->assigns[i].var));
    strbuf_text(b, " := ");
    for (uint32_t i = 0; i < k->n; i++) {
        if (i) strbuf_text(b, ", ");
        print_term(b, k->assigns[i].value);
    }
}

static void print_mark(struct strbuf *b, const struct cfa *c, const struct cfa_cmd *k) {
    strbuf_text(b, "@");
    cfa_print_pos(b, c, k->pos);
    if (k->name) strbuf_printf(b, " %s", k->name);
    if (!k->cond) return;
    strbuf_text(b, " = ");
    print_term(b, k->cond);
}

static void print_primitive(struct strbuf *b, const struct cfa *c, const struct cfa_cmd *k) {
    switch (k->kind) {
    case CMD_ASSUME:
        strbuf_text(b, "assume ");
        print_term(b, k->cond);
        break;
    case CMD_ASSIGN: print_assign(b, k); break;
    case CMD_HAVOC: {
        const struct cfa_site *site = &c->sites.at[k->site];
        strbuf_printf(b, "%s := * {%s", k->var ? term_name(k->var) : "_", site->name ? site->name : "?");
        if (site->pos.line) {
            strbuf_char(b, ' ');
            cfa_print_pos(b, c, site->pos);
        }
        strbuf_char(b, '}');
        break;
    }
    case CMD_MARK: print_mark(b, c, k); break;
    default: strbuf_text(b, "skip"); break;
    }
}

static void indent(struct strbuf *b, uint32_t by) {
    for (uint32_t i = 0; i < by; i++) strbuf_char(b, ' ');
}

/* One primitive per line; the branches of a choice in braces. */
static void print_cmd(struct strbuf *b, const struct cfa *c, cmd command, uint32_t by) {
    VEC(cmd) stack = {0};
    VEC_PUSH(&stack, command);
    while (stack.n) {
        const struct cfa_cmd *k = &c->cmds.at[VEC_POP(&stack)];
        if (k->kind == CMD_SEQ) {
            VEC_PUSH(&stack, k->second);
            VEC_PUSH(&stack, k->first);
            continue;
        }
        if (k->kind == CMD_MARK && k->note && !k->name) continue; /* for traces only (debug.h) */
        indent(b, by);
        if (k->kind != CMD_CHOICE) {
            print_primitive(b, c, k);
            strbuf_char(b, '\n');
            continue;
        }
        strbuf_text(b, "{\n");
        print_cmd(b, c, k->first, by + 4);
        while (c->cmds.at[k->second].kind == CMD_CHOICE) {
            k = &c->cmds.at[k->second];
            indent(b, by);
            strbuf_text(b, "} [] {\n");
            print_cmd(b, c, k->first, by + 4);
        }
        indent(b, by);
        strbuf_text(b, "} [] {\n");
        print_cmd(b, c, k->second, by + 4);
        indent(b, by);
        strbuf_text(b, "}\n");
    }
    VEC_RELEASE(&stack);
}

/* ---- the whole ---- */

static const char *cut_reason(const struct cfa *c, loc l) {
    for (uint32_t i = 0; i < c->cuts.n; i++)
        if (c->cuts.at[i].at == l) return c->cuts.at[i].reason;
    return NULL;
}

static void print_loc_name(struct strbuf *b, const struct cfa *c, loc l) {
    if (l == c->lE) strbuf_text(b, "error");
    else strbuf_printf(b, "l%u", l);
}

static void print_loc(struct strbuf *b, const struct cfa *c, loc l) {
    const struct cfa_loc *at = &c->locs.at[l];
    const char *cut = cut_reason(c, l);
    print_loc_name(b, c, l);
    if (l == c->l0) strbuf_text(b, " (entry)");
    if (at->loop_head) strbuf_text(b, " (loop head)");
    if (cut) strbuf_printf(b, " (cut: %s)", cut);
    if (at->pos.line) {
        strbuf_text(b, "  ");
        cfa_print_pos(b, c, at->pos);
    }
    if (at->pos.function) strbuf_printf(b, " in %s", at->pos.function);
}

static void print_vars(struct strbuf *b, const struct cfa *c) {
    for (uint32_t i = 0; i < c->vars.n; i++) {
        const struct cfa_var *v = &c->vars.at[i];
        strbuf_printf(b, "var %s : ", term_name(v->var));
        sort_print(b, term_sort(v->var));
        if (v->is_signed) strbuf_text(b, " signed");
        if (v->c_name) strbuf_printf(b, "  // %s", v->c_name);
        strbuf_char(b, '\n');
    }
}

void cfa_print(struct strbuf *b, const struct cfa *c) {
    struct cfa_index by_edge;
    cfa_index_edges(c, &by_edge);
    strbuf_printf(b, "// %u locations, %u edges, %u variables\n", c->locs.n, c->edges.n, c->vars.n);
    print_vars(b, c);
    for (loc l = 0; l < c->locs.n; l++) {
        strbuf_char(b, '\n');
        print_loc(b, c, l);
        strbuf_char(b, '\n');
        for (uint32_t i = 0; i < by_edge.out[l].n; i++) {
            const struct cfa_edge *e = &c->edges.at[by_edge.out[l].at[i]];
            strbuf_text(b, "  -> ");
            print_loc_name(b, c, e->to);
            strbuf_char(b, '\n');
            print_cmd(b, c, e->cmd, 6);
        }
    }
    cfa_index_release(&by_edge);
}

/* ---- Graphviz ---- */

/* Text inside a quoted label: lines end in \l, which aligns them left; long ones are cut. */
static void print_label(struct strbuf *b, const char *text) {
    enum { LINE = 100, LINES = 40 };
    uint32_t column = 0, lines = 0;
    for (; *text; text++) {
        if (*text == '\n') {
            strbuf_text(b, "\\l");
            column = 0;
            if (++lines == LINES) {
                strbuf_text(b, "...\\l");
                return;
            }
            continue;
        }
        if (column++ == LINE) strbuf_text(b, "...");
        if (column > LINE) continue;
        if (*text == '"' || *text == '\\') strbuf_char(b, '\\');
        strbuf_char(b, *text);
    }
}

void cfa_print_dot(struct strbuf *b, const struct cfa *c) {
    strbuf_text(b, "digraph cfa {\n  node [shape=box, fontname=monospace];\n  edge [fontname=monospace];\n");
    struct strbuf text = {0};
    for (loc l = 0; l < c->locs.n; l++) {
        strbuf_clear(&text);
        print_loc(&text, c, l);
        strbuf_printf(b, "  l%u [label=\"", l);
        print_label(b, text.text);
        bool final = l == c->lE || cut_reason(c, l);
        strbuf_printf(b, "\"%s%s];\n", final ? ", peripheries=2" : "",
                      c->locs.at[l].loop_head ? ", style=bold" : "");
    }
    for (uint32_t i = 0; i < c->edges.n; i++) {
        const struct cfa_edge *e = &c->edges.at[i];
        strbuf_clear(&text);
        print_cmd(&text, c, e->cmd, 0);
        strbuf_printf(b, "  l%u -> l%u [label=\"", e->from, e->to);
        print_label(b, text.text);
        strbuf_text(b, "\"];\n");
    }
    strbuf_text(b, "}\n");
    strbuf_release(&text);
}
