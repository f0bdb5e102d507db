import DeviceSimulator
import Foundation

/// A gateway that takes every push: nghttpd, which nobody here wrote, and which is faster than any client that is measured.
///
/// It answers a POST to `/f?…` with the file `f`, whatever the query says.
struct PushGateway {
    /// What it answers besides the status 200.
    enum Answer: String, CaseIterable {
        /// Two bytes.
        ///
        /// No libcurl resets such a stream, so that one connection serves a whole run.
        case body
        /// Nothing, as Apple's gateway does.
        ///
        /// libcurl before 8.14 resets such a stream, and nghttpd ends connections on which that happens too often.
        case none
    }

    /// How many streams it allows on a connection; Apple's says 1,000.
    private static let mostStreams = 1000

    let port: Int
    /// The certificate, which vouches for itself.
    let authorityFile: String
    /// Its private key, which serves as a team's key as well: nobody here looks at a provider token.
    let keyFile: String
    private let process: Child

    /// Starts a gateway, whose files go into `folder`.
    static func start(in folder: Folder) async throws -> PushGateway {
        let key = folder.path("key.pem")
        let certificate = folder.path("certificate.pem")
        _ = try await Tool.installed("openssl", package: "openssl").run(
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out",
                certificate,
            ],
            log: folder.path("openssl.log")
        )
        let root = try folder.folder("root")
        _ = try root.write("ok", to: Answer.body.rawValue)
        _ = try root.write("", to: Answer.none.rawValue)
        let devices = try Folder(url: root.url.appending(path: "3")).folder("device")
        _ = try devices.write("", to: PushLoad.onlyToken)
        let port = FreePort.find()
        let server = try Tool.installed("nghttpd", package: "nghttp2-server")
        let process = try server.start(
            [
                "--address=127.0.0.1", "--connection-window-bits=24", "--max-concurrent-streams=\(mostStreams)", "-d",
                root.url.path, "\(port)", key,
                certificate,
            ],
            log: folder.path("nghttpd.log")
        )
        let gateway = PushGateway(port: port, authorityFile: certificate, keyFile: key, process: process)
        do {
            try await gateway.waitUntilListening(server.name)
        } catch {
            await gateway.stop()
            throw error
        }
        return gateway
    }

    /// What requests to it begin with; a path that is appended becomes a query.
    ///
    /// `port` is another one that leads to it.
    func origin(_ answer: Answer, through port: Int? = nil) -> String {
        "https://localhost:\(port ?? self.port)/\(answer.rawValue)?"
    }

    /// What it has taken of the processors.
    var processorSeconds: Double { Resources.of(process: process.processID)?.processorSeconds ?? .nan }

    /// Ends it.
    func stop() async {
        await process.stop()
    }

    private func waitUntilListening(_ name: String) async throws {
        for _ in 0..<100 {
            guard process.isRunning else { break }
            if Loopback.accepts(port: port) { return }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw Tool.Failure.silent(name)
    }
}
