# --html: one page that needs nothing else, in which nothing of the program becomes markup.
. "$ROOT/test/cli/lib.sh"
write_programs
cp "$ROOT/test/cli/trace/ring.c" .
cat >check.py <<'END'
import html.parser, re, sys
VOID = {"meta", "link", "br", "img"}
LOOSE = {"td", "th", "tr", "p"}  # their end may be left out
class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.stack, self.tags, self.text, self.events = [], [], [], []
    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.events += [name for name, _ in attributes if name.startswith("on")]
        for name, value in attributes:
            assert not (name in ("src", "href") and value and re.match(r"\s*(https?:|//|javascript:)", value)), (tag, value)
        if tag not in VOID: self.stack.append(tag)
    def handle_endtag(self, tag):
        while self.stack and self.stack[-1] != tag:
            loose = self.stack.pop()
            assert loose in LOOSE, f"{loose} is still open at the end of {tag}"
        assert self.stack, f"{tag} ends and never began"
        self.stack.pop()
    def handle_data(self, data): self.text.append(data)
page = Page()
page.feed(open(sys.argv[1], encoding="utf-8").read())
assert not page.stack, page.stack
assert not page.events, page.events
assert page.tags.count("script") == 1 and page.tags.count("style") == 1 and "img" not in page.tags, "markup of the program's"
text = "".join(page.text)
for wanted in sys.argv[2:]: assert wanted in text, f"no {wanted!r}"
END
expect 10 FALSE "$EDGEWISE" --check=assert --engine=bmc --html=ring.html ring.c
python3 check.py ring.html 'FALSE' 'r.count = 5' 'r.state != BLUE with r.state = BLUE' 'harness.c' 'witness.yml' '--html=ring.html' || fail "the page of a failure"
grep -q '<li class="call" data-depth="0"' ring.html || fail "no call among the steps"
expect 0 TRUE "$EDGEWISE" --check=assert --engine=kind --html=safe.html safe.c
python3 check.py safe.html 'TRUE' 'proved' 'certificate.smt2' 'while (x < n)' || fail "the page of a proof"
# No limit of time is in play here: a run that a limit ends from outside has no page.
cat >open.c <<'END'
#include <assert.h>
__asm__("nop");
int main(void) {
    int open = 1;
    assert(open == 1);
    return 0;
}
END
expect 5 UNKNOWN "$EDGEWISE" --check=assert --html=open.html open.c
python3 check.py open.html 'UNKNOWN' 'open' || fail "the page of no verdict"
# A hostile program: names, strings and comments that would be markup.
hostile='<img src=x onerror=alert(1)>"&.c'
cat >"$hostile" <<'END'
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
const char *s = "</script><script>alert(1)</script>"; // <img src=x onerror=alert(2)>
int main(void) {
    const char *text = s;
    int n = __VERIFIER_nondet_int();
    assert(!("</code><img src=x>" && text && n == 3));
    return 0;
}
END
expect 10 FALSE "$EDGEWISE" --check=assert --engine=bmc --html=hostile.html "$hostile"
python3 check.py hostile.html '<img src=x onerror=alert(1)>' '</code><img src=x>' || fail "the page of a hostile program"
# A page that cannot be written is an error.
expect 1 'no/such/folder' "$EDGEWISE" --check=assert --engine=bmc --html=no/such/folder/page.html ring.c
