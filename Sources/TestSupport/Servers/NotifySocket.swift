import Dispatch
import Foundation

/// A service manager's end of the notification protocol: a datagram socket.
package final class NotifySocket: Sendable {
    /// The system's reason why there is no such socket.
    package struct Failure: Error {
        let name: String
        let reason: String
    }

    private let descriptor: Int32

    /// Listens at `name`: a path, or an abstract name with `@` in front.
    package init(at name: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        let bytes: [UInt8] = name.hasPrefix("@") ? [0] + name.utf8.dropFirst() : Array(name.utf8) + [0]
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard bytes.count <= MemoryLayout.size(ofValue: address.sun_path) else {
            throw Failure(name: name, reason: "too long a name")
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        // Nothing is waited for longer than a minute.
        var timeout = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
        let status = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
        }
        guard status == 0 else { throw Failure(name: name, reason: String(cString: strerror(errno))) }
    }

    deinit {
        close(descriptor)
    }

    /// The next datagram; nil where there is none within a minute.
    package func next() async -> String? {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: self.receive(0)) }
        }
    }

    /// The next datagram of those that have come; nil where there is none.
    package func waiting() -> String? { receive(Int32(MSG_DONTWAIT)) }

    private func receive(_ flags: Int32) -> String? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &buffer, buffer.count, flags)
        return count < 0 ? nil : String(decoding: buffer.prefix(count), as: UTF8.self)
    }
}
