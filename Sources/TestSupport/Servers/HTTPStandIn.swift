import Foundation

/// A web server with set answers that records its requests, in a separate process.
package struct HTTPStandIn: Sendable {
    /// A recorded request.
    package struct RecordedRequest: Decodable, Sendable {
        /// The method.
        package let method: String
        /// The path with the query.
        package let path: String
        /// The header lines, by name in lower case.
        package let headers: [String: String]
        private let base64: Data

        /// The body.
        package var body: [UInt8] { Array(base64) }

        private enum CodingKeys: String, CodingKey {
            case method, path, headers
            case base64 = "body"
        }
    }

    /// An answer to send.
    package struct StubResponse: Encodable, Sendable {
        /// The status; 0 closes the connection instead, 1 sends nothing.
        let status: Int
        let headers: [String: String]
        let body: String

        package init(_ status: Int, headers: [String: String] = [:], body: String = "") {
            self.status = status
            self.headers = headers
            self.body = body
        }

        /// Closes the connection once the request has been read.
        package static let hangUp = StubResponse(0)
        /// Reads the request and sends nothing.
        package static let silence = StubResponse(1)
    }

    /// The port on which the server listens.
    package var port: UInt16 { process.port }
    private let process: ServerProcess
    private let folder: TemporaryFolder

    /// Starts a server that answers 200 to every request; over TLS it presents the test certificate.
    ///
    /// - Throws: `ServerProcess.Failure`, or the error of creating the folder.
    package init(speaksTLS: Bool = false) throws {
        let certificate = try TestCertificate.server.get()
        let folder = try TemporaryFolder("http")
        self.folder = folder
        let files = speaksTLS ? [certificate.certificateFile, certificate.keyFile] : []
        process = try ServerProcess("/usr/bin/env") { ["python3", "-c", Self.program, "\($0)", folder.path] + files }
    }

    /// Sets the answer to the next requests.
    ///
    /// - Throws: the error of writing the file.
    package func answer(_ answer: StubResponse) throws {
        try JSONEncoder().encode(answer).write(to: folder.url.appending(path: "answer"), options: .atomic)
    }

    /// Returns the recorded requests, oldest first.
    ///
    /// - Throws: the error of reading a file.
    package func requests() throws -> [RecordedRequest] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".json") }
            .sorted()
            .map { name in
                let data = try Data(contentsOf: folder.url.appending(path: name))
                return try JSONDecoder().decode(RecordedRequest.self, from: data)
            }
    }

    private static let program = """
        import base64, itertools, json, os, ssl, sys, threading
        from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

        port, directory, *tls = sys.argv[1:]
        numbers = itertools.count()

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            def log_message(self, *arguments): pass
            def answer(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                call = {
                    "method": self.command, "path": self.path, "body": base64.b64encode(body).decode(),
                    "headers": {name.lower(): value for name, value in self.headers.items()},
                }
                name = os.path.join(directory, "%06d" % next(numbers))
                with open(name, "w") as file: json.dump(call, file)
                os.rename(name, name + ".json")
                try: answer = json.load(open(os.path.join(directory, "answer")))
                except FileNotFoundError: answer = {"status": 200, "headers": {}, "body": ""}
                if answer["status"] == 1: threading.Event().wait()
                self.close_connection = answer["status"] == 0
                if self.close_connection: return
                self.send_response(answer["status"])
                for name, value in answer["headers"].items(): self.send_header(name, value)
                self.send_header("Content-Length", str(len(answer["body"].encode())))
                self.end_headers()
                self.wfile.write(answer["body"].encode())
            do_GET = do_POST = answer

        ThreadingHTTPServer.daemon_threads = True
        server = ThreadingHTTPServer(("127.0.0.1", int(port)), Handler)
        if tls:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(*tls)
            server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
        server.serve_forever()
        """
}
