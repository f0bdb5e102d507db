import Foundation
import NIOCore

/// A connection on which a thread sends a request and waits for its answer, with nothing in between that takes time.
final class TimedConnection {
    /// An answer, and how long it took.
    struct Answer {
        let status: Int
        let body: String
        /// From before the first byte was sent until the whole answer was received, in microseconds.
        let microseconds: Double
    }

    /// A connection that could not be opened, or that ended.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let descriptor: Int32

    /// Connects to a port of this machine.
    ///
    /// - Throws: ``Failure``.
    init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let descriptor = descriptor
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                connect(descriptor, generic, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else { throw Failure(description: "nothing listens on port \(port)") }
    }

    deinit { close(descriptor) }

    /// Sends a whole request, and waits for the whole answer.
    ///
    /// - Throws: ``Failure``.
    func ask(_ request: String) throws -> Answer {
        let bytes = Array(request.utf8)
        var received = ByteBuffer()
        var chunk = [UInt8](repeating: 0, count: 16 * 1024)
        let start = ContinuousClock.now
        guard write(descriptor, bytes, bytes.count) == bytes.count else {
            throw Failure(description: "the relay takes no request")
        }
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            guard count > 0 else { throw Failure(description: "the relay has closed the connection") }
            received.writeBytes(chunk[..<count])
            // Of a success as of a refusal the body is read.
            if let answer = LoadConnection.readAnswer(&received, success: 0) {
                let microseconds = (ContinuousClock.now - start) / .microseconds(1)
                return Answer(status: answer.status, body: answer.body, microseconds: microseconds)
            }
        }
    }
}
