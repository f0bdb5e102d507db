import Glibc

/// A port of the loopback address that the system assigns to nothing else while this value lives.
///
/// The port is bound but does not listen. A server that sets `SO_REUSEADDR`, as most do, can still listen there; until
/// one does, connections are refused.
package final class ReservedPort: Sendable {
    /// The number of the port.
    package let number: UInt16
    private let descriptor: Int32

    /// Reserves a free port.
    ///
    /// - Throws: `ServerProcess.Failure.noPort` when the system has no free port.
    package init() throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in.loopback(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { [descriptor] in
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        number = UInt16(bigEndian: address.sin_port)
        guard isBound else {
            close(descriptor)
            throw ServerProcess.Failure.noPort
        }
    }

    deinit { close(descriptor) }

    /// Returns a port on which nothing listens until this process ends.
    ///
    /// - Throws: `ServerProcess.Failure.noPort` when the system had no free port.
    package static func deserted() throws -> UInt16 { try desertedPort.get().number }

    private static let desertedPort = Result { try ReservedPort() }
}

extension sockaddr_in {
    /// Returns the loopback address with a port.
    static func loopback(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        return address
    }
}
