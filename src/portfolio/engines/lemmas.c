/* The suppliers of lemmas: no verdicts, but facts for the engines that start after them. */
#include "lemmas/lemmas.h"

#include "portfolio/engine.h"
#include "util/options.h"
#include "util/seconds.h"

static bool possible(const struct engine_task *t) {
    (void)t;
    return options.lemmas;
}

static void supply(const struct engine_task *t, struct facts *known, bool by_cases) {
    struct budget b = budget_part(&t->budget, BUDGET_CPU, PORTFOLIO_LEMMAS_SHARE, PORTFOLIO_LEMMAS_SECONDS);
    lemmas_supply_pass(t->c, known, by_cases, &b);
}

static void supply_by_location(const struct engine_task *t, struct facts *known) { supply(t, known, false); }

static void supply_by_cases(const struct engine_task *t, struct facts *known) { supply(t, known, true); }

const struct engine engine_lemmas = {
    .purpose = "facts about all states of a location",
    .possible = possible,
    .supply = supply_by_location,
    .opens = PHASE_LEMMAS,
};

const struct engine engine_lemmas_by_cases = {
    .purpose = "facts about the states in which a condition holds",
    .possible = possible,
    .supply = supply_by_cases,
    .opens = PHASE_CASES,
    .by_news = true,
};
