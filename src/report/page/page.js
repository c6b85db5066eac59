"use strict";
// Everything that the page tells is in its text; this adds moving from step to step, filters, zoom, and jumping to the source.
(() => {
    document.documentElement.classList.add("js");
    const all = selector => [...document.querySelectorAll(selector)];
    const element = (name, className, text) => {
        const e = document.createElement(name);
        if (className) e.className = className;
        if (text !== undefined) e.textContent = text;
        return e;
    };

    // ---- the source ----

    const sourceRow = (file, line) => document.getElementById("s" + file + "-" + line);
    const mark = (row, block) => {
        all("tr.now").forEach(e => e.classList.remove("now"));
        if (!row) return;
        row.classList.add("now");
        if (block) row.scrollIntoView({block});
    };

    // ---- steps ----

    const steps = all("ol.steps li");
    const state = document.getElementById("state");
    let current = -1;

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

    // The last value of each variable and piece of memory, and whether the step at hand has set it.
    const values = at => {
        const known = new Map();
        for (let i = 0; i <= at; i++)
            for (const change of steps[i].querySelectorAll("data"))
                known.set(change.dataset.frame + " " + change.dataset.name,
                          {name: change.dataset.name, text: change.value, changed: i === at, frame: change.dataset.frame});
        return [...known.values()];
    };

    const table = (caption, rows) => {
        const t = element("table", "plain");
        t.append(element("caption", "", caption));
        for (const v of rows) {
            const row = element("tr", v.changed ? "changed" : "");
            row.append(element("td", "mono", v.name), element("td", "mono", v.text));
            t.append(row);
        }
        return t;
    };

    const showState = at => {
        const known = values(at), frame = steps[at].dataset.frame;
        const local = known.filter(v => v.frame !== "0" && (v.frame === frame || v.changed));
        const memory = known.filter(v => v.frame === "0");
        const first = steps.find(s => s.querySelector(".function"));
        state.replaceChildren(element("div", "soft", "Step " + (at + 1) + " of " + steps.length),
                              element("div", "mono", "Calls: " + [first ? first.querySelector(".function").textContent : "main"].concat(callStack(at)).join("  ›  ")));
        const row = sourceRow(steps[at].dataset.file, steps[at].dataset.line);
        if (row) state.append(element("pre", "here", row.cells[0].textContent + "  " + row.cells[2].textContent.trim()));
        if (local.length) state.append(table("Variables", local));
        if (memory.length) state.append(table("Memory", memory));
    };

    const go = to => {
        if (!steps.length) return;
        to = Math.max(0, Math.min(steps.length - 1, to));
        all("li.now").forEach(e => e.classList.remove("now"));
        current = to;
        steps[to].classList.add("now");
        showState(to);
        // Side by side both columns follow; one below the other, the reader stays where the buttons are.
        const wide = matchMedia("(min-width: 1000px)").matches, list = steps[to].parentElement;
        if (wide) list.scrollTop = steps[to].offsetTop - list.offsetTop - list.clientHeight / 2;
        mark(sourceRow(steps[to].dataset.file, steps[to].dataset.line), wide ? "center" : null);
    };

    const actions = {first: () => go(0), previous: () => go(current - 1), next: () => go(current + 1), last: () => go(steps.length - 1)};
    for (const [name, action] of Object.entries(actions)) document.getElementById(name)?.addEventListener("click", action);
    steps.forEach((li, i) => li.addEventListener("click", () => go(i)));
    addEventListener("keydown", e => {
        if (!steps.length || e.ctrlKey || e.metaKey || e.altKey || /INPUT|TEXTAREA|SELECT/.test(e.target.tagName)) return;
        if (e.key === "j" || e.key === "ArrowRight") actions.next();
        else if (e.key === "k" || e.key === "ArrowLeft") actions.previous();
        else if (e.key === "Home") actions.first();
        else if (e.key === "End") actions.last();
        else return;
        e.preventDefault();
    });

    // ---- filters of the table of checks ----

    const checks = all("tr.check"), folded = document.getElementById("proved"), shown = document.getElementById("shown");
    const chosenClass = document.getElementById("class-filter"), chosenText = document.getElementById("text-filter");
    const filter = () => {
        const statuses = new Set(all("input[data-filter]").filter(i => i.checked).map(i => i.dataset.filter));
        const wanted = chosenText.value.toLowerCase();
        let n = 0;
        if (wanted || chosenClass.value) folded?.setAttribute("open", "");
        for (const row of checks) {
            const fits = statuses.has(row.dataset.status) && (!chosenClass.value || row.dataset.class === chosenClass.value) &&
                         (!wanted || row.textContent.toLowerCase().includes(wanted));
            row.hidden = !fits;
            n += fits;
        }
        shown.textContent = n === checks.length ? "" : n + " of " + checks.length + " shown";
    };
    if (checks.length) for (const input of all("input[data-filter], #class-filter, #text-filter")) input.addEventListener("input", filter);

    // ---- the automata ----

    for (const graph of all("div.graph")) {
        const svg = graph.querySelector("svg"), natural = svg.width.baseVal.value;
        let scale = 1;
        const zoom = factor => {
            scale = factor ? scale * factor : Math.min(1, (graph.clientWidth - 16) / natural);
            scale = Math.max(0.05, Math.min(8, scale));
            svg.style.width = natural * scale + "px";
            svg.style.height = "auto";
        };
        all(".zoom").filter(z => z.nextElementSibling === graph).forEach(z =>
            z.querySelectorAll("button").forEach(b => b.addEventListener("click", () => zoom(Number(b.dataset.zoom)))));
        graph.addEventListener("wheel", e => {
            if (!e.ctrlKey) return;
            e.preventDefault();
            zoom(e.deltaY < 0 ? 1.1 : 1 / 1.1);
        }, {passive: false});
        for (const node of graph.querySelectorAll("g.node")) {
            const place = /:(\d+)/.exec(node.textContent), row = place && sourceRow("0", place[1]);
            if (!row) continue;
            node.style.cursor = "pointer";
            node.addEventListener("click", () => mark(row, "center"));
        }
        zoom(0);
        graph.parentElement.addEventListener("toggle", () => zoom(0));
    }
    if (steps.length) {
        const y = scrollY;
        go(steps.length - 1);
        scrollTo(0, y);
    }
})();
