#if canImport(Darwin) || !OpenSSL
import TestSupport

/// A web server whose `/stream` sends piece after piece, as a test orders them by other requests.
struct StreamStandIn {
    private let process: ServerProcess

    var origin: String { "http://127.0.0.1:\(process.port)" }

    init() throws {
        process = try ServerProcess("/usr/bin/env") { ["python3", "-c", Self.program, "\($0)"] }
    }

    /// `/piece/TEXT` sends a piece on the stream, `/end` ends it, `/break` closes the connection in its midst.
    private static let program = """
        import queue, socket, sys
        from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

        orders = queue.Queue()

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            def log_message(self, *arguments): pass
            def do_GET(self):
                if self.path != "/stream":
                    orders.put(self.path[1:])
                    self.send_response(204)
                    self.end_headers()
                    return
                self.close_connection = True
                self.send_response(200)
                self.send_header("Content-Type", "text/event-stream")
                self.send_header("Transfer-Encoding", "chunked")
                self.end_headers()
                self.wfile.flush()
                while True:
                    order, _, text = orders.get().partition("/")
                    if order == "break":
                        self.connection.shutdown(socket.SHUT_RDWR)
                        return
                    self.wfile.write(b"%x\\r\\n%s\\r\\n" % (len(text), text.encode()))
                    self.wfile.flush()
                    if order == "end": return

        ThreadingHTTPServer.daemon_threads = True
        ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
        """
}
#endif
