import Foundation
import Glibc

/// A server program that runs as long as this object lives.
package final class ServerProcess: Sendable {
    /// The port on which the program listens.
    package var port: UInt16 { reserved.number }
    /// Reserved, so that no other process gets the port before the program listens there.
    private let reserved: ReservedPort
    private let pid: Int32

    /// Starts a program with a free port and waits until it listens there; the program must set `SO_REUSEADDR`.
    package init(_ path: String, arguments: (UInt16) -> [String]) throws {
        reserved = try ReservedPort()
        let port = reserved.number
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

    /// Why the server could not start.
    package enum Failure: Error {
        /// The program ended with this exit status.
        case ended(String, Int32)
        /// The system has no free port.
        case noPort
    }

    private static func isListening(_ port: UInt16) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in.loopback(port: port)
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}
