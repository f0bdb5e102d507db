import CoreMetrics
import Storage

/// The cost of the store's commits, and the number of writes that share one.
///
/// - `reveille_commit_writes`, the number of callers' writes in one commit;
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
