/* How the models are compiled for a comparison with the real functions: an arbitrary value is one
 * that the oracle chooses (models.c), and a path that a model excludes is a finding. */
#define ANY(type, name, mark) type name(void);
#define APART(p, q) ((void)(p), (void)(q))
_Noreturn void model_refuses(void);
#define __builtin_unreachable() model_refuses()
