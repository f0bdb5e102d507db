import Foundation

/// A TCP port of this computer that nobody listens on at this moment.
package enum FreePort {
    /// Asks the system for a free port on the loopback address; 0 when it has none.
    ///
    /// Another process can take it before the caller does, so a caller that fails to bind asks again.
    package static func find() -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return 0 }
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                let bound = unsafe bind(descriptor, generic, length)
                return unsafe bound == 0 && getsockname(descriptor, generic, &length) == 0
            }
        }
        return isBound ? Int(UInt16(bigEndian: address.sin_port)) : 0
    }
}
