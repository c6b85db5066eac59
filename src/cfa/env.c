#include "cfa/env.h"

#include <assert.h>
#include <string.h>

void envs_init(struct envs *e, uint32_t keys) {
    *e = (struct envs){0};
    while ((uint64_t)1 << (ENV_BITS * (e->height + 1)) < keys) e->height++;
}

void envs_release(struct envs *e) { arena_release(&e->arena); }

static uint32_t digit(uint32_t key, uint32_t height) { return key >> (ENV_BITS * height) & (ENV_FAN - 1); }

term env_get(const struct envs *e, env m, uint32_t key) {
    assert(key >> (ENV_BITS * e->height) < ENV_FAN);
    for (uint32_t h = e->height; m && h > 0; h--) m = m->u.child[digit(key, h)];
    return m ? m->u.value[digit(key, 0)] : TERM_NONE;
}

static struct env_node *node_copy(struct envs *e, env m) {
    struct env_node *n = arena_alloc(&e->arena, sizeof *n);
    if (m) *n = *m;
    else memset(n, 0, sizeof *n);
    return n;
}

static env set_at(struct envs *e, env m, uint32_t height, uint32_t key, term t) {
    assert(height <= e->height);
    struct env_node *n = node_copy(e, m);
    uint32_t d = digit(key, height);
    if (height) n->u.child[d] = set_at(e, m ? m->u.child[d] : NULL, height - 1, key, t);
    else n->u.value[d] = t;
    return n;
}

env env_set(struct envs *e, env m, uint32_t key, term t) {
    assert(key >> (ENV_BITS * e->height) < ENV_FAN);
    if (env_get(e, m, key) == t) return m;
    return set_at(e, m, e->height, key, t);
}

struct joining {
    struct envs *e;
    term (*both)(void *, term, term);
    void *context;
};

static term join_values(const struct joining *j, term a, term b) {
    if (a == b || !a || !b || !j->both) return a == b ? a : TERM_NONE;
    return j->both(j->context, a, b);
}

static env join_at(const struct joining *j, env a, env b, uint32_t height) {
    assert(height <= j->e->height);
    if (a == b || !a) return a;
    if (!b) return NULL;
    struct env_node n;
    bool same = true, empty = true;
    memset(&n, 0, sizeof n);
    for (uint32_t d = 0; d < ENV_FAN; d++) {
        if (height) {
            n.u.child[d] = join_at(j, a->u.child[d], b->u.child[d], height - 1);
            same &= n.u.child[d] == a->u.child[d];
            empty &= !n.u.child[d];
        } else {
            n.u.value[d] = join_values(j, a->u.value[d], b->u.value[d]);
            same &= n.u.value[d] == a->u.value[d];
            empty &= !n.u.value[d];
        }
    }
    return same ? a : empty ? NULL : node_copy(j->e, &n);
}

env env_join(struct envs *e, env a, env b) { return env_join_with(e, a, b, NULL, NULL); }

env env_join_with(struct envs *e, env a, env b, term (*both)(void *, term, term), void *context) {
    struct joining j = {e, both, context};
    return join_at(&j, a, b, e->height);
}
