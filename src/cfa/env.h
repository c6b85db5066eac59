/* Persistent maps from small integers to terms, for dataflow facts: setting an entry shares all but
 * a few nodes with the old map, and joining two maps costs what they differ in (radix trees of
 * fan-out 8; equal subtrees are equal pointers most of the time). TERM_NONE is "nothing known"; an
 * empty subtree is NULL. */
#ifndef CFA_ENV_H
#define CFA_ENV_H

#include "term/term.h"
#include "util/arena.h"

enum { ENV_BITS = 3, ENV_FAN = 1 << ENV_BITS };

struct env_node {
    union {
        const struct env_node *child[ENV_FAN];
        term value[ENV_FAN]; /* at height 0 */
    } u;
};
typedef const struct env_node *env; /* NULL: the empty map */

struct envs {
    struct arena arena;
    uint32_t height; /* of all maps here: keys are below ENV_FAN ^ (height + 1) */
};

void envs_init(struct envs *e, uint32_t keys);
void envs_release(struct envs *e);
term env_get(const struct envs *e, env m, uint32_t key);
env env_set(struct envs *e, env m, uint32_t key, term t); /* TERM_NONE removes */
/* The entries that both have; `a` itself if b has all of a's. */
env env_join(struct envs *e, env a, env b);
/* The same, but where both have an entry and these differ, both(context, of a, of b) is the new
 * one; `a` itself if nothing differs from it. */
env env_join_with(struct envs *e, env a, env b, term (*both)(void *, term, term), void *context);

#endif
