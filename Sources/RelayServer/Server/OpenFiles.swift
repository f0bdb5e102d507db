#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The limit on files and sockets that this process may have open.
package enum OpenFiles {
    /// The number of files that the database, the gateways, the log and the time zones need.
    ///
    /// 96.
    private static let reserve = 96

    /// The number of connections accepted at once; more wait in the system's queue.
    ///
    /// A client with many connections must not use up the sockets by which the relay reaches the gateways.
    static var forConnections: Int { share(of: limit) }

    /// Returns the part of `limit` for connections: at least half, where the limit is low.
    static func share(of limit: Int) -> Int {
        max(limit - reserve, limit / 2, 1)
    }

    /// The connections accepted beyond those that the relay keeps, while one of them makes room.
    ///
    /// 32, from the reserve.
    static let surplus = 32

    /// Raises the limit as far as this process may.
    ///
    /// Shells and service managers set it to 1,024 for programs that use `select`; the relay and its libraries do not.
    package static func raise() {
        var limits = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits) == 0 else { return }
        limits.rlim_cur = min(limits.rlim_max, most)
        _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
    }

    /// The most open files of one process that Linux allows without further settings.
    ///
    /// 1,048,576.
    private static let most: rlim_t = 1 << 20

    /// The limit for this process.
    static var limit: Int {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
        return Int(clamping: limit.rlim_cur)
    }
}
