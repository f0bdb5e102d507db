import Foundation
import Glibc
import TestSupport

/// An address on this computer at which a stream can be opened.
enum LocalSocket: Sendable {
    /// A port of the loopback address.
    case port(UInt16)
    /// The path of a Unix socket.
    case path(String)

    /// The port; 0 for a path.
    var port: UInt16 { if case .port(let port) = self { port } else { 0 } }

    /// The longest path of a Unix socket, in bytes.
    private static let longestPath = 107

    /// Listens here; returns the descriptor, and the address with the port that the system chose for port 0.
    func listen() throws -> (descriptor: Int32, address: LocalSocket) {
        if case .path(let path) = self, path.utf8.count > Self.longestPath {
            throw Tool.Failure.unexpected("the path of a socket, which is too long", output: path)
        }
        guard let descriptor = open() else { throw Tool.Failure.silent("\(self)") }
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        let isListening = withAddress { bind(descriptor, $0, $1) == 0 } && Glibc.listen(descriptor, 256) == 0
        guard isListening else {
            Glibc.close(descriptor)
            throw Tool.Failure.silent("\(self)")
        }
        guard case .port = self else { return (descriptor, self) }
        var bound = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &bound) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(descriptor, $0, &length) }
        }
        return (descriptor, .port(UInt16(bigEndian: bound.sin_port)))
    }

    /// Connects to it; returns the descriptor, or nil where nobody listens.
    func connect() -> Int32? {
        guard let descriptor = open() else { return nil }
        guard withAddress({ Glibc.connect(descriptor, $0, $1) == 0 }) else {
            Glibc.close(descriptor)
            return nil
        }
        return descriptor
    }

    /// Closed in the programs that this process starts, which would hold it open otherwise.
    private func open() -> Int32? {
        let family = if case .port = self { AF_INET } else { AF_UNIX }
        let descriptor = socket(family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        return descriptor >= 0 ? descriptor : nil
    }

    private func withAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        switch self {
        case .port(let port):
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            return Self.rebound(&address, body)
        case .path(let path):
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(Self.longestPath)) }
            return Self.rebound(&address, body)
        }
    }

    private static func rebound<Address, Result>(
        _ address: inout Address,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<Address>.size))
            }
        }
    }
}
