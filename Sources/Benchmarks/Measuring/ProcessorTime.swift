import Foundation

/// The processor time that this process has taken, of all its threads.
enum ProcessorTime {
    /// So far, in microseconds.
    static var microseconds: Double {
        // POSIX: in millionths of a second, whatever the resolution.
        Double(clock())
    }

    /// What one of `count` things takes that `body` does.
    static func of(_ count: Int, _ body: () async throws -> Void) async rethrows -> Double {
        let start = microseconds
        try await body()
        return (microseconds - start) / Double(max(count, 1))
    }
}
