import Synchronization

/// Lets a line of the log through once a minute, so that whoever repeats a request does not repeat the line.
final class RareLine: Sendable {
    /// The time for which a line is not repeated.
    ///
    /// 60 s.
    private static let pause = Duration.seconds(60)

    private struct Line {
        var said: ContinuousClock.Instant
        var untold = 0
    }

    private let lines = Mutex<[String: Line]>([:])

    /// Returns how often the line was not said since the last time, if it is time to say it; nil otherwise.
    ///
    /// - Parameters:
    ///   - line: names the line; there must be few of them.
    ///   - now: the present time.
    /// - Returns: the number of times, or nil.
    func untold(_ line: String, at now: ContinuousClock.Instant = .now) -> Int? {
        lines.withLock { lines in
            if var known = lines[line], now - known.said < Self.pause {
                known.untold += 1
                lines[line] = known
                return nil
            }
            return lines.updateValue(Line(said: now), forKey: line)?.untold ?? 0
        }
    }
}
