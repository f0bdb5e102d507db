import Foundation

/// Finds a TCP port of this computer that nothing listens on.
package enum FreePort {
    /// Returns a free port on the loopback address; 0 if there is none.
    ///
    /// The system reserves the port until this process ends, even between one server's end and another's start. It is
    /// bound but not listened on: a server that sets `SO_REUSEADDR`, as the relay does, can listen there.
    package static func find() -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return 0 }
        var yes: Int32 = 1
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
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
        guard isBound else {
            close(descriptor)
            return 0
        }
        return Int(UInt16(bigEndian: address.sin_port))
    }
}
