/* How the models of input are compiled for the same comparison (input.c): what they exclude is a
 * finding, errno is left alone, and they have names of their own. */
_Noreturn void model_refuses_input(void);
#define SUPPOSE(c) ((c) ? (void)0 : model_refuses_input())
#define M
#define ANY(type, name, mark)
#define SETS_ERRNO ((void)0)
#define edgewise_errno edgewise_input_errno
#define any_errno() 0
