"""A page in headless Chromium at some width: what there is on it, and whether anything sticks out.

The page is put into a frame of that width on a page of our own, whose script measures it; Chromium prints the result as the page's
text. Chromium itself cannot be made narrower than 500 pixels."""
import html
import json
import re
import shutil
import subprocess

MEASURE = """<!DOCTYPE html><meta charset="utf-8"><style>body {{ margin: 0 }} iframe {{ border: 0; width: {width}px; height: 900px }}</style>
<iframe src="{page}"></iframe><pre></pre><script>
onload = () => {{
    const page = document.querySelector("iframe").contentDocument, all = s => [...page.querySelectorAll(s)];
    document.querySelector("pre").textContent = JSON.stringify({{
        width: page.documentElement.scrollWidth, height: page.documentElement.scrollHeight, headings: all("h1, h2, h3").map(h => h.textContent),
        tables: all("table").length, rows: all("tr").length, images: all("img").map(i => i.naturalWidth), text: page.body.innerText.length}});
}};
</script>"""


def available():
    return shutil.which("chromium") is not None


def run(folder, *arguments):
    command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files", "--virtual-time-budget=10000",
               f"--user-data-dir={folder}/profile", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout


def measure(page, width, folder):
    """As a dictionary: see MEASURE. The folder is for files of the browser."""
    outer = folder / "outer.html"
    outer.write_text(MEASURE.format(width=width, page=page.resolve().as_uri()), encoding="utf-8")
    shown = run(folder, "--dump-dom", outer.resolve().as_uri())
    return json.loads(html.unescape(re.search(r"<pre>(.*)</pre>", shown, re.DOTALL).group(1)))
