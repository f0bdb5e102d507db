"""The web app on a local server, with the headers of the relay and the scripted app in the place of the session."""

import http.server
import pathlib
import threading
from contextlib import contextmanager

from playwright.sync_api import sync_playwright

from siteServer import POLICY

ROOT = pathlib.Path(__file__).resolve().parents[3]
SITE = ROOT / "Sources" / "WebApp" / "site"
FAKES = ROOT / "Tests" / "WebAppTests" / "ui"
TYPES = {".js": "text/javascript", ".css": "text/css", ".html": "text/html; charset=utf-8", ".svg": "image/svg+xml",
         ".png": "image/png", ".webmanifest": "application/manifest+json"}

# Screens and the states in which they are looked at. The name of a state is one of fakeScenes.js.
SCREENS = [
    ("stranger", "/#/welcome"), ("stranger", "/e#ENROL-CODE"), ("stranger", "/p#K7M2Q-7K3QD-0123A-ZZZZZ"),
    ("iphone", "/p#K7M2Q-7K3QD-0123A-ZZZZZ"), ("lost", "/#/tonight"),
    ("alone", "/#/tonight"), ("alone", "/#/welcome/notifications"), ("denied", "/#/welcome/notifications"),
    ("couple", "/#/welcome/notifications"), ("couple", "/#/welcome/test"),
    ("couple", "/#/tonight"), ("trouble", "/#/tonight"), ("offline", "/#/tonight"), ("updates", "/#/tonight"),
    ("hostile", "/#/tonight"),
    ("couple", "/#/new"), ("trouble", "/#/new"), ("alone", "/#/new"), ("hostile", "/#/new"),
    ("couple", "/#/alarm/TTTTTTTTTTTTTTTTTTTTTT"), ("couple", "/#/alarm/MMMMMMMMMMMMMMMMMMMMMM"),
    ("trouble", "/#/alarm/SSSSSSSSSSSSSSSSSSSSSS"), ("trouble", "/#/alarm/OOOOOOOOOOOOOOOOOOOOOO"),
    ("trouble", "/#/alarm/NNNNNNNNNNNNNNNNNNNNNN"), ("couple", "/#/alarm/TTTTTTTTTTTTTTTTTTTTTT/move"),
    ("couple", "/#/alarm/UNKNOWN"), ("hostile", "/#/alarm/TTTTTTTTTTTTTTTTTTTTTT"),
    ("couple", "/#/pair"), ("couple", "/#/pair/code"), ("couple", "/p#K7M2Q-7K3QD-0123A-ZZZZZ"),
    *[(scene, "/#/pair/invite/IIIIIIIIIIIIIIIIIIIIII") for scene in (
        "codeShown", "consentAsked", "deviceAsked", "familyAsked", "digitsAsked", "digitsShown", "pairDone", "expired",
        "burned", "contested", "failed")],
    ("ringing", "/#/tonight"), ("ringingHostile", "/#/tonight"), ("careQuestion", "/#/tonight"),
    ("couple", "/#/bedside"), ("bedsideRinging", "/#/bedside"),
    ("couple", "/#/devices"), ("denied", "/#/devices"), ("couple", "/#/consent"), ("trouble", "/#/consent"),
    ("hostile", "/#/consent"), ("couple", "/#/consent/AAAAAAAAAAAAAAAAAAAAAA"),
    ("hostile", "/#/consent/AAAAAAAAAAAAAAAAAAAAAA"),
    ("couple", "/#/settings"), ("couple", "/#/more"),
]


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        path = self.path.split("?")[0]
        if path in ("/", "/p", "/P", "/e", "/status"):
            path = "/index.html"
        file = SITE / path.lstrip("/")
        if path == "/session/app.js":
            file = FAKES / "fakeApp.js"
        elif path == "/session/fakeScenes.js":
            file = FAKES / "fakeScenes.js"
        if not file.is_file() or SITE not in file.parents and FAKES not in file.parents:
            self.send_error(404)
            return
        body = file.read_bytes()
        self.send_response(200)
        self.send_header("Content-Type", TYPES.get(file.suffix, "application/octet-stream"))
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True


@contextmanager
def browser_and_origin():
    server = Server(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
            yield browser, f"http://127.0.0.1:{server.server_address[1]}"
            browser.close()
    finally:
        server.shutdown()


LANGUAGES = {"en": "en-GB", "zh-Hant": "zh-TW", "zh-Hans": "zh-CN"}


def address(origin, scene, path, language):
    before, _, fragment = path.partition("#")
    return f"{origin}{before}?scene={scene}&language={language}#{fragment}"


def open_screen(context, origin, scene, path, troubles, language="en"):
    """Opens a screen in a new page and notes what must not happen: errors, raw keys, violations, foreign requests."""
    page = context.new_page()
    page.on("console", lambda message: troubles.append(f"console: {message.text}")
            if message.type == "error" and "ERR_INTERNET" not in message.text else None)
    page.on("pageerror", lambda error: troubles.append(f"error: {error}"))
    page.on("request", lambda request: troubles.append(f"request to {request.url}")
            if not request.url.startswith((origin, "data:", "blob:")) else None)
    page.add_init_script("addEventListener('securitypolicyviolation', (event) =>"
                         " console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`));")
    page.goto(address(origin, scene, path, language))
    page.wait_for_selector("html[data-ready]", state="attached")
    page.wait_for_function("!document.querySelector('main .screen:not(:has(header)), main:empty') || true")
    page.wait_for_timeout(120)
    return page


def name_of(scene, path):
    place = path.strip("/").replace("#", "").replace("/", "-").strip("-") or "start"
    return scene + "-" + place.replace("AAAAAAAAAAAAAAAAAAAAAA", "one")[:60]
