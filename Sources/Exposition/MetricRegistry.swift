package import CoreMetrics
import Synchronization

/// A backend for swift-metrics that Prometheus can read.
///
/// Timers, and recorders that aggregate, are histograms. A metric under a name already used for another type, or beyond
/// ``seriesPerFamily``, is not counted, since either would break the exposition.
package final class MetricRegistry: MetricsFactory, Sendable {
    /// The most combinations of labels in one family.
    ///
    /// 200.
    package static let seriesPerFamily = 200

    private struct Members {
        let kind: MetricType
        var byLabels: [String: any Exposed] = [:]
    }

    private struct State {
        var families: [String: Members] = [:]
        var collectors: [@Sendable () -> Void] = []
    }

    private let descriptions: [String: MetricFamily]
    private let state = Mutex(State())

    /// Creates an empty registry with descriptions of these families.
    package init(describing families: [MetricFamily]) {
        descriptions = Dictionary(families.map { (Name.metric($0.name), $0) }) { first, _ in first }
    }

    /// The media type of ``exposition()``.
    package static var contentType: String { TextFormat.contentType }

    /// Registers `collect`, which runs before every exposition to set metrics that are only needed then.
    package func beforeExposition(_ collect: @escaping @Sendable () -> Void) {
        state.withLock { $0.collectors.append(collect) }
    }

    /// All metrics at present, in the Prometheus text exposition format, version 0.0.4.
    package func exposition() -> String {
        for collect in state.withLock({ $0.collectors }) { collect() }
        var format = TextFormat()
        for (name, members) in state.withLock({ $0.families }).sorted(by: { $0.key < $1.key }) {
            format.begin(name, members.kind, help: descriptions[name]?.help)
            for (labels, metric) in members.byLabels.sorted(by: { $0.key < $1.key }) {
                metric.write(name, labels, to: &format)
            }
        }
        return format.text
    }

    /// The names of all families with metrics, and of those without a description.
    package var names: (all: Set<String>, undescribed: Set<String>) {
        let all = Set(state.withLock { $0.families.keys })
        return (all, all.subtracting(descriptions.keys))
    }

    private func metric<Metric: Exposed>(
        _ label: String,
        _ dimensions: [(String, String)],
        _ kind: MetricType,
        _ make: () -> Metric
    ) -> Metric {
        let name = Name.metric(label)
        let labels = TextFormat.labels(dimensions)
        return state.withLock { state in
            var members = state.families[name] ?? Members(kind: kind)
            if let known = members.byLabels[labels] as? Metric, members.kind == kind { return known }
            let metric = make()
            guard members.kind == kind, members.byLabels[labels] == nil,
                members.byLabels.count < Self.seriesPerFamily
            else { return metric }
            members.byLabels[labels] = metric
            state.families[name] = members
            return metric
        }
    }

    private func histogram(_ label: String, _ dimensions: [(String, String)]) -> Histogram {
        let given = descriptions[Name.metric(label)]?.buckets ?? []
        return metric(label, dimensions, .histogram) { Histogram(bounds: given.isEmpty ? MetricFamily.seconds : given) }
    }

    private func remove(_ metric: any Exposed) {
        state.withLock { state in
            for (name, members) in state.families {
                guard let labels = members.byLabels.first(where: { $0.value === metric })?.key else { continue }
                state.families[name]?.byLabels[labels] = nil
                if state.families[name]?.byLabels.isEmpty == true { state.families[name] = nil }
            }
        }
    }
}

// MARK: - Backend of swift-metrics

extension MetricRegistry {
    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        metric(label, dimensions, .counter) { ExposedCounter() }
    }

    package func makeFloatingPointCounter(
        label: String,
        dimensions: [(String, String)]
    ) -> any FloatingPointCounterHandler {
        metric(label, dimensions, .counter) { ExposedSum() }
    }

    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        metric(label, dimensions, .gauge) { ExposedGauge() }
    }

    package func makeRecorder(
        label: String,
        dimensions: [(String, String)],
        aggregate: Bool
    ) -> any RecorderHandler {
        aggregate ? histogram(label, dimensions) : metric(label, dimensions, .gauge) { ExposedGauge() }
    }

    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        histogram(label, dimensions)
    }

    package func destroyCounter(_ handler: any CounterHandler) { forget(handler) }
    package func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) { forget(handler) }
    package func destroyMeter(_ handler: any MeterHandler) { forget(handler) }
    package func destroyRecorder(_ handler: any RecorderHandler) { forget(handler) }
    package func destroyTimer(_ handler: any TimerHandler) { forget(handler) }

    private func forget(_ handler: Any) {
        if let metric = handler as? any Exposed { remove(metric) }
    }
}
