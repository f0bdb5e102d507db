import DeviceSimulator
import Foundation
import TestSupport

/// A gateway that accepts every push: nghttpd, an independent server that is faster than any measured client.
///
/// It answers a POST to `/f?…` with the file `f`, whatever the query.
struct PushGateway {
    /// Body of the answer, besides the status 200.
    enum Response: String, CaseIterable {
        /// A body of two bytes.
        ///
        /// No libcurl resets such a stream, so one connection serves a whole run.
        case body
        /// No body, like Apple's gateway.
        ///
        /// libcurl before 8.14 resets such a stream, and nghttpd ends connections on which that happens too often.
        case none
    }

    /// Maximum number of concurrent streams of a connection; Apple's gateway allows 1,000.
    private static let mostStreams = 1000

    let port: Int
    /// Path of the self-signed certificate.
    let authorityFile: String
    /// Path of its private key, also used as a team's key: nghttpd does not check provider tokens.
    let keyFile: String
    private let process: RunningProcess

    /// Starts a gateway, whose files go into `folder`.
    static func start(in folder: Folder) async throws -> PushGateway {
        let key = folder.path("key.pem")
        let certificate = folder.path("certificate.pem")
        _ = try await Tool.installed("openssl", package: "openssl").output(
            of: [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out",
                certificate,
            ],
            log: folder.path("openssl.log")
        )
        let root = try folder.folder("root")
        _ = try root.write("ok", to: Response.body.rawValue)
        _ = try root.write("", to: Response.none.rawValue)
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

    /// Returns the start of request URLs; a path that is appended becomes a query.
    ///
    /// `port` is another port that leads to the gateway.
    func origin(_ answer: Response, through port: Int? = nil) -> String {
        "https://localhost:\(port ?? self.port)/\(answer.rawValue)?"
    }

    /// Processor time that the gateway has used.
    var processorSeconds: Double { Resources.of(process: process.processID)?.processorSeconds ?? .nan }

    /// Stops the gateway.
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
