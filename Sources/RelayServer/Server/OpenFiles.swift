#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The files and sockets that the system lets this process have open at once.
enum OpenFiles {
    /// What the database, the gateways, the log and the time zones need.
    ///
    /// 96.
    private static let reserve = 96

    /// How many connections are accepted at once; more wait in the system's queue.
    ///
    /// Whoever opens many must not take from the relay the sockets by which it reaches the gateways.
    static var forConnections: Int { share(of: limit) }

    /// What is left of `limit` for connections: at least half, where the limit is tight.
    static func share(of limit: Int) -> Int {
        max(limit - reserve, limit / 2, 1)
    }

    /// How many there may be in all.
    static var limit: Int {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
        return Int(clamping: limit.rlim_cur)
    }
}
