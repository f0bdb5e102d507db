"""Serves the site's files, the joined worker, and a relay behind the same origin, as the relay itself does."""
import http.client, http.server, json, mimetypes, pathlib, subprocess, threading

ROOT = pathlib.Path(__file__).resolve().parents[3] / "Sources/WebApp"
PAGES = {"/", "/p", "/P", "/e", "/status"}


class SiteServer:
    """`extra` maps paths to texts that tests add to the site."""

    def __init__(self, port, relay_port, extra=None, version="test-1"):
        self.port, self.relay_port, self.extra, self.version = port, relay_port, extra or {}, version
        self.origin = f"http://127.0.0.1:{port}"
        self.is_cut = False
        owner = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *arguments):
                pass

            def do_GET(self):
                try:
                    owner.answer(self)
                except OSError:
                    pass  # The browser has gone, or the relay has.

            do_POST = do_PUT = do_PATCH = do_DELETE = do_GET

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def worker(self):
        command = ["node", str(ROOT / "tools/joinWorker.mjs"), str(ROOT / "site"), self.version]
        return subprocess.run(command, check=True, capture_output=True).stdout

    def files(self):
        site = ROOT / "site"
        paths = ["/" + str(path.relative_to(site)) for path in site.rglob("*") if path.is_file()]
        return sorted({path for path in paths if not path.endswith(".d.ts")} | set(self.extra))

    def answer(self, request):
        path = request.path.split("?")[0]
        if path.startswith("/v1/") or path in ("/healthz", "/readyz"):
            return self.forward(request)
        if path == "/worker.js":
            return self.send(request, self.worker(), "text/javascript")
        if path == "/shell.json":
            told = {"version": self.version, "files": self.files()}
            return self.send(request, json.dumps(told).encode(), "application/json")
        if path in PAGES:
            path = "/index.html"
        if path in self.extra:
            return self.send(request, self.extra[path].encode(), mimetypes.guess_type(path)[0])
        file = ROOT / "site" / path.lstrip("/")
        if not file.is_file():
            return self.send(request, b"", "text/plain", 404)
        return self.send(request, file.read_bytes(), mimetypes.guess_type(path)[0] or "application/octet-stream")

    def send(self, request, body, media, status=200):
        request.send_response(status)
        request.send_header("Content-Type", media)
        request.send_header("Content-Length", str(len(body)))
        request.send_header("Cache-Control", "no-cache")
        request.end_headers()
        request.wfile.write(body)

    def forward(self, request):
        length = int(request.headers.get("Content-Length") or 0)
        body = request.rfile.read(length) if length else None
        request.close_connection = True
        if self.is_cut:
            return
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
