import Foundation
import Glibc
import Synchronization
import TestSupport

/// A client that takes every connection which a PostgreSQL server has, and keeps them.
final class ConnectionHoard: Sendable {
    /// The answer's type that says that something was refused (PostgreSQL, section "Message Formats").
    private static let errorResponse = UInt8(ascii: "E")

    private let isReleased = Atomic(false)
    private let held = Mutex<[Int32]>([])

    /// Number of connections that it holds.
    var count: Int { held.withLock(\.count) }

    /// Begins to take connections, as the owner of the relays' database, and as soon as others are ended theirs as well.
    init(of server: PostgresServer, atMost limit: Int) {
        let address = LocalSocket.path("\(server.folder)/.s.PGSQL.\(server.port)")
        Thread.detachNewThread { [self] in
            while !isReleased.load(ordering: .sequentiallyConsistent) {
                guard count < limit, let descriptor = Self.take(address) else {
                    usleep(10_000)
                    continue
                }
                held.withLock { $0.append(descriptor) }
            }
            for descriptor in held.withLock({ $0 }) { close(descriptor) }
        }
    }

    /// Gives all of them back.
    func release() {
        isReleased.store(true, ordering: .sequentiallyConsistent)
        held.withLock { for descriptor in $0 { shutdown(descriptor, Int32(SHUT_RDWR)) } }
    }

    /// Opens one connection; nil where the server refuses it.
    private static func take(_ address: LocalSocket) -> Int32? {
        guard let descriptor = address.connect() else { return nil }
        let startup = startupMessage
        var answer: UInt8 = 0
        let isTaken =
            startup.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            == startup.count && read(descriptor, &answer, 1) == 1 && answer != errorResponse
        guard isTaken else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    private static func bigEndian(_ word: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
    }

    /// The message with which a session begins: its length, version 3.0 of the protocol, user and database.
    private static var startupMessage: [UInt8] {
        let name = ClusterDatabase.name
        let text = ["user", name, "database", name, "", ""].joined(separator: "\0")
        let parameters = Array(text.utf8)
        return bigEndian(UInt32(8 + parameters.count)) + bigEndian(3 << 16) + parameters
    }
}
