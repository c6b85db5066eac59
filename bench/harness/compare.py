"""Comparison with a stored baseline, by what noise does not move: which tasks are solved, how many queries they take, and
instruction counts where the machine has them. Times are not compared."""
from .results import COLUMNS, SOLVED, key
from .tables import number

RISE = 1.2  # 20 % up is a regression
FEW = 50  # a rise by fewer queries than this on one task is no news
SAME_LOAD = 1.1  # instruction counts within 10 % are the same


def steady(description):
    """Does a configuration give (nearly) the same counters in every run? A single engine does; in the portfolio, the engine that is
    first depends on the machine."""
    portfolio = "--engine" not in description and ("--preset" not in description or "--preset=default" in description)
    return description.startswith("edgewise") and not portfolio


def baseline_row(row, description):
    """Without the reasons and times that change from run to run."""
    kept = {"task", "group", "config", "seed", "expected", "verdict", "status"}
    if row["status"] in SOLVED and steady(description):
        kept |= {"queries", "k", "lemmas", "instructions"}
    return {name: row[name] if name in kept else "" for name in COLUMNS}


def compare(old_rows, new_rows):
    """[(is a regression, text)], regressions first."""
    old, new = {key(row): row for row in old_rows}, {key(row): row for row in new_rows}
    changes = []
    for at, before in old.items():
        after = new.get(at)
        where = f"{at[0]} [{at[1]}]"
        if after is None:
            changes.append((True, f"not run: {where}"))
        elif before["status"] in SOLVED and after["status"] not in SOLVED:
            changes.append((True, f"no longer solved: {where}: {after['status']} {after['reason']}".rstrip()))
        elif before["status"] not in SOLVED and after["status"] in SOLVED:
            changes.append((False, f"newly solved: {where}"))
        elif after["status"] in SOLVED:
            changes += compare_figures(where, before, after)
    changes += compare_totals(old, new)
    return sorted(changes, key=lambda change: not change[0])


def compare_figures(where, before, after):
    was, now = number(before["queries"]), number(after["queries"])
    if was and now > RISE * was and now - was >= FEW:
        yield True, f"queries {was:.0f} -> {now:.0f} (+{100 * (now / was - 1):.0f} %): {where}"
    elif now and was > RISE * now and was - now >= FEW:
        yield False, f"queries {was:.0f} -> {now:.0f} ({100 * (now / was - 1):.0f} %): {where}"


def compare_totals(old, new):
    for config in dict.fromkeys(at[1] for at in old):
        common = [at for at in old if at[1] == config and at in new and old[at]["status"] in SOLVED and new[at]["status"] in SOLVED]
        for what, bound in (("queries", RISE), ("instructions", SAME_LOAD)):
            was, now = (sum(number(rows[at][what]) for at in common) for rows in (old, new))
            if was and now:
                change = 100 * (now / was - 1)
                yield now > bound * was, f"{what} of {config} on {len(common)} common tasks: {was:.0f} -> {now:.0f} ({change:+.1f} %)"
