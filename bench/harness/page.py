"""One HTML page with all tables and plots of a report, in one file without any reference to the outside, that reads on a phone:
wide tables scroll inside their own box, plots scale with the window."""
import base64
import html

from .results import SOLVED
from .tables import number

STYLE = """
:root { color-scheme: light; --line: #d8dce2; --ink: #1d2430; --soft: #5b6573; --right: #0a7a4b; --wrong: #b3261e; --unknown: #8a6100; }
* { box-sizing: border-box }
body { margin: 0 auto; padding: 1rem; max-width: 72rem; font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: #fff }
h1 { font-size: 1.5rem; margin: 0 0 .25rem } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem }
p, .note { color: var(--soft); margin: .25rem 0 } .note { font-size: .85rem }
.box { overflow-x: auto; border: 1px solid var(--line); border-radius: 8px }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; font-size: .9rem }
th, td { padding: .35rem .7rem; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--line) }
th { background: #f4f6f9; font-weight: 600 } th:first-child, td:first-child { text-align: left; position: sticky; left: 0; background: #fff }
th:first-child { background: #f4f6f9 } tr:last-child td { border-bottom: 0 }
th.text, td.text { text-align: left }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 28rem), 1fr)); gap: 1rem }
figure { margin: 0; border: 1px solid var(--line); border-radius: 8px; padding: .5rem } figure.wide { grid-column: 1 / -1 }
figure img { width: 100%; max-width: 34rem; height: auto; display: block; margin: 0 auto } figcaption { font-size: .85rem; color: var(--soft); text-align: center }
figure.wide img { max-width: 40rem; margin: 0 auto }
.right, .unchecked { color: var(--right) } .wrong, .error { color: var(--wrong); font-weight: 600 } .unknown { color: var(--unknown) }
.bad { color: var(--wrong) } .good { color: var(--right) }
summary { cursor: pointer; margin: 2rem 0 .5rem; font-weight: 600; font-size: 1.15rem }
td:first-child.task { font-size: .8rem; max-width: 46vw; overflow: hidden; text-overflow: ellipsis }
"""


def escape(text):
    return html.escape(str(text))


def is_text(column):
    """Columns of words are left-aligned, columns of figures right-aligned."""
    return not any(cell[:1].isdigit() or cell[:1] in "(–-" for cell in column)


def table_html(table):
    kinds = [' class="text"' if is_text([row[i] for row in table.rows]) else "" for i in range(len(table.head))]
    head = "".join(f"<th{kind}>{escape(name)}</th>" for name, kind in zip(table.head, kinds))
    body = "".join("<tr>" + "".join(f"<td{kind}>{escape(text)}</td>" for text, kind in zip(row, kinds)) + "</tr>" for row in table.rows)
    notes = "".join(f'<p class="note">{escape(note)}</p>' for note in table.notes)
    return f"<h2>{escape(table.title)}</h2><div class=box><table><tr>{head}</tr>{body}</table></div>{notes}"


def plots_html(plots):
    figures = []
    for index, (title, svg) in enumerate(plots):
        data = base64.b64encode(svg.encode()).decode()
        kind = " class=wide" if index == 0 else ""
        figures.append(f'<figure{kind}><img alt="{escape(title)}" src="data:image/svg+xml;base64,{data}"><figcaption>{escape(title)}</figcaption></figure>')
    return "<h2>Plots</h2><div class=plots>" + "".join(figures) + "</div>" if figures else ""


def run_cell(row):
    if row is None:
        return "<td>–</td>"
    text = f"{row['verdict'].lower()} {number(row['cpu']):.2f} s" if row["status"] in SOLVED else row["status"]
    return f'<td class="{row["status"]}" title="{escape(row["reason"])}">{escape(text)}</td>'


def runs_html(data):
    head = "".join(f"<th>{escape(data.label(config))}</th>" for config in data.configs)
    rows = []
    for task in data.tasks:
        cells = "".join(run_cell(data.medians.get((config, task))) for config in data.configs)
        rows.append(f'<tr><td class=task title="{escape(task)}">{escape(task)}</td>{cells}</tr>')
    return f"<details><summary>Every task ({len(data.tasks)})</summary><div class=box><table><tr><th>task</th>{head}</tr>{''.join(rows)}</table></div></details>"


def changes_html(changes):
    if not changes:
        return ""
    lines = "".join(f'<p class="{"bad" if bad else "good"}">{escape(text)}</p>' for bad, text in changes)
    return f"<h2>Against the baseline</h2>{lines}"


def page(title, subtitle, data, tables, plots, changes=()):
    body = "".join(table_html(table) for table in tables)
    return (f'<!doctype html><html lang=en><head><meta charset=utf-8><meta name=viewport content="width=device-width, initial-scale=1">'
            f"<title>{escape(title)}</title><style>{STYLE}</style></head><body><h1>{escape(title)}</h1><p>{escape(subtitle)}</p>"
            f"{changes_html(changes)}{body}{plots_html(plots)}{runs_html(data)}</body></html>\n")
