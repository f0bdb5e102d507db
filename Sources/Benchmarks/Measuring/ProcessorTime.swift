import Foundation

/// The processor time that this process has taken, of all its threads.
enum ProcessorTime {
    /// So far, in microseconds.
    static var microseconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
    }

    /// What one of `count` things takes that `body` does.
    static func of(_ count: Int, _ body: () async throws -> Void) async rethrows -> Double {
        let start = microseconds
        try await body()
        return (microseconds - start) / Double(max(count, 1))
    }
}
