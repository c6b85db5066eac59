"use strict";
// Everything that the page tells is in its text; this adds moving from step to step and jumping to the source.
(() => {
    document.documentElement.classList.add("js");
    const steps = [...document.querySelectorAll("ol.steps li")];
    const state = document.getElementById("state");
    let current = -1;

    const sourceRow = (file, line) => document.getElementById("s" + file + "-" + line);

    const element = (name, className, text) => {
        const e = document.createElement(name);
        if (className) e.className = className;
        if (text !== undefined) e.textContent = text;
        return e;
    };

    // The calls around a step: the last call at each smaller depth.
    const callStack = at => {
        const calls = [];
        for (let i = at, depth = Number(steps[at].dataset.depth); i >= 0 && depth > 0; i--)
            if (steps[i].classList.contains("call") && Number(steps[i].dataset.depth) === depth - 1) {
                calls.unshift(steps[i].querySelector(".what").textContent);
                depth--;
            }
        return calls;
    };

    const variables = at => {
        const values = new Map();
        for (let i = 0; i <= at; i++)
            for (const change of steps[i].querySelectorAll("data"))
                values.set(change.dataset.frame + " " + change.dataset.name,
                           {name: change.dataset.name, text: change.value, changed: i === at, frame: change.dataset.frame});
        return [...values.values()].filter(v => v.frame === "0" || v.frame === steps[at].dataset.frame || v.changed);
    };

    const showState = at => {
        state.replaceChildren();
        const calls = callStack(at);
        state.append(element("div", "soft", "Step " + (at + 1) + " of " + steps.length));
        state.append(element("div", "", "Calls: " + ["main"].concat(calls).join("  ›  ")));
        const table = element("table", "plain");
        for (const v of variables(at)) {
            const row = element("tr", v.changed ? "changed" : "");
            row.append(element("td", "mono", v.name), element("td", "mono", v.text));
            table.append(row);
        }
        state.append(table);
    };

    const go = to => {
        if (!steps.length) return;
        to = Math.max(0, Math.min(steps.length - 1, to));
        document.querySelectorAll("li.now, tr.now").forEach(e => e.classList.remove("now"));
        current = to;
        steps[to].classList.add("now");
        steps[to].scrollIntoView({block: "nearest"});
        const row = sourceRow(steps[to].dataset.file, steps[to].dataset.line);
        if (row) {
            row.classList.add("now");
            row.scrollIntoView({block: matchMedia("(min-width: 1000px)").matches ? "center" : "nearest"});
        }
        showState(to);
    };

    const actions = {first: () => go(0), previous: () => go(current - 1), next: () => go(current + 1), last: () => go(steps.length - 1)};
    for (const [name, action] of Object.entries(actions)) document.getElementById(name)?.addEventListener("click", action);
    steps.forEach((li, i) => li.addEventListener("click", () => go(i)));
    addEventListener("keydown", e => {
        if (e.ctrlKey || e.metaKey || e.altKey || /INPUT|TEXTAREA/.test(e.target.tagName)) return;
        if (e.key === "j" || (e.key === "ArrowRight")) actions.next();
        else if (e.key === "k" || (e.key === "ArrowLeft")) actions.previous();
        else if (e.key === "Home" && steps.length) actions.first();
        else if (e.key === "End" && steps.length) actions.last();
        else return;
        e.preventDefault();
    });
    // A node of the automaton leads to its line.
    for (const node of document.querySelectorAll(".graph g.node")) {
        const place = /:(\d+)/.exec(node.textContent);
        const row = place && sourceRow("0", place[1]);
        if (!row) continue;
        node.style.cursor = "pointer";
        node.addEventListener("click", () => {
            document.querySelectorAll("tr.now").forEach(e => e.classList.remove("now"));
            row.classList.add("now");
            row.scrollIntoView({block: "center"});
        });
    }
    if (steps.length) { const y = scrollY; go(steps.length - 1); scrollTo(0, y); }
})();
