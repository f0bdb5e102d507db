"""What stands between browsers and a relay: it can cut the network, and add pages of tests to the site.

The site's files are the relay's own, unless REVEILLE_SITE=tree is set: then they are those of Sources/WebApp/site,
which need no build.
"""
import email.utils, http.client, http.server, json, mimetypes, os, pathlib, subprocess, threading, time

ROOT = pathlib.Path(__file__).resolve().parents[3] / "Sources/WebApp"
PAGES = {"/", "/p", "/P", "/e", "/status"}
POLICY = ("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
          "manifest-src 'self'; worker-src 'self'; font-src 'self'; media-src 'self'; base-uri 'none'; "
          "form-action 'none'; "
          "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types reveille")


class SiteServer:
    """`extra` maps paths to texts that tests add to the site; another `version` makes it another one; `now` is the
    relay's time, in seconds since 1970."""

    def __init__(self, port, relay_port, extra=None, version=None, now=time.time):
        self.port, self.relay_port, self.extra, self.version = port, relay_port, extra or {}, version
        self.origin = f"http://127.0.0.1:{port}"
        self.now = now
        self.is_cut = False
        self.uses_tree = os.environ.get("REVEILLE_SITE") == "tree"
        self.tree_version = version or "tree"
        owner = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *arguments):
                pass

            def date_time_string(self, timestamp=None):
                return email.utils.formatdate(owner.now(), usegmt=True)

            def do_GET(self):
                try:
                    owner.answer(self)
                except (OSError, http.client.HTTPException):
                    self.close_connection = True  # The browser has gone, or the relay has.

            do_POST = do_PUT = do_PATCH = do_DELETE = do_GET

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True
            # Browsers open many connections at once; one that is turned away is tried again a second later.
            request_queue_size = 128

        self.server = Server(("127.0.0.1", port), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def answer(self, request):
        path = request.path.split("?")[0]
        if self.is_cut:
            request.close_connection = True
            return None
        if path.startswith("/v1/") or path in ("/healthz", "/readyz"):
            return self.forward(request)
        if path in self.extra or path in PAGES and "/index.html" in self.extra:
            path = path if path in self.extra else "/index.html"
            return self.send(request, self.extra[path].encode(), mimetypes.guess_type(path)[0])
        if self.uses_tree and (found := self.of_tree(path)):
            return self.send(request, *found)
        if self.uses_tree or self.version is None:
            return self.forward(request)
        status, media, body = self.ask(path)
        if path in ("/worker.js", "/shell.json"):
            version = json.loads(self.ask("/shell.json")[2])["version"]
            body = body.replace(version.encode(), self.version.encode())
        return self.send(request, body, media, status)

    def present_version(self):
        if self.version:
            return self.version
        return self.tree_version if self.uses_tree else json.loads(self.ask("/shell.json")[2])["version"]

    def ask(self, path):
        relay = http.client.HTTPConnection("127.0.0.1", self.relay_port, timeout=60)
        relay.request("GET", path)
        answer = relay.getresponse()
        body = answer.read()
        relay.close()
        return answer.status, answer.getheader("Content-Type"), body

    def of_tree(self, path):
        """The body and media type of a file; None for what the relay itself has, such as the pages of links."""
        version = self.version or self.tree_version
        if path == "/worker.js":
            command = ["node", str(ROOT / "tools/joinWorker.mjs"), str(ROOT / "site"), version]
            return subprocess.run(command, check=True, capture_output=True).stdout, "text/javascript"
        if path == "/shell.json":
            site = ROOT / "site"
            files = ["/" + str(file.relative_to(site)) for file in site.rglob("*") if file.is_file()]
            told = {"version": version, "files": sorted(file for file in files if not file.endswith(".d.ts"))}
            return json.dumps(told).encode(), "application/json"
        file = ROOT / "site" / ("index.html" if path in PAGES else path.lstrip("/"))
        if not file.is_file():
            return None
        media = "application/manifest+json" if path.endswith(".webmanifest") else mimetypes.guess_type(file.name)[0]
        return file.read_bytes(), media or "application/octet-stream"

    def send(self, request, body, media, status=200):
        request.send_response(status)
        request.send_header("Content-Type", media)
        request.send_header("Content-Length", str(len(body)))
        request.send_header("Cache-Control", "no-cache")
        request.send_header("Content-Security-Policy", POLICY)
        request.end_headers()
        request.wfile.write(body)

    def forward(self, request):
        length = int(request.headers.get("Content-Length") or 0)
        body = request.rfile.read(length) if length else None
        request.close_connection = True
        relay = http.client.HTTPConnection("127.0.0.1", self.relay_port, timeout=60)
        names = ("Content-Type", "Authorization", "Accept")
        relay.request(request.command, request.path, body, {n: request.headers[n] for n in names if request.headers[n]})
        answer = relay.getresponse()
        request.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in ("transfer-encoding", "connection", "date", "server"):
                request.send_header(name, value)
        request.send_header("Connection", "close")
        request.end_headers()
        try:
            while not self.is_cut and (piece := answer.read1(65536)):
                request.wfile.write(piece)
                request.wfile.flush()
        except OSError:
            pass
        finally:
            relay.close()

    def close(self):
        self.server.shutdown()
