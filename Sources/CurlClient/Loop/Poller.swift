internal import CCurl
internal import Glibc

/// The descriptors on which the loop waits, held by the kernel (epoll).
final class Poller {
    /// One descriptor that is ready.
    struct Event {
        /// The number of the set of connections that owns the descriptor.
        let owner: UInt32
        let descriptor: Int32
        /// The `EPOLL…` bits.
        let bits: UInt32
    }

    /// The owner number of the inbox; no set of connections has it.
    static let inboxOwner = UInt32.max

    private let descriptor: Int32
    private var buffer = [epoll_event](repeating: epoll_event(), count: 128)

    /// Takes ownership of a descriptor from `open`.
    init(descriptor: Int32) { self.descriptor = descriptor }

    /// Makes the descriptor; apart from `init` because its errors belong to the thread that makes the client.
    static func open() throws(CurlError) -> Int32 {
        let descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard descriptor >= 0 else { throw .exhausted("epoll: \(String(cString: strerror(errno)))") }
        return descriptor
    }

    deinit { Glibc.close(descriptor) }

    /// Watches a descriptor for these bits from now on.
    ///
    /// `isWatched` says that it is watched already, for other bits; this saves a system call.
    func watch(_ watched: Int32, bits: UInt32, owner: UInt32, isWatched: Bool = false) {
        var event = epoll_event()
        event.events = bits
        event.data.u64 = UInt64(owner) << 32 | UInt64(UInt32(bitPattern: watched))
        if isWatched && epoll_ctl(descriptor, EPOLL_CTL_MOD, watched, &event) == 0 { return }
        if epoll_ctl(descriptor, EPOLL_CTL_ADD, watched, &event) != 0 && errno == EEXIST {
            epoll_ctl(descriptor, EPOLL_CTL_MOD, watched, &event)
        }
    }

    /// Stops watching a descriptor.
    func ignore(_ watched: Int32) {
        epoll_ctl(descriptor, EPOLL_CTL_DEL, watched, nil)
    }

    /// Waits for at most this many milliseconds, -1 for no limit, and reports ready descriptors.
    func wait(milliseconds: Int32, _ report: (Event) -> Void) {
        let count = buffer.withUnsafeMutableBufferPointer {
            epoll_wait(descriptor, $0.baseAddress, Int32($0.count), milliseconds)
        }
        guard count > 0 else { return }
        for event in buffer[..<Int(count)] {
            report(
                Event(
                    owner: UInt32(truncatingIfNeeded: event.data.u64 >> 32),
                    descriptor: Int32(truncatingIfNeeded: event.data.u64),
                    bits: event.events
                )
            )
        }
    }
}
