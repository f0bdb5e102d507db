import Logging
import Synchronization

/// Records everything that is logged, as text.
final class LogRecord: Sendable {
    private struct State {
        var lines: [String] = []
        var waiters: [(text: String, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    /// A logger of every level that writes to this record.
    var logger: Logger {
        var logger = Logger(label: "test") { _ in Handler(record: self) }
        logger.logLevel = .trace
        return logger
    }

    var text: String { state.withLock { $0.lines.joined(separator: "\n") } }

    /// The logged lines with this message.
    func lines(_ message: String) -> [String] {
        state.withLock { $0.lines.filter { $0.hasPrefix(message + " ") } }
    }

    /// Returns once a line contains `text`.
    func line(with text: String) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.lines.contains(where: { $0.contains(text) }) { return true }
                state.waiters.append((text, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    private func add(_ line: String) {
        let waiters = state.withLock { state in
            state.lines.append(line)
            let waiters = state.waiters.filter { line.contains($0.text) }
            state.waiters.removeAll { line.contains($0.text) }
            return waiters
        }
        for waiter in waiters { waiter.continuation.resume() }
    }

    private struct Handler: LogHandler {
        let record: LogRecord
        var metadata: Logger.Metadata = [:]
        var logLevel: Logger.Level = .trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let all = metadata.merging(event.metadata ?? [:]) { $1 }
            let pairs = all.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            record.add("\(event.message) \(pairs.joined(separator: " "))")
        }
    }
}
