/* What to verify: the inputs of the command line, an SV-COMP task file (.yml) among them, and the
 * property file. A task file names its input files, property files and data model; the command line
 * overrides the property (--spec) and the data model (--32, --64). Either file brings the rules of
 * SV-COMP. */
#include "frontend/frontend.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <yaml.h>

#include "frontend/driver/property.h"
#include "system/sandbox.h"
#include "util/mem.h"
#include "util/strbuf.h"

static bool ends_with(const char *s, const char *tail) {
    size_t n = strlen(s), m = strlen(tail);
    return n >= m && !strcmp(s + n - m, tail);
}

static bool check_file(const char *name, const char *asked_by, struct error *e) {
    struct stat info;
    if (!strcmp(name, "-")) return true;
    if (stat(name, &info) != 0) {
        if (asked_by) error_set(e, asked_by, 0, 0, "names the file %s: %s", name, strerror(errno));
        else error_set(e, name, 0, 0, "%s", strerror(errno));
    } else if (S_ISDIR(info.st_mode)) {
        error_set(e, name, 0, 0, "is a directory");
    } else if (!sandbox_may_read(name) && name != options.spec) {
        error_set(e, name, 0, 0, "is outside of the folder of --confine");
    } else {
        FILE *f = fopen(name, "rb");
        if (!f) error_set(e, name, 0, 0, "%s", strerror(errno));
        else fclose(f);
    }
    return !e->set;
}

/* `name` as seen from the directory of `from`. */
static char *beside(const char *from, const char *name) {
    const char *slash = strrchr(from, '/');
    if (name[0] == '/' || !slash) return mem_strdup(name);
    return mem_printf("%.*s%s", (int)(slash - from + 1), from, name);
}

/* ---- task files ---- */

struct task {
    const char *file;
    yaml_document_t doc;
    struct error *e;
};

static yaml_node_t *value_of_key(struct task *t, yaml_node_t *map, const char *key) {
    if (!map || map->type != YAML_MAPPING_NODE) return NULL;
    for (yaml_node_pair_t *p = map->data.mapping.pairs.start; p < map->data.mapping.pairs.top; p++) {
        yaml_node_t *k = yaml_document_get_node(&t->doc, p->key);
        if (k && k->type == YAML_SCALAR_NODE && !strcmp((char *)k->data.scalar.value, key))
            return yaml_document_get_node(&t->doc, p->value);
    }
    return NULL;
}

static const char *scalar(yaml_node_t *n) {
    return n && n->type == YAML_SCALAR_NODE ? (char *)n->data.scalar.value : NULL;
}

static void add_task_file(struct program *p, struct task *t, const char *name) {
    char *path = beside(t->file, name);
    VEC_PUSH(&p->files, path);
    check_file(path, t->file, t->e);
}

static void task_inputs(struct program *p, struct task *t, yaml_node_t *root) {
    yaml_node_t *files = value_of_key(t, root, "input_files");
    if (!files) {
        error_set(t->e, t->file, 0, 0, "is not a task file: it has no input_files");
    } else if (files->type == YAML_SEQUENCE_NODE) {
        for (yaml_node_item_t *i = files->data.sequence.items.start; i < files->data.sequence.items.top;
             i++) {
            yaml_node_t *n = yaml_document_get_node(&t->doc, *i);
            if (scalar(n)) add_task_file(p, t, scalar(n));
            else error_set(t->e, t->file, (int)n->start_mark.line + 1, 0, "an input file must be a name");
        }
    } else if (scalar(files)) {
        add_task_file(p, t, scalar(files));
    } else {
        error_set(t->e, t->file, (int)files->start_mark.line + 1, 0,
                  "input_files must be a name or a list of names");
    }
    if (!t->e->set && p->files.n == 0) error_set(t->e, t->file, 0, 0, "names no input file");
}

/* The first property that we can check wins; else the last one read says what is unsupported. */
static void task_properties(struct program *p, struct task *t, yaml_node_t *root) {
    yaml_node_t *list = value_of_key(t, root, "properties");
    if (!list || list->type != YAML_SEQUENCE_NODE) return;
    for (yaml_node_item_t *i = list->data.sequence.items.start; i < list->data.sequence.items.top; i++) {
        const char *name = scalar(value_of_key(t, yaml_document_get_node(&t->doc, *i), "property_file"));
        if (!name) continue;
        char *path = beside(t->file, name);
        if (check_file(path, t->file, t->e)) property_read(p, path, t->e);
        free(path);
        if (t->e->set || (p->property && !p->unsupported)) return;
    }
}

static void task_options(struct program *p, struct task *t, yaml_node_t *root) {
    yaml_node_t *opts = value_of_key(t, root, "options");
    const char *language = scalar(value_of_key(t, opts, "language"));
    const char *model = scalar(value_of_key(t, opts, "data_model"));
    if (language && strcmp(language, "C"))
        error_set(t->e, t->file, 0, 0, "the language %s is not supported", language);
    if (!model) return;
    if (!strcmp(model, "ILP32")) p->m32 = true;
    else if (strcmp(model, "LP64"))
        error_set(t->e, t->file, 0, 0, "unknown data model %s (ILP32 or LP64)", model);
}

static void task_read(struct program *p, const char *file, struct error *e) {
    FILE *f = fopen(file, "rb");
    if (!f) {
        error_set(e, file, 0, 0, "%s", strerror(errno));
        return;
    }
    struct task t = {.file = file, .e = e};
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser)) fail_environment("out of memory");
    yaml_parser_set_input_file(&parser, f);
    if (!yaml_parser_load(&parser, &t.doc)) {
        error_set(e, file, (int)parser.problem_mark.line + 1, (int)parser.problem_mark.column + 1, "%s",
                  parser.problem ? parser.problem : "not a YAML file");
    } else {
        yaml_node_t *root = yaml_document_get_root_node(&t.doc);
        task_inputs(p, &t, root);
        if (!e->set && !options.spec) task_properties(p, &t, root);
        if (!e->set) task_options(p, &t, root);
        yaml_document_delete(&t.doc);
    }
    yaml_parser_delete(&parser);
    fclose(f);
}

/* ---- the program ---- */

/* Without a property file, calls of these are the error (README.md). */
static void default_errors(struct program *p) {
    static const char *const names[] = {"reach_error", "__VERIFIER_error", "__assert_fail",
                                        "__assert",    "verifier.error",   "seahorn.fail"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        VEC_PUSH(&p->error_functions, mem_strdup(names[i]));
}

/* In LLVM code clang has placed nothing, and SV-COMP's programs are asked for the property of their
 * task, which is mostly that no assertion fails. */
static check_set default_checks(const struct program *p) {
    bool from_c = !p->rules.sv_comp;
    for (uint32_t i = 0; i < p->files.n; i++)
        from_c &= !ends_with(p->files.at[i], ".ll") && !ends_with(p->files.at[i], ".bc");
    return from_c ? checks_standard() : CHECK_BIT(CHECK_ASSERT);
}

/* Without a property file, --check says what is asked. What a function leaves behind may be its
 * caller's. */
static void choose_checks(struct program *p, struct error *e) {
    if (p->property && options.check)
        error_set(e, NULL, 0, 0, "--check and a property file contradict each other");
    if (p->property) return;
    p->checks = options.check ? checks_parse(options.check, checks_standard(), e) : default_checks(p);
    if (strcmp(p->entry, "main")) p->checks &= ~CHECK_BIT(CHECK_LEAK);
    p->statuses = options.list_checks || options.only.n || p->checks != CHECK_BIT(CHECK_ASSERT);
    if (p->checks & CHECK_BIT(CHECK_ASSERT)) default_errors(p);
}

check_set program_placed_checks(const struct program *p) {
    check_set pointers = CHECK_BIT(CHECK_BOUNDS) | CHECK_BIT(CHECK_NULL);
    return p->property ? p->checks & ~pointers : p->checks;
}

static bool is_task(const char *name) { return ends_with(name, ".yml") || ends_with(name, ".yaml"); }

static void add_input(struct program *p, const char *name, struct error *e) {
    if (!check_file(name, NULL, e)) return;
    if (is_task(name)) task_read(p, name, e);
    else VEC_PUSH(&p->files, mem_strdup(name));
}

static struct rules rules_of(bool task) {
    bool sv_comp = options.rules == RULES_AUTO ? task : options.rules == RULES_SV_COMP;
    return (struct rules){
        .extern_pure = options.externals == EXTERN_RULES ? sv_comp : options.externals == EXTERN_PURE,
        .malloc_succeeds = options.malloc == MALLOC_RULES ? sv_comp : options.malloc == MALLOC_SUCCEEDS,
        .volatile_memory = options_given("volatile") ? options.volatile_reads == VOLATILE_MEMORY : sv_comp,
        .volatile_changes = options_given("volatile") && options.volatile_reads == VOLATILE_NEW,
        .sv_comp = sv_comp,
    };
}

/* The name becomes part of C programs and of compilers' command lines. */
static void check_entry(const char *name, struct error *e) {
    size_t n = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$");
    if (name[n] || !n || isdigit((unsigned char)*name))
        error_set(e, NULL, 0, 0, "--entry takes the name of a function, not '%s'", name);
}

bool program_load(struct program *p, const text_list *inputs, struct error *e) {
    *p = (struct program){.recursion = options.recursion > 0 ? (uint32_t)options.recursion : FIRST_RECURSION};
    uint32_t from_stdin = 0;
    bool task = options.spec != NULL;
    for (uint32_t i = 0; i < inputs->n && !e->set; i++) {
        add_input(p, inputs->at[i], e);
        from_stdin += !strcmp(inputs->at[i], "-");
        task |= is_task(inputs->at[i]);
    }
    p->stubs = options.stub.n;
    for (uint32_t i = 0; i < options.stub.n && !e->set; i++) add_input(p, options.stub.at[i], e);
    p->rules = rules_of(task);
    if (!e->set && p->files.n == 0) error_set(e, NULL, 0, 0, "no input file");
    if (from_stdin > 1) error_set(e, NULL, 0, 0, "standard input (-) is given twice");
    if (!e->set && options.spec && check_file(options.spec, NULL, e)) property_read(p, options.spec, e);
    if (options_given("32") || options_given("64")) p->m32 = options.m32;
    if (!p->entry || options_given("entry")) {
        free((char *)p->entry);
        p->entry = mem_strdup(options.entry ? options.entry : "main");
    }
    check_entry(p->entry, e);
    choose_checks(p, e);
    if (e->set) program_release(p);
    return !e->set;
}

void program_release(struct program *p) {
    for (uint32_t i = 0; i < p->files.n; i++) free((char *)p->files.at[i]);
    for (uint32_t i = 0; i < p->error_functions.n; i++) free((char *)p->error_functions.at[i]);
    VEC_RELEASE(&p->files);
    VEC_RELEASE(&p->error_functions);
    free(p->assigned);
    free((char *)p->entry);
    free(p->property);
    free(p->unsupported);
    *p = (struct program){0};
}
