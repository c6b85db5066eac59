"""`edgewise serve`: who may ask, what is refused, and a real browser in front of it (Chromium by playwright-core)."""
import http.client
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
EDGEWISE = os.environ.get("EDGEWISE", str(ROOT / "build" / "edgewise"))
TOKEN = "00112233445566778899aabbccddeeff"
FAILS = "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nint main(void) { assert(__VERIFIER_nondet_int() != 7); return 0; }\n"


def node_path():
    """The folder in which playwright-core is, or None."""
    if not shutil.which("node") or not shutil.which("chromium"):
        return None
    found = subprocess.run(["npm", "root", "-g"], capture_output=True, text=True) if shutil.which("npm") else None
    folders = [os.environ.get("NODE_PATH", ""), found.stdout.strip() if found else "", str(ROOT / "node_modules")]
    return next((f for f in folders if f and (pathlib.Path(f) / "playwright-core").is_dir()), None)


class Server(unittest.TestCase):
    def environment(self):
        return {**os.environ, "TMPDIR": self.folder}

    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.server = subprocess.Popen([EDGEWISE, "serve", "--port=0"], stdout=subprocess.PIPE, text=True, env=self.environment())
        said = re.search(r"(http://127\.0\.0\.1:(\d+)/)(?:\?key=([0-9a-f]+))?", self.server.stdout.readline())
        self.address, self.port, self.key = said[1], int(said[2]), said[3]

    def tearDown(self):
        self.server.send_signal(signal.SIGINT)
        self.assertEqual(self.server.wait(timeout=30), 0)
        self.server.stdout.close()
        self.assertEqual(os.listdir(self.folder), [], "left behind")
        os.rmdir(self.folder)

    def ask(self, method, path, body=None, **headers):
        c = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        c.request(method, path, body, {k.replace("_", "-"): v for k, v in headers.items()})
        r = c.getresponse()
        text = r.read().decode()
        c.close()
        return r.status, text

    def run_program(self, text, token=TOKEN):
        status, answer = self.ask("POST", "/runs?check=assert&timeout=10", text, X_Edgewise_Session=token)
        self.assertEqual(status, 200, answer)
        name = json.loads(answer)["id"]
        status, events = self.ask("GET", f"/runs/{name}/events", X_Edgewise_Session=token)
        self.assertEqual(status, 200)
        return name, json.loads(re.search(r"event: done\ndata: (.*)\n", events).group(1))


# A C library on a kernel that has no landlock.
NO_LANDLOCK = """#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
long syscall(long n, long a, long b, long c, long d, long e, long f) {
    long (*real)(long, ...) = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
    if (n >= 444 && n <= 446) { errno = ENOSYS; return -1; }
    return real(n, a, b, c, d, e, f);
}
"""


class WithoutLandlock(Server):
    def environment(self):
        self.library = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.library)
        subprocess.run(["gcc", "-w", "-shared", "-fPIC", "-xc", "-", "-o", f"{self.library}/no.so", "-ldl"], input=NO_LANDLOCK, text=True, check=True)
        return {**super().environment(), "LD_PRELOAD": f"{self.library}/no.so"}

    def test_only_with_the_key(self):
        self.assertTrue(self.key, "no key in the address")
        self.assertEqual(self.ask("GET", "/")[0], 403)
        self.assertEqual(self.ask("GET", "/?key=" + "0" * 32)[0], 403)
        status, page = self.ask("GET", "/?key=" + self.key)
        self.assertEqual(status, 200)
        self.assertIn(self.key, page)
        self.assertEqual(self.ask("POST", "/runs?check=assert", FAILS, X_Edgewise_Session=TOKEN)[0], 403)
        _, done = self.run_program(FAILS, self.key)
        self.assertEqual(done["exit_code"], 10)


class Serve(Server):
    def test_who_may_ask(self):
        self.assertEqual(self.ask("GET", "/")[0], 200)
        for headers in ({"Host": "evil.example"}, {"Host": f"evil.example:{self.port}"}, {"Host": "127.0.0.1:1"}, {"Origin": "http://evil.example"}, {"Origin": "null"},
                        {"Sec_Fetch_Site": "cross-site"}):
            self.assertEqual(self.ask("GET", "/", **headers)[0], 403, headers)
            self.assertEqual(self.ask("POST", "/runs", FAILS, X_Edgewise_Session=TOKEN, **headers)[0], 403, headers)
        self.assertEqual(self.ask("POST", "/runs", FAILS)[0], 403)
        self.assertEqual(self.ask("POST", "/runs", FAILS, X_Edgewise_Session="../../etc")[0], 403)
        self.assertEqual(self.ask("DELETE", "/runs", X_Edgewise_Session=TOKEN)[0], 405)
        # Every visit has a session of its own.
        tokens = {re.search(r'"session":"(\w+)"', self.ask("GET", "/")[1]).group(1) for _ in range(3)}
        self.assertEqual(len(tokens), 3)

    def test_hostile_requests(self):
        for path in ("/runs?check=--help", "/runs?certificate=/etc/x", "/runs?check=assert%20", "/runs?" + "&".join(f"a{i}=1" for i in range(50))):
            status, answer = self.ask("POST", path, FAILS, X_Edgewise_Session=TOKEN)
            self.assertEqual(status, 400, path)
            self.assertIn("error", json.loads(answer))
        for path in ("/../../etc/passwd", "/runs/", "/runs/..", "/runs/" + "a" * 5000, "/runs/" + "0" * 32 + "/report", "/favicon.ico"):
            self.assertIn(self.ask("GET", path, X_Edgewise_Session=TOKEN)[0], (404, 414), path[:40])
        status, answer = self.ask("POST", "/runs", b"x" * 10_000_000, X_Edgewise_Session=TOKEN)
        self.assertEqual((status, json.loads(answer)["error"]), (413, "the program is larger than 1 MB"))
        status, answer = self.ask("POST", "/runs", b"int\0main", X_Edgewise_Session=TOKEN)
        self.assertEqual(status, 400)
        self.assertIn("no text", answer)

    def test_a_run(self):
        name, end = self.run_program(FAILS)
        self.assertEqual(end["exit_code"], 10)
        self.assertIn("program.c:3:", end["out"])
        status, page = self.ask("GET", f"/runs/{name}/report", X_Edgewise_Session=TOKEN)
        self.assertEqual(status, 200)
        self.assertIn("FALSE", page)
        # Another session does not see it, whatever it asks.
        for verb, method in (("report", "GET"), ("events", "GET"), ("stop", "POST")):
            self.assertEqual(self.ask(method, f"/runs/{name}/{verb}", X_Edgewise_Session="f" * 32)[0], 404)
        # A program reads no file outside of its folder.
        _, end = self.run_program('#include "/etc/hostname"\nint main(void) { return 0; }\n')
        self.assertEqual(end["exit_code"], 1)

    def test_stop_and_queue(self):
        slow = "extern unsigned __VERIFIER_nondet_uint(void);\nvoid reach_error(void) {}\nint main(void) { unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();\n" \
               "if (a > 1 && b > 1 && a < 65536 && b < 65536 && a * b == 4294049777u) reach_error(); return 0; }\n"
        names = [json.loads(self.ask("POST", "/runs?timeout=300", slow, X_Edgewise_Session=TOKEN)[1])["id"] for _ in range(3)]
        waiting = {}
        threads = [threading.Thread(target=lambda n=n: waiting.update({n: self.ask("GET", f"/runs/{n}/events", X_Edgewise_Session=TOKEN)[1]})) for n in names]
        for t in threads:
            t.start()
        time.sleep(1)
        for n in reversed(names):
            self.assertEqual(self.ask("POST", f"/runs/{n}/stop", X_Edgewise_Session=TOKEN)[0], 200)
        for t in threads:
            t.join(60)
        self.assertTrue(all("event: done" in waiting[n] for n in names))
        self.assertIn('"ahead": 2', waiting[names[2]])

    def test_in_a_browser(self):
        folder = node_path()
        if not folder:
            self.skipTest("node, chromium or playwright-core is not installed")
        with tempfile.TemporaryDirectory() as d:
            program = pathlib.Path(d) / "ring.c"
            program.write_text("extern int __VERIFIER_nondet_int(void);\nint a[8];\nint main(void) {\n    int k = __VERIFIER_nondet_int();\n    if (k < 0 || k > 8) return 0;\n"
                               "    for (int i = 0; i < 3; i++) a[i] = i;\n    a[k] = 1;\n    return a[0] + k;\n}\n")
            report = pathlib.Path(d) / "report.html"
            subprocess.run([EDGEWISE, "--check=standard", f"--html={report}", str(program)], capture_output=True)
            done = subprocess.run(["node", str(ROOT / "test/harness/browser_scripts/serve.js"), shutil.which("chromium"), self.address, report.as_uri()],
                                  capture_output=True, text=True, timeout=280, env={**os.environ, "NODE_PATH": folder})
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
