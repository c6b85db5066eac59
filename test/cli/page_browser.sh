# The page of --html in a browser: the script runs without an error, steps can be walked through, and it fits a phone.
. "$ROOT/test/cli/lib.sh"
command -v chromium >/dev/null || { echo "chromium is not installed" >&2; exit 77; }
cp "$ROOT/test/cli/trace/ring.c" .
expect 10 FALSE "$EDGEWISE" --check=assert --engine=bmc --html=ring.html ring.c
cat >browse.py <<'END'
import pathlib, sys
sys.path.insert(0, sys.argv[1] + "/test/harness")
import browser
here = pathlib.Path(".").resolve()
page = here / "ring.html"
for width in (390,):
    seen = browser.measure(page, width, here)
    assert seen["width"] <= width, f"{seen['width']} pixels wide on a screen of {width}"
# Walks back and forth by keys as a person would, then tells where it is.
text = page.read_text(encoding="utf-8")
walk = """<script>
for (const key of ["Home", "j", "j", "k", "End"]) {
    dispatchEvent(new KeyboardEvent("keydown", {key}));
    document.title += "|" + key + " " + document.getElementById("state").innerText.split("\\n")[0];
}
</script>"""
(here / "walk.html").write_text(text.replace("</body>", walk + "</body>"), encoding="utf-8")
dom = browser.run(here, "--dump-dom", (here / "walk.html").as_uri())
for wanted in ("|Home Step 1 of", "|j Step 2 of", "|j Step 3 of", "|k Step 2 of", "|End Step 31 of 31"):
    assert wanted in dom, f"no {wanted}"
assert 'class="failed now"' in dom, "the failing line is not shown"
END
python3 browse.py "$ROOT" || fail "the page in chromium"
