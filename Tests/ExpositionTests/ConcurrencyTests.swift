import CoreMetrics
import Exposition
import Testing

@Suite("Metrics under concurrency")
struct ConcurrencyTests {
    @Test("No observation is lost, and sum and count of a histogram agree")
    func everyOne() async {
        let registry = MetricRegistry(describing: [MetricFamily("b", "Sizes.", buckets: [1, 10])])
        await withDiscardingTaskGroup { group in
            for _ in 1...8 {
                group.addTask {
                    let counter = Counter(label: "a_total", factory: registry)
                    let recorder = Recorder(label: "b", factory: registry)
                    for number in 1...1000 {
                        counter.increment()
                        recorder.record(number % 2 == 0 ? 5 : 50)
                        if number % 100 == 0 { _ = registry.exposition() }
                    }
                }
            }
        }
        let text = registry.exposition()
        #expect(text.contains("a_total 8000\n"))
        #expect(text.contains("b_bucket{le=\"10\"} 4000\n"))
        #expect(text.contains("b_count 8000\n"))
        #expect(text.contains("b_sum 220000\n"))
    }
}
