import CurlClient
import Foundation
import TestSupport

/// nghttpd, a strict HTTP/2 server over TLS that echoes what is posted to it.
struct HTTP2Server {
    let process: ServerProcess
    let profile: ConnectionProfile

    /// Starts a server; it answers a GET of `/empty` with a success that has no body, as APNs' successes have none.
    init(
        extraArguments: [String] = [],
        requestsPerConnection: Int? = nil,
        certificate: Result<TestCertificate, any Error> = TestCertificate.server
    ) throws {
        let certificate = try certificate.get()
        process = try ServerProcess("/usr/sbin/nghttpd") { port in
            ["--echo-upload", "--address=127.0.0.1", "--htdocs=\(certificate.directory)"] + extraArguments
                + ["\(port)", certificate.keyFile, certificate.certificateFile]
        }
        profile = ConnectionProfile(
            version: .http2,
            certificateAuthorityFile: certificate.certificateFile,
            requestsPerConnection: requestsPerConnection
        )
    }

    func request(_ body: String, timeout: Duration? = .seconds(600)) -> HTTPRequest {
        HTTPRequest(
            method: "POST",
            url: "https://localhost:\(process.port)/echo",
            body: Array(body.utf8),
            timeout: timeout,
            profile: profile
        )
    }
}

/// A small HTTP/1.1 server in Python; each path behaves in its own way.
struct HTTP1Server {
    let process: ServerProcess

    init() throws {
        process = try ServerProcess("/usr/bin/env") { ["python3", "-c", Self.program, "\($0)"] }
    }

    func request(_ path: String, method: String = "GET", timeout: Duration? = .seconds(600)) -> HTTPRequest {
        HTTPRequest(method: method, url: "http://127.0.0.1:\(process.port)\(path)", timeout: timeout)
    }

    private static let program = """
        import sys, threading
        from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

        silenced = threading.Event()
        gone = threading.Event()
        go = threading.Event()

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            def log_message(self, *arguments): pass
            def start(self, status, *headers):
                self.send_response(status)
                for name, value in headers: self.send_header(name, value)
                self.end_headers()
            def chunk(self, data):
                self.wfile.write(b"%x\\r\\n%s\\r\\n" % (len(data), data))
                self.wfile.flush()
            def answer(self, data):
                self.start(200, ("Content-Length", str(len(data))))
                self.wfile.write(data)
            def do_GET(self):
                if self.path == "/headers":
                    self.answer(str(self.headers).encode())
                elif self.path == "/events":
                    self.start(200, ("Transfer-Encoding", "chunked"))
                    self.chunk(b"one")
                    go.wait()
                    self.chunk(b"two")
                    self.chunk(b"")
                elif self.path == "/go":
                    go.set()
                    self.answer(b"")
                elif self.path == "/endless":
                    self.start(200, ("Transfer-Encoding", "chunked"))
                    try:
                        while True: self.chunk(b"x" * 4096)
                    except OSError: gone.set()
                elif self.path == "/gone":
                    gone.wait()
                    self.answer(b"gone")
                elif self.path == "/large":
                    self.start(200, ("Transfer-Encoding", "chunked"))
                    for part in range(256): self.chunk(bytes([part]) * 4096)
                    self.chunk(b"")
                elif self.path == "/short":
                    self.start(200, ("Content-Length", "10"))
                    self.wfile.write(b"12345")
                    self.close_connection = True
                elif self.path == "/drop":
                    self.close_connection = True
                elif self.path == "/silenced":
                    silenced.wait()
                    self.answer(b"")
                elif self.path == "/silence":
                    silenced.set()
                    threading.Event().wait()
                elif self.path.startswith("/status/"):
                    self.start(int(self.path[8:]), ("Content-Length", "0"), ("X-Case", " spaced "))
                else:
                    self.start(404, ("Content-Length", "0"))
            def do_DELETE(self): self.answer(b"deleted")
            def do_PUT(self):
                self.answer(b"put " + self.rfile.read(int(self.headers["Content-Length"])))

        ThreadingHTTPServer.daemon_threads = True
        ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
        """
}
