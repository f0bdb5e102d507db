import Foundation
import Glibc
import Synchronization
import TestSupport

@testable import StoragePostgres

/// Stands between a store and its server, and cuts a connection at a commit.
final class CuttingProxy: Sendable {
    /// On which side of the server's commit a connection is cut.
    enum Cut: Sendable { case before, after }

    private let folder: TemporaryFolder
    private let listener: Int32
    private let server: String
    private let port: UInt16
    private let cut = Mutex<Cut?>(nil)

    /// Begins to listen.
    init(to cluster: TestCluster) throws {
        folder = try TemporaryFolder("proxy")
        server = "\(cluster.folder)/.s.PGSQL.\(cluster.port)"
        port = cluster.port
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        let isListening = Self.address(of: "\(folder.path)/.s.PGSQL.\(port)") {
            bind(listener, $0, $1) == 0 && listen(listener, 64) == 0
        }
        guard isListening else { throw Tool.Failure.silent("the proxy") }
        Thread.detachNewThread { [listener, weak self] in
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0, let self else { return }
                Thread.detachNewThread { self.serve(client) }
            }
        }
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    /// The URL of a database behind it.
    func url(_ database: String) -> String { "postgres://reveille@/\(database)?host=\(folder.path)&port=\(port)" }

    /// Cuts the next connection that commits.
    func cutNext(_ side: Cut) { cut.withLock { $0 = side } }

    private func serve(_ client: Int32) {
        let backend = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer {
            close(client)
            close(backend)
        }
        guard Self.address(of: server, { connect(backend, $0, $1) == 0 }) else { return }
        // A statement's name between the two ends of strings of a Bind message.
        let commit = [0] + Array(Statement.commit.name.utf8) + [0]
        var bytes = [UInt8](repeating: 0, count: 65_536)
        while true {
            var both = [client, backend].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            guard poll(&both, 2, -1) > 0 else { return }
            for (from, to) in [(0, backend), (1, client)] where both[from].revents != 0 {
                let count = read(both[from].fd, &bytes, bytes.count)
                guard count > 0 else { return }
                if from == 0, Data(bytes[..<count]).range(of: Data(commit)) != nil,
                    let side = cut.withLock({ $0.take() })
                {
                    guard side == .after else { return }
                    _ = write(to, bytes, count)
                    _ = read(backend, &bytes, bytes.count)
                    return
                }
                var sent = 0
                while sent < count {
                    let more = bytes.withUnsafeBytes { write(to, $0.baseAddress.map { $0 + sent }, count - sent) }
                    guard more > 0 else { return }
                    sent += more
                }
            }
        }
    }

    static func address<Result>(
        of path: String,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
    }
}
