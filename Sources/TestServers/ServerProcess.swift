import Foundation
import Glibc

/// A server program that lives as long as the value that stands for it.
package final class ServerProcess: Sendable {
    /// Where it listens.
    package let port: UInt16
    private let pid: Int32

    /// Starts a program with a free port and waits until it listens there.
    package init(_ path: String, arguments: (UInt16) -> [String]) throws {
        port = try Self.freePort()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments(port)
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        pid = process.processIdentifier
        while !Self.isListening(port) {
            guard process.isRunning else { throw Failure.ended(path, process.terminationStatus) }
            usleep(5_000)
        }
    }

    deinit { kill(pid, SIGKILL) }

    /// Why there is no server.
    package enum Failure: Error {
        /// The program ended with this status.
        case ended(String, Int32)
        /// The system has no port left.
        case noPort
    }

    /// A port that nobody listens on at this moment.
    package static func freePort() throws -> UInt16 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = loopback(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isBound else { throw Failure.noPort }
        return UInt16(bigEndian: address.sin_port)
    }

    private static func isListening(_ port: UInt16) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = loopback(port: port)
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    private static func loopback(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        return address
    }
}
