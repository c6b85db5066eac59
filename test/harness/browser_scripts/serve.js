// What a person does with `edgewise serve` and with a report, in Chromium: node serve.js CHROMIUM ADDRESS REPORT
"use strict";
const assert = require("assert");
const { chromium } = require("playwright-core");
const [path, address, report] = process.argv.slice(2);

const broken = `#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 3 && n < 9)
        assert(n != 7);
    return 0;
}
`;

const run = async (page, program, verdict) => {
    await page.fill("#program", program);
    await page.click("#run");
    await page.waitForFunction(v => document.getElementById("verdict").textContent.startsWith(v), verdict, { timeout: 60000 });
};

(async () => {
    const browser = await chromium.launch({ executablePath: path, args: ["--no-sandbox"] });
    const errors = [];
    const open = async (url, width) => {
        const page = await browser.newPage({ viewport: { width, height: 900 } });
        page.on("pageerror", e => errors.push(e.message));
        await page.goto(url);
        return page;
    };
    // The page: examples are there, the program is coloured, nothing sticks out of a phone.
    const page = await open(address, 1280);
    assert((await page.locator("#example option").count()) >= 5);
    assert((await page.locator("#shown .w").count()) > 3, "no colours");
    const phone = await open(address, 390);
    assert((await phone.evaluate(() => document.documentElement.scrollWidth)) <= 390, "wider than a phone");
    // It fails: the line is marked, and the report can be walked through.
    await run(page, broken, "FALSE");
    assert.match(await page.textContent("#diagnostics"), /line 6: error: n != 7 with n = 7/);
    assert.match(await page.textContent("#gutter"), /✗ 6/);
    const frame = page.frameLocator("iframe");
    await frame.locator("#first").click();
    assert.match(await frame.locator("#state").textContent(), /Step 1 of/);
    await frame.locator("#last").click();
    assert.match(await frame.locator("ol.steps li.now").textContent(), /n != 7 with n = 7/);
    // Mended, it does not.
    await run(page, broken.replace("n != 7", "n != 17"), "TRUE");
    assert.equal(await page.locator("#diagnostics li").count(), 0);
    // A compiler's error is shown in place; Stop ends a run that has no end.
    await run(page, "int main(void) { retrun 0; }\n", "no verdict");
    assert.match(await page.textContent("#diagnostics"), /line 1: error/);
    await page.fill("#program", `extern unsigned __VERIFIER_nondet_uint(void); void reach_error(void) {}
int main(void) { unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    if (a > 1 && b > 1 && a < 65536 && b < 65536 && a * b == 4295098369u % 4294967291u + 4294836197u) reach_error(); return 0; }\n`);
    await page.selectOption("[data-option=timeout]", "300");
    await page.click("#run");
    await page.waitForFunction(() => / s left/.test(document.getElementById("status").textContent), null, { timeout: 60000 });
    await page.click("#stop");
    await page.waitForFunction(() => document.getElementById("verdict").textContent !== "", null, { timeout: 60000 });
    // A report by itself: keys, filters, zoom.
    const alone = await open(report, 1280);
    await alone.keyboard.press("Home");
    await alone.keyboard.press("j");
    assert.match(await alone.textContent("#state"), /Step 2 of/);
    const rows = alone.locator("tr.check"), visible = async () => (await rows.evaluateAll(r => r.filter(e => !e.hidden).length));
    const all = await visible();
    await alone.uncheck("input[data-filter=proved]");
    assert((await visible()) < all && (await visible()) > 0, "the filter by status");
    await alone.check("input[data-filter=proved]");
    await alone.fill("#text-filter", "overflow");
    assert((await visible()) < all && (await visible()) > 0, "the filter by text");
    if (await alone.locator("div.graph svg").count()) {
        await alone.locator("details:has(> div.graph) > summary").first().click(); // folded on the page of a failure
        const width = () => alone.locator("div.graph svg").first().evaluate(e => e.getBoundingClientRect().width);
        const before = await width();
        await alone.locator(".zoom button").first().click();
        assert((await width()) > before, "zoom");
        await alone.locator("div.graph g.node", { hasText: ":" }).first().click();
        assert.equal(await alone.locator("table.src tr.now").count(), 1);
    }
    assert.deepEqual(errors, []);
    await browser.close();
})().catch(e => {
    console.error(e);
    process.exit(1);
});
