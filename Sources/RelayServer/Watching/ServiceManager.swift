package import AlarmCore
import Dispatch
import Foundation
package import Logging

/// The service manager that started the relay, and is told how the relay does.
///
/// The protocol is systemd's (sd_notify, man page in section 3): datagrams of lines as in `READY=1`, to the socket that
/// the environment names.
package struct ServiceManager: Hashable, Sendable {
    /// What it is told.
    package enum Notice: Hashable, Sendable {
        /// The relay answers requests.
        case ready
        /// The relay reads its configuration again; `ready` follows.
        case reloading
        /// The relay has been told to stop, and ends what is under way.
        case stopping
        /// Alarms are woken on time.
        case alive
    }

    /// The longest name of a socket: what `sockaddr_un` has room for.
    private static let longestName = MemoryLayout.size(ofValue: sockaddr_un().sun_path)

    /// The name of the socket as the system takes it: a path with a NUL behind it, or an abstract one behind a NUL.
    private let name: [UInt8]
    /// How long it waits for a sign of life before it restarts the relay; nil where it does not watch.
    package let watchdog: Span?

    /// Finds the service manager of a process.
    ///
    /// `NOTIFY_SOCKET` names its socket, an abstract one by `@` in front; `WATCHDOG_USEC` is in microseconds, and
    /// counts for the process that `WATCHDOG_PID` names. Returns nil where there is none, or no socket of this machine.
    package init?(environment: [String: String], process: Int32 = getpid()) {
        guard let address = environment["NOTIFY_SOCKET"] else { return nil }
        switch address.utf8.first {
        case UInt8(ascii: "/"): name = Array(address.utf8) + [0]
        case UInt8(ascii: "@"): name = [0] + address.utf8.dropFirst()
        default: return nil
        }
        guard (3...Self.longestName).contains(name.count) else { return nil }
        let isMeant = environment["WATCHDOG_PID"].map { $0 == "\(process)" } ?? true
        let limit = environment["WATCHDOG_USEC"].flatMap { Int64($0) } ?? 0
        watchdog = isMeant && limit >= 1000 ? .milliseconds(limit / 1000) : nil
    }

    /// Tells it something; that it cannot be told is logged, and changes nothing.
    package func tell(_ notice: Notice, logger: Logger) {
        guard let reason = send(notice.text) else { return }
        logger.warning("the service manager cannot be told how the relay does", metadata: ["error": "\(reason)"])
    }

    /// Sends one datagram, and returns the reason of a failure.
    private func send(_ text: String) -> String? {
        #if os(Linux)
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        #else
        let descriptor = socket(AF_UNIX, SOCK_DGRAM, 0)
        #endif
        guard descriptor >= 0 else { return Self.lastFault }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { path in unsafe path.copyBytes(from: name) }
        let length = socklen_t(MemoryLayout<sockaddr_un>.size - Self.longestName + name.count)
        let message = Array(text.utf8)
        let sent = unsafe withUnsafePointer(to: address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe sendto(descriptor, message, message.count, 0, address, length)
            }
        }
        return sent == message.count ? nil : Self.lastFault
    }

    private static var lastFault: String { unsafe String(cString: strerror(errno)) }
}

extension ServiceManager.Notice {
    /// The datagram.
    fileprivate var text: String {
        switch self {
        case .ready: "READY=1"
        case .reloading: "RELOADING=1\nMONOTONIC_USEC=\(Self.uptime)"
        case .stopping: "STOPPING=1"
        case .alive: "WATCHDOG=1"
        }
    }

    /// The monotonic clock in microseconds, by which the manager knows the answer to its own request.
    private static var uptime: UInt64 { DispatchTime.now().uptimeNanoseconds / 1000 }
}
