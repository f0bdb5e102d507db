import CoreMetrics
import Storage

/// What the store's commits cost, and how many writes share one.
///
/// - `reveille_commit_writes`, how many callers' writes one commit held;
/// - `reveille_commit_duration_seconds`, from its beginning until it was durable;
/// - `reveille_commit_failures_total`.
package struct CommitMetrics: CommitObserver {
    private let writes: Recorder
    private let duration: Timer
    private let failures: Counter

    init(factory: any MetricsFactory) {
        writes = Recorder(label: "reveille_commit_writes", factory: factory)
        duration = Timer(label: "reveille_commit_duration_seconds", factory: factory)
        failures = Counter(label: "reveille_commit_failures_total", factory: factory)
    }

    package func committed(writes count: Int, in duration: Duration) {
        writes.record(count)
        self.duration.recordNanoseconds(duration.nanoseconds)
    }

    package func commitFailed() {
        failures.increment()
    }
}
