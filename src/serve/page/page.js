"use strict";
(() => {
    const data = JSON.parse(document.getElementById("data").textContent);
    const at = id => document.getElementById(id);
    const program = at("program"), shown = at("shown"), gutter = at("gutter");
    const element = (name, className, text) => {
        const e = document.createElement(name);
        if (className) e.className = className;
        if (text !== undefined) e.textContent = text;
        return e;
    };

    // ---- the editor: the text area is transparent, and what is seen is a coloured copy below it ----

    const words = /(\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|("(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?)|\b(auto|break|case|char|const|continue|default|do|double|else|enum|extern|float|for|goto|if|inline|int|long|register|restrict|return|short|signed|sizeof|static|struct|switch|typedef|union|unsigned|void|volatile|while|_Bool|_Static_assert|assert)\b|(^[ \t]*#[ \t]*\w+)|\b(0[xX][\da-fA-F]+\w*|\d[\w.]*)/gm;
    const classes = [null, "c", "s", "w", "w", "n"];
    let bad = new Set();

    const colour = text => {
        const pieces = [];
        let from = 0;
        for (const m of text.matchAll(words)) {
            pieces.push(document.createTextNode(text.slice(from, m.index)));
            pieces.push(element("span", classes[m.findIndex((g, i) => i > 0 && g !== undefined)], m[0]));
            from = m.index + m[0].length;
        }
        pieces.push(document.createTextNode(text.slice(from) + "\n"));
        return pieces;
    };
    const draw = () => {
        const lines = program.value.split("\n");
        shown.replaceChildren(...colour(program.value));
        gutter.replaceChildren(...lines.map((_, i) => element("span", bad.has(i + 1) ? "bad" : "", (bad.has(i + 1) ? "✗ " : "") + (i + 1) + "\n")));
        follow();
    };
    const follow = () => {
        shown.style.transform = `translate(${-program.scrollLeft}px, ${-program.scrollTop}px)`;
        shown.style.overflow = "visible";
        gutter.style.marginTop = -program.scrollTop + "px";
    };
    const goTo = line => {
        const lines = program.value.split("\n"), start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
        program.focus();
        program.setSelectionRange(start, start + (lines[line - 1] || "").length);
        program.scrollTop = (line - 5) * 20;
    };
    program.addEventListener("input", () => { bad = new Set(); at("diagnostics").replaceChildren(); draw(); });
    program.addEventListener("scroll", follow);
    program.addEventListener("keydown", e => {
        if (e.key === "Tab" && !e.shiftKey && !e.ctrlKey && !e.altKey) {
            e.preventDefault();
            program.setRangeText("    ", program.selectionStart, program.selectionEnd, "end");
            draw();
        }
    });

    // Lines as of a compiler: program.c:5:9: error: text
    const diagnose = text => {
        const list = at("diagnostics");
        list.replaceChildren();
        bad = new Set();
        for (const m of text.matchAll(/^(?:.*\/)?program\.c:(\d+):(\d+): (error|warning)(?: [^:]*)?: (.*)$/gm)) {
            const line = Number(m[1]), item = element("li", m[3], `line ${line}: ${m[3]}: ${m[4]}`);
            if (m[3] === "error") bad.add(line);
            item.addEventListener("click", () => goTo(line));
            list.append(item);
        }
        draw();
    };

    // ---- examples ----

    for (const example of data.examples) at("example").append(element("option", "", example.name));
    const choose = () => {
        program.value = data.examples[at("example").selectedIndex].text;
        diagnose("");
    };
    at("example").addEventListener("change", choose);

    // ---- runs ----

    const ask = (path, options = {}) => fetch(path, {...options, headers: {"X-Edgewise-Session": data.session}, cache: "no-store"});
    let current = null;

    // EventSource cannot send a header, so the stream is read by hand.
    const listen = async (id, handle) => {
        const response = await ask(`/runs/${id}/events`), reader = response.body.getReader(), decoder = new TextDecoder();
        for (let rest = "";;) {
            const {value, done} = await reader.read();
            rest += decoder.decode(value || new Uint8Array(), {stream: !done});
            for (let end; (end = rest.indexOf("\n\n")) >= 0; rest = rest.slice(end + 2)) {
                const event = /^event: (\w+)$/m.exec(rest.slice(0, end)), payload = /^data: (.*)$/m.exec(rest.slice(0, end));
                if (event && payload) handle(event[1], JSON.parse(payload[1]));
            }
            if (done) return;
        }
    };

    const describe = p => {
        const parts = [];
        if (p.checks) parts.push(`${p.decided} of ${p.checks} checks decided`);
        parts.push(p.phase || "starting");
        if (p.engine) parts.push(p.engine + (p.frames ? ` at frame ${p.frames} with ${p.lemmas} lemmas` : p.depth ? ` at depth ${p.depth}` : ""));
        return parts.join(", ") + `; ${p.seconds.toFixed(0)} s, at most ${Math.max(0, p.limit - p.seconds).toFixed(0)} s left`;
    };

    const showReport = async id => {
        const response = await ask(`/runs/${id}/report`);
        if (!response.ok) return;
        const frame = element("iframe");
        frame.title = "the report";
        frame.setAttribute("sandbox", "allow-scripts allow-downloads");
        frame.srcdoc = await response.text();
        at("place").replaceChildren(frame);
    };

    const end = (run, result) => {
        const verdict = /Verification result: ((TRUE|FALSE|UNKNOWN).*)/.exec(result.out);
        const text = verdict ? verdict[1] : result.exit_code === -1 ? "stopped" : "no verdict: see the messages";
        at("verdict").className = verdict ? verdict[2] : "UNKNOWN";
        at("verdict").textContent = text;
        at("status").textContent = "";
        at("messages").hidden = !(result.err || result.out);
        at("messages").querySelector("pre").textContent = result.out + result.err;
        at("messages").open = !verdict;
        diagnose(result.out + result.err);
        if (result.report) showReport(run.id);
        run.item.firstChild.textContent = `${run.name}: ${text}`;
        if (result.report) {
            const again = element("button", "", "report");
            again.addEventListener("click", () => showReport(run.id));
            run.item.append(again);
        }
    };

    const start = async () => {
        const query = new URLSearchParams([...document.querySelectorAll("[data-option]")].map(s => [s.dataset.option, s.value]));
        at("run").disabled = true;
        at("verdict").textContent = "";
        at("place").replaceChildren();
        at("messages").hidden = true;
        at("status").textContent = "sending";
        try {
            const response = await ask("/runs?" + query, {method: "POST", body: program.value}), answer = await response.json();
            if (!response.ok) throw new Error(answer.error);
            const example = data.examples[at("example").selectedIndex];
            const run = {id: answer.id, name: program.value === example.text ? example.name : "your program", item: element("li", "", "")};
            run.item.append(document.createTextNode(run.name + ": running"));
            at("runs").prepend(run.item);
            current = run;
            at("stop").disabled = false;
            await listen(run.id, (event, payload) => {
                if (event === "queued") at("status").textContent = `waiting: ${payload.ahead} ahead`;
                else if (event === "progress") at("status").textContent = describe(payload);
                else if (event === "done") end(run, payload);
            });
        } catch (e) {
            at("status").textContent = "";
            at("verdict").className = "UNKNOWN";
            at("verdict").textContent = "not run: " + e.message;
        }
        current = null;
        at("stop").disabled = true;
        at("run").disabled = false;
    };
    at("run").addEventListener("click", start);
    at("stop").addEventListener("click", () => current && ask(`/runs/${current.id}/stop`, {method: "POST"}));
    addEventListener("keydown", e => { if (e.ctrlKey && e.key === "Enter" && !at("run").disabled) start(); });
    choose();
})();
