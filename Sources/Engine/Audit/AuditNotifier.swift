import Synchronization

/// Passes each audit report on to its listeners.
package final class AuditNotifier: Sendable {
    private struct State {
        var nextListener = 0
        var listeners: [Int: AsyncStream<AuditReport>.Continuation] = [:]
    }

    private let state = Mutex(State())

    /// Every report from now on; a slow listener gets the newest.
    package func reports() -> AsyncStream<AuditReport> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: AuditReport.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        let number = state.withLock { state in
            state.nextListener += 1
            return state.nextListener
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.listeners[number] = nil }
        }
        state.withLock { $0.listeners[number] = continuation }
        return stream
    }

    func send(_ report: AuditReport) {
        for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield(report) }
    }
}
