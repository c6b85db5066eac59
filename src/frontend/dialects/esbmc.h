/* ESBMC's vocabulary, as far as it is supported; see svcomp.h for the form. Another __ESBMC_ function is UNKNOWN where it is called. */
void __ESBMC_assume(_Bool condition);
void __ESBMC_assert(_Bool condition, const char *description);
void __ESBMC_atomic_begin(void);
void __ESBMC_atomic_end(void);
