/* From events to steps. Events of one line of one call become one step. A call is told when
 * something that matters happens in it. Frames: the functions that are inlined at a place
 * (debug_scope) on top of the procedures that were entered. */
#include "replay/steps.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "replay/source.h"
#include "replay/story.h"
#include "replay/view.h"

enum { MAX_PERIOD = 200, MIN_FOLDED = 4, MAX_CONDITION = 200, CONDITION_LINES = 20, MAX_CALLS = 100 };

struct argument {
    uint32_t number;
    char *name;
};

struct frame {
    uint32_t scope, number;
    struct src_pos call; /* line 0: the first function */
    bool boundary;       /* a procedure was entered here, so that scopes begin anew */
    bool tail;           /* the last call of the function by itself, in whose place it stands */
    bool announced;
    struct strbuf arguments;
    VEC(struct argument) names;
};

struct teller {
    struct steps *s;
    const struct events *e;
    struct view_state view;
    bool full;
    VEC(struct frame) frames;
    uint32_t next_frame;
    struct src_pos entered; /* of the procedure call that was just met; line 0: none */
    struct strbuf line;     /* of the step that is being told */
    struct step step;
    uint32_t decided;  /* the note of a decision that the step tells; 0: none */
    const char *input; /* the function whose value the step told last; NULL: none */
    bool open;
};

static bool same_line(struct src_pos a, struct src_pos b) { return a.file == b.file && a.line == b.line; }

static const struct debug_scope *scope_at(const struct teller *t, uint32_t i) {
    return &t->e->c->debug->scopes.at[i];
}

/* ---- steps ---- */

/* The functions that call the one of --entry or --enforce are made by us: only its call is worth
 * telling. */
static bool is_caller(const struct teller *t, const struct frame *f) {
    const char *name = f ? scope_at(t, f->scope)->function : NULL;
    return name && (!strncmp(name, DEBUG_CALLER, strlen(DEBUG_CALLER)) ||
                    !strncmp(name, DEBUG_WRAPPER, strlen(DEBUG_WRAPPER)));
}

static bool in_caller(const struct teller *t) { return t->frames.n && is_caller(t, &VEC_LAST(&t->frames)); }

static void close_step(struct teller *t) {
    if (!t->open) return;
    t->step.text = strbuf_take(&t->line);
    VEC_PUSH(&t->s->all, t->step);
    t->open = false;
}

static void open_step(struct teller *t, enum step_kind kind, struct src_pos pos, uint32_t depth,
                      const struct frame *f) {
    bool repeats = kind == STEP_CALL && t->open && !t->line.n && same_line(t->step.pos, pos);
    if (repeats) t->open = false; /* the call says more */
    close_step(t);
    t->step = (struct step){.kind = kind, .pos = pos, .depth = depth};
    t->decided = 0;
    t->step.frame = f ? f->number : 0;
    t->step.function = f ? scope_at(t, f->scope)->function : NULL;
    t->step.by_caller = is_caller(t, f);
    t->input = NULL;
    t->step.pos.function =
        NULL; /* the automaton's; the function's name above lives as long as the debug tables */
    t->open = true;
}

static void pop_frame(struct teller *t) {
    struct frame f = VEC_POP(&t->frames);
    strbuf_release(&f.arguments);
    for (uint32_t i = 0; i < f.names.n; i++) free(f.names.at[i].name);
    VEC_RELEASE(&f.names);
}

static void push_frame(struct teller *t, uint32_t scope) {
    const struct debug_scope *s = scope_at(t, scope);
    struct frame f = {.scope = scope, .number = ++t->next_frame};
    f.call = (struct src_pos){s->file, s->line, s->column, NULL};
    f.boundary = s->caller == 0 && t->frames.n > 0;
    if (f.boundary) f.call = t->entered;
    VEC_PUSH(&t->frames, f);
}

static bool is_within(const struct teller *t, uint32_t scope, uint32_t ancestor) {
    for (int depth = 0; scope && depth < MAX_CALLS; depth++, scope = scope_at(t, scope)->caller)
        if (scope == ancestor) return true;
    return false;
}

/* Makes the frame of the scope the top. */
static void enter_scope(struct teller *t, uint32_t scope) {
    while (t->frames.n && !is_within(t, scope, VEC_LAST(&t->frames).scope) &&
           !VEC_LAST(&t->frames).boundary && !t->entered.line)
        pop_frame(t);
    uint32_t missing[MAX_CALLS], n = 0,
                                 top = t->frames.n && !t->entered.line ? VEC_LAST(&t->frames).scope : 0;
    for (uint32_t s = scope; s && s != top && n < MAX_CALLS; s = scope_at(t, s)->caller) missing[n++] = s;
    while (n) push_frame(t, missing[--n]);
    t->entered = (struct src_pos){0};
}

static bool has_argument(const struct frame *f, uint32_t number) {
    for (uint32_t i = 0; i < f->names.n; i++)
        if (f->names.at[i].number == number) return true;
    return false;
}

/* The frames that are told, from the bottom: not what is inside of a library function, whose code
 * is ours. */
static uint32_t told_frames(const struct teller *t) {
    for (uint32_t i = 1; i < t->frames.n; i++)
        if (scope_at(t, t->frames.at[i].scope)->is_model) return i;
    return t->frames.n;
}

/* The parts that a call of scanf is taken apart into have names that the source does not know. */
static const char *told_name(const struct debug_scope *s) {
    if (!s->function || (s->is_model && !strncmp(s->function, "edgewise_", 9))) return NULL;
    return s->function;
}

/* Says the calls that led here, with that of a library function. */
static void announce(struct teller *t) {
    uint32_t told = told_frames(t) + 1;
    for (uint32_t i = 0; i < t->frames.n && i < told; i++) {
        struct frame *f = &t->frames.at[i];
        const char *name = told_name(scope_at(t, f->scope));
        if (f->announced || !f->call.line || is_caller(t, f) || !name) continue;
        f->announced = true;
        const struct frame *around = f->tail ? f : i ? f - 1 : NULL;
        open_step(t, STEP_CALL, f->call, f->tail ? i : i ? i - 1 : 0, around);
        strbuf_printf(&t->line, "%s(%s)", name, f->arguments.n ? f->arguments.text : "");
        if (is_caller(t, around) && f->arguments.n) strbuf_text(&t->line, "  <- input");
        close_step(t);
    }
}

/* The step for what happens at the place; what a library function does happens at its call. */
static void step_at(struct teller *t, struct src_pos pos, bool relevant) {
    if (relevant || t->full) announce(t);
    uint32_t told = told_frames(t);
    if (told < t->frames.n) pos = t->frames.at[told].call;
    const struct frame *top = told ? &t->frames.at[told - 1] : NULL;
    uint32_t number = top ? top->number : 0;
    if (!t->open || !same_line(t->step.pos, pos) || t->step.frame != number || t->step.kind != STEP_LINE)
        open_step(t, STEP_LINE, pos, told ? told - 1 : 0, top);
    t->step.relevant |= relevant;
}

static void separate(struct teller *t) {
    if (t->line.n) strbuf_text(&t->line, ", ");
}

/* The newest frame of the scope, 0: there is none. */
static uint32_t frame_of(const struct teller *t, uint32_t scope) {
    for (uint32_t i = t->frames.n; i-- > 0;)
        if (t->frames.at[i].scope == scope) return t->frames.at[i].number;
    return 0;
}

static void add_change(struct teller *t, const char *name, const char *text, uint32_t frame) {
    struct step_change c = {mem_strdup(name), mem_strdup(text), frame};
    VEC_PUSH(&t->step.changes, c);
}

/* ---- what events say ---- */

/* The drawn value that the event is, directly or through a call's note; NULL: none. */
static const struct event *drawn_by(const struct teller *t, const struct event *e) {
    for (uint32_t i = 0; i < e->n_uses; i++) {
        const struct event *u = &t->e->all.at[t->e->uses.at[e->first_use + i]];
        if (u->site != NO_SITE) return u;
        if (u->kind != NOTE_INPUT) continue;
        const struct event *inner = drawn_by(t, u);
        if (inner) return inner;
    }
    return NULL;
}

static bool is_hidden(enum site_kind k) {
    return k == SITE_INTERNAL || k == SITE_ENVIRONMENT || k == SITE_LIBRARY;
}

static void tell_free(struct teller *t, const struct event *e, const struct debug_note *n) {
    struct strbuf b = {0};
    view_print_pointer(&t->view, &b, n->type, e->v.lo);
    step_at(t, e->pos, e->relevant);
    separate(t);
    strbuf_printf(&t->line, "%s is freed", b.text);
    strbuf_release(&b);
}

static void tell_argument(struct teller *t, const struct debug_note *n, const char *text) {
    struct frame *f = &VEC_LAST(&t->frames);
    if (has_argument(f, n->argument)) return; /* the parameter is assigned to */
    struct argument a = {n->argument, mem_strdup(n->name)};
    VEC_PUSH(&f->names, a);
    strbuf_printf(&f->arguments, "%s%s = %s", f->arguments.n ? ", " : "", n->name, text);
}

static bool is_entry_argument(const struct teller *t, const struct debug_note *n) {
    const struct frame *f = t->frames.n ? &VEC_LAST(&t->frames) : NULL;
    return n->argument && f && f->call.line && !f->announced && !has_argument(f, n->argument);
}

/* A call of the same inlined function in the next round of a loop is another call. */
static void renew_frame(struct teller *t, const struct debug_note *n) {
    if (n->argument != 1 || !t->frames.n) return;
    struct frame *f = &VEC_LAST(&t->frames);
    if (f->scope != n->scope || f->boundary || !f->call.line || !has_argument(f, 1)) return;
    pop_frame(t);
    push_frame(t, n->scope);
}

/* A call that is the last thing that a function does takes the place of its frame, because the
 * function became a loop and has one return for all of these calls. */
static void enter_tail(struct teller *t, const struct event *e, uint32_t scope) {
    enter_scope(t, scope);
    if (!t->frames.n || !e->pos.line || VEC_LAST(&t->frames).scope != scope) return;
    bool boundary = VEC_LAST(&t->frames).boundary;
    if (t->full || e->relevant) announce(t);
    pop_frame(t);
    push_frame(t, scope);
    struct frame *f = &VEC_LAST(&t->frames);
    f->call = e->pos;
    f->boundary = boundary;
    f->tail = true;
}

/* Assigning to a parameter must not look like a new call: a call's first parameter is set at the
 * place of the call. */
static bool begins_call(const struct teller *t, const struct event *e, const struct debug_note *n) {
    const struct debug_scope *s = scope_at(t, n->scope);
    return n->argument == 1 && s->line == e->pos.line && s->file == e->pos.file;
}

/* Where control comes together, variables get the values that they have. */
static bool is_news(const struct teller *t, const struct event *e, const struct debug_note *n) {
    value before;
    return !view_variable(&t->view, n->scope, n->name, &before) || !value_same(before, e->v) ||
           (n->variable && drawn_by(t, e));
}

/* Does the line of the frame's call say `&name`, for the part of a name before its first member or
 * index? */
static bool passes_address(const struct teller *t, const struct frame *f, const char *name) {
    if (!f->call.file || !f->call.line) return false;
    char *address = mem_printf("&%.*s", (int)strcspn(name, ".["), name);
    const char *at = strstr(source_line(t->e->c->files.at[f->call.file], f->call.line), address);
    bool found = at && !isalnum((unsigned char)at[strlen(address)]) && at[strlen(address)] != '_';
    free(address);
    return found;
}

/* The scope of the code that sets a variable of a caller through a pointer: `move(&s)` sets s.x.
 * After inlining nothing says so but the place of the code, which may also be the last place before
 * the caller goes on; the call's line decides. */
static uint32_t code_scope(const struct teller *t, const struct event *e, const struct debug_note *n) {
    const struct frame *top = t->frames.n ? &VEC_LAST(&t->frames) : NULL;
    if (n->kind != NOTE_VARIABLE || n->argument || !top || top->scope == n->scope) return n->scope;
    const char *function = scope_at(t, top->scope)->function;
    bool here =
        n->code ? n->code == top->scope : e->pos.function && function && !strcmp(e->pos.function, function);
    return here && is_within(t, top->scope, n->scope) && passes_address(t, top, n->name) ? top->scope
                                                                                         : n->scope;
}

static struct src_pos place_of(const struct teller *t, const struct event *e, const struct debug_note *n) {
    if (!t->frames.n || VEC_LAST(&t->frames).scope == n->scope || !n->code || !n->code_line) return e->pos;
    return (struct src_pos){n->code_file, n->code_line, 0, NULL};
}

static void tell_variable(struct teller *t, const struct event *e, const struct debug_note *n) {
    struct strbuf b = {0};
    if (sort_kind_of(e->sort) == SORT_ARRAY) return;
    view_print_value(&t->view, &b, n->type, e->sort, e->v);
    const struct event *input = drawn_by(t, e);
    enum site_kind kind = input ? t->e->c->sites.at[input->site].kind : SITE_INTERNAL;
    bool uninitialized = input && kind == SITE_UNINIT && e->n_uses == 1;
    if (is_entry_argument(t, n)) tell_argument(t, n, b.text);
    else if ((e->relevant || (t->full && !uninitialized)) && e->pos.line && is_news(t, e, n)) {
        step_at(t, place_of(t, e, n), e->relevant);
        separate(t);
        strbuf_printf(&t->line, "%s = %s", n->name, b.text);
        if (uninitialized) strbuf_text(&t->line, " (uninitialized)");
        add_change(t, n->name, b.text, frame_of(t, n->scope));
    }
    strbuf_release(&b);
}

static void tell_store(struct teller *t, const struct event *e, const struct debug_note *n) {
    struct strbuf place = {0}, text = {0};
    const struct debug_object *o = debug_find(t->e->c->debug, e->address);
    if (o && debug_is_hidden(t->e->c->debug, o)) return;
    uint32_t type = view_print_place(&t->view, &place, e->address, n->bytes);
    view_print_value(&t->view, &text, type, e->sort, e->v);
    step_at(t, e->pos, e->relevant);
    separate(t);
    strbuf_printf(&t->line, "%s = %s", place.text, text.text);
    add_change(t, place.text, text.text, 0);
    strbuf_release(&place);
    strbuf_release(&text);
}

static void tell_input(struct teller *t, const struct event *e) {
    const struct event *drawn = drawn_by(t, e);
    const struct cfa_site *site = drawn ? &t->e->c->sites.at[drawn->site] : NULL;
    if (!site || is_hidden(site->kind) || site->kind == SITE_UNINIT) return;
    struct strbuf b = {0};
    value_print_c(&b, site->sort, drawn->v, site->is_signed);
    step_at(t, e->pos, e->relevant);
    separate(t);
    strbuf_printf(&t->line, "<- input %s %s%s", b.text, site->name ? site->name : "?",
                  site->kind == SITE_UNKNOWN ? " (unknown function)" : "");
    t->input = site->name;
    strbuf_release(&b);
}

/* A function has one way out, where the values of all its return statements come together. */
static struct src_pos return_statement(const struct teller *t, const struct event *e) {
    for (uint32_t i = 0; i < e->n_uses; i++) {
        const struct event *u = &t->e->all.at[t->e->uses.at[e->first_use + i]];
        if (u->kind == NOTE_MERGE && u->pos.line && u->pos.function == e->pos.function) return u->pos;
    }
    return e->pos;
}

static void tell_result(struct teller *t, const struct event *e, const struct debug_note *n) {
    struct strbuf b = {0};
    const char *name = told_name(scope_at(t, n->scope));
    if (!name) return;
    view_print_value(&t->view, &b, n->type, e->sort, e->v);
    struct step *call =
        told_frames(t) < t->frames.n && !t->open && t->s->all.n ? &VEC_LAST(&t->s->all) : NULL;
    if (call && call->kind == STEP_CALL && !strstr(call->text, " returns ")) { /* of the library */
        char *text = mem_printf("%s returns %s", call->text, b.text);
        free(call->text);
        call->text = text;
    } else {
        step_at(t, return_statement(t, e), e->relevant);
        separate(t);
        strbuf_printf(&t->line, "%s returns %s", name, b.text);
    }
    strbuf_release(&b);
}

/* Is the text "f()"? */
static bool is_call_of(const char *text, const char *f) {
    size_t n = f ? strlen(f) : 0;
    return n && !strncmp(text, f, n) && !strcmp(text + n, "()");
}

/* The condition that was decided at the place; false if the source does not show it. */
static bool condition_at(const struct teller *t, struct src_pos pos, struct strbuf *b) {
    uint32_t line, column;
    const char *file = t->e->c->files.at[pos.file];
    return pos.file && source_branch_keyword(file, pos.line, pos.column, &line, &column) &&
           source_condition(file, line, column, b) && b->n <= MAX_CONDITION;
}

static bool is_switch(const struct teller *t, struct src_pos pos) {
    const char *text = pos.file ? source_line(t->e->c->files.at[pos.file], pos.line) : "";
    return pos.column && pos.column <= strlen(text) && !strncmp(text + pos.column - 1, "switch", 6);
}

static void tell_branch(struct teller *t, const struct event *e, const struct debug_note *n) {
    if (n->truth == TRUTH_PART) return;
    struct strbuf b = {0}, values = {0};
    if (t->decided == e->note) close_step(t); /* the next round of a loop on one line */
    step_at(t, e->pos, e->relevant);
    if (!t->decided) t->decided = e->note; /* not the checks between two rounds */
    if (n->truth == TRUTH_UNKNOWN && is_switch(t, e->pos)) {
        const char *file = t->e->c->files.at[e->pos.file];
        if (source_condition(file, e->pos.line, e->pos.column, &b))
            view_list(&t->view, &values, b.text, n->scope, false);
        if (values.n) separate(t);
        if (values.n) strbuf_text(&t->line, values.text);
    } else if (n->truth != TRUTH_UNKNOWN && condition_at(t, e->pos, &b)) {
        bool replaced = view_substitute(&t->view, &values, b.text, n->scope);
        bool told = is_call_of(b.text, t->input); /* while (input()): the value was said */
        if (!told) separate(t);
        strbuf_printf(&t->line, "%s  [%s%sis %s]", told ? "" : b.text, replaced ? values.text : "",
                      replaced ? " " : "", n->truth == TRUTH_TRUE ? "true" : "false");
    }
    strbuf_release(&b);
    strbuf_release(&values);
}

static void tell(struct teller *t, uint32_t i) {
    const struct event *e = &t->e->all.at[i];
    const struct debug_note *n = event_note(t->e, i);
    bool shown = (e->relevant || t->full) && e->pos.line, inside;
    if (e->kind == NOTE_ENTER) t->entered = e->pos;
    else if (e->kind == NOTE_LEAVE) {
        while (t->frames.n && !VEC_LAST(&t->frames).boundary) pop_frame(t);
        if (t->frames.n) pop_frame(t);
    } else if (e->kind == NOTE_TAIL) {
        enter_tail(t, e, n->scope);
    } else if (n->scope && e->kind != NOTE_MERGE) {
        enter_scope(t, code_scope(t, e, n));
        if (e->kind == NOTE_VARIABLE && begins_call(t, e, n)) renew_frame(t, n);
    }
    inside = told_frames(t) < t->frames.n;
    if (inside && shown && e->kind != NOTE_VARIABLE) announce(t);
    switch (e->kind) {
    case NOTE_VARIABLE:
        if (e->sort && !in_caller(t) && (!inside || is_entry_argument(t, n))) tell_variable(t, e, n);
        break;
    case NOTE_STORE:
        if (shown) tell_store(t, e, n);
        break;
    case NOTE_RESULT:
        if (shown && t->frames.n > 1 && t->frames.n <= told_frames(t) + 1) tell_result(t, e, n);
        break;
    case NOTE_BRANCH:
        if (shown && !inside && !in_caller(t)) tell_branch(t, e, n);
        break;
    case NOTE_INPUT:
        if (shown && e->note && !in_caller(t)) tell_input(t, e);
        break;
    case NOTE_FREE:
        if (shown && e->v.lo) tell_free(t, e, n);
        break;
    case NOTE_BLOCK:
    case NOTE_NONE:
        if (shown && !inside && !in_caller(t)) step_at(t, e->pos, e->relevant);
        break;
    default: break;
    }
    view_see(&t->view, i);
}

/* ---- the check that fails ---- */

/* `!cond`, `(!(cond))`: the name in it; its length is 0 if it is something else. */
static const char *bare_name(const char *text, size_t *n) {
    while (*text && strchr("!( ", *text)) text++;
    for (*n = 0; isalnum((unsigned char)text[*n]) || text[*n] == '_';) ++*n;
    const char *rest = text + *n;
    while (*rest && strchr(") ", *rest)) rest++;
    if (*rest) *n = 0;
    return text;
}

static uint32_t argument_of(const struct frame *f, const char *name, size_t n) {
    for (uint32_t i = 0; i < f->names.n; i++)
        if (strlen(f->names.at[i].name) == n && !strncmp(f->names.at[i].name, name, n))
            return f->names.at[i].number;
    return 0;
}

static void release_step(struct step *s) {
    free(s->text);
    for (uint32_t k = 0; k < s->changes.n; k++) {
        free(s->changes.at[k].name);
        free(s->changes.at[k].text);
    }
    VEC_RELEASE(&s->changes);
}

/* The steps in a call of the checking function, and the call: the check says the same. */
static void forget_frame(struct teller *t, uint32_t number) {
    struct steps *s = t->s;
    close_step(t);
    bool call = false;
    while (s->all.n && !call && (VEC_LAST(&s->all).frame == number || VEC_LAST(&s->all).kind == STEP_CALL)) {
        call = VEC_LAST(&s->all).kind == STEP_CALL;
        release_step(&VEC_LAST(&s->all));
        s->all.n--;
    }
}

/* If the condition is a parameter, the check is the argument at the place of the call:
 * __VERIFIER_assert(x == y). */
static void climb(struct teller *t, struct strbuf *text) {
    while (t->frames.n > 1) {
        const struct frame *f = &VEC_LAST(&t->frames);
        size_t n;
        const char *name = bare_name(text->text, &n);
        uint32_t k = n ? argument_of(f, name, n) : 0;
        struct strbuf above = {0};
        const char *function = scope_at(t, f->scope)->function;
        if (!k || !f->call.file || !function ||
            !source_argument(t->e->c->files.at[f->call.file], f->call.line, f->call.column, function, k,
                             &above)) {
            strbuf_release(&above);
            return;
        }
        strbuf_release(text);
        *text = above;
        forget_frame(t, f->number);
        t->s->check_pos = f->call;
        t->s->check_class = strstr(function, "assert") ? "assert" : function;
        pop_frame(t);
    }
}

/* A check that is a call with its condition: klee_assert(x == y). */
static void check_argument(struct teller *t, const struct event *e, const struct debug_note *n,
                           struct strbuf *text) {
    if (e->pos.file)
        source_argument(t->e->c->files.at[e->pos.file], e->pos.line, e->pos.column, n->function, n->argument,
                        text);
    t->s->check_class = strstr(n->function, "assert") ? "assert" : n->function;
    if (!text->n && e->pos.file) { /* a clause of a contract */
        char *line = source_text(t->e->c->files.at[e->pos.file], e->pos.line, MAX_CONDITION);
        strbuf_text(text, line);
        free(line);
    }
    if (!text->n) strbuf_text(text, "the condition is false");
}

/* A check that the compiler or the memory model places. */
static void check_text(const struct teller *t, const struct event *e, struct strbuf *text) {
    if (!e->pos.file) return;
    const char *file = t->e->c->files.at[e->pos.file];
    char *expression = source_expression(file, e->pos.line, e->pos.column, MAX_CONDITION);
    strbuf_text(text, expression);
    free(expression);
}

/* The values that the failing expression rests on: "i = 8, size 8", "p = malloc@4, freed in line
 * 9". Where the access is wrong because of a pointer, that is what is told. */
static void check_values(struct teller *t, uint32_t i, const char *text, uint32_t scope, struct strbuf *b) {
    const struct event *e = &t->e->all.at[i];
    const struct debug_note *n = event_note(t->e, i);
    bool of_class = n->is_class, bounds = of_class && !strcmp(n->function, "bounds"), pointer = false;
    uint64_t size = bounds ? view_array_size(&t->view, text, scope, &pointer) : 0;
    bool about_pointer = of_class && (e->sort || !strcmp(n->function, "null"));
    view_list(&t->view, b, text, scope, about_pointer && (!size || pointer));
    if (size) strbuf_printf(b, "%ssize %" PRIu64, b->n ? ", " : "", size);
    uint32_t freed = of_class ? events_freed(t->e, i) : NO_EVENT;
    if (freed != NO_EVENT)
        strbuf_printf(b, "%sfreed in line %u", b->n ? ", " : "", t->e->all.at[freed].pos.line);
}

static void tell_failure(struct teller *t, uint32_t i) {
    const struct event *e = &t->e->all.at[i];
    const struct debug_note *n = event_note(t->e, i);
    struct strbuf text = {0}, b = {0};
    struct steps *s = t->s;
    if (n->scope) enter_scope(t, n->scope);
    announce(t);
    /* the check says more */
    if (t->open && !t->line.n && same_line(t->step.pos, e->pos)) t->open = false;
    s->check_pos = e->pos;
    s->check_class = n->name ? "assert" : n->function;
    if (n->name) strbuf_text(&text, n->name);
    else if (n->is_class) check_text(t, e, &text);
    else if (n->argument) check_argument(t, e, n, &text);
    else if (e->control != NO_EVENT && condition_at(t, t->e->all.at[e->control].pos, &text)) climb(t, &text);
    uint32_t scope = t->frames.n ? VEC_LAST(&t->frames).scope : 0;
    open_step(t, STEP_CHECK, s->check_pos, t->frames.n ? t->frames.n - 1 : 0,
              t->frames.n ? &VEC_LAST(&t->frames) : NULL);
    t->step.relevant = true;
    if (text.n && s->check_class == n->function && !n->is_class) strbuf_text(&b, "called because ");
    if (text.n) strbuf_text(&b, text.text);
    bool lost = n->is_class && (!strcmp(n->function, "leak") || !strcmp(n->function, "cleanup"));
    if (text.n && lost) strbuf_text(&b, " is never freed");
    struct strbuf values = {0};
    bool unset = n->is_class && !strcmp(n->function, "uninitialized"); /* its value means nothing */
    if (text.n && !unset) check_values(t, i, text.text, scope, &values);
    if (values.n) strbuf_printf(&b, " with %s", values.text);
    if (!b.n) strbuf_text(&b, n->is_class ? "fails" : "called");
    s->check = strbuf_take(&b);
    strbuf_printf(&t->line, "%s: %s", s->check_class, s->check);
    close_step(t);
    strbuf_release(&values);
    strbuf_release(&text);
}

/* ---- the whole ---- */

void steps_init(struct steps *s, const struct cfa *unreduced, const input_log *log, bool full) {
    struct events e;
    *s = (struct steps){.c = unreduced};
    events_init(&e, unreduced, log);
    s->complete = e.complete;
    struct teller t = {.s = s, .e = &e, .full = full};
    if (e.complete) view_init(&t.view, &e);
    for (uint32_t i = 0; e.complete && i < e.all.n; i++) {
        if (e.all.at[i].kind == NOTE_FAILURE) tell_failure(&t, i);
        else tell(&t, i);
    }
    close_step(&t);
    while (t.frames.n) pop_frame(&t);
    VEC_RELEASE(&t.frames);
    strbuf_release(&t.line);
    if (e.complete) view_release(&t.view);
    events_release(&e);
}

void steps_release(struct steps *s) {
    for (uint32_t i = 0; i < s->all.n; i++) release_step(&s->all.at[i]);
    VEC_RELEASE(&s->all);
    free(s->check);
    s->check = NULL;
}

static bool same_place(const struct step *a, const struct step *b) {
    return a->kind == b->kind && same_line(a->pos, b->pos) && a->depth == b->depth;
}

static uint32_t repetitions(const struct steps *s, uint32_t i, uint32_t period) {
    uint32_t j = i + period;
    while (j < s->all.n && same_place(&s->all.at[j], &s->all.at[j - period])) j++;
    return (j - i) / period;
}

struct step_fold steps_fold_at(const struct steps *s, uint32_t i) {
    assert(i < s->all.n);
    struct step_fold best = {i, 1, 1};
    for (uint32_t period = 1; period <= MAX_PERIOD && i + period * MIN_FOLDED <= s->all.n; period++) {
        uint32_t times = repetitions(s, i, period);
        if (times >= MIN_FOLDED && times * period > best.times * best.period)
            best = (struct step_fold){i, period, times};
    }
    return best;
}
