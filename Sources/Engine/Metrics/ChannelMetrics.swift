import AlarmCore
import CoreMetrics
import Delivery
import Synchronization

/// The counts by channel and origin.
///
/// - `reveille_channel_attempts_total` by `channel`, `origin` and `outcome`;
/// - `reveille_push_duration_seconds` by `channel` and `origin`, from a push to the gateway's answer, or to its failure;
/// - `reveille_channel_trouble_seconds` by `channel` and `origin`, how long nothing got through, at the last audit;
/// - `reveille_retries_total` by `channel` and `reason`.
///
/// An origin that the operator did not configure counts as `other`, so that no label holds what people chose.
final class ChannelMetrics: Sendable {
    private struct OriginMeters {
        let attempts: [EngineMetrics.Outcome: Counter]
        let duration: Timer
        let trouble: Meter
    }

    private struct State {
        var origins: [ChannelOrigin: OriginMeters] = [:]
        var retries: [String: [String: Counter]] = [:]
    }

    private let factory: any MetricsFactory
    private let state = Mutex(State())

    init(factory: any MetricsFactory) {
        self.factory = factory
    }

    /// Creates the meters of a relay's channels, so that they exist before anything happens.
    func watch(_ channels: PushChannels, _ letters: ContactChannels) {
        state.withLock { state in
            for channel in channels {
                for origin in channel.origins { state.origins[origin] = makeMeters(of: origin) }
                for label in channel.retryLabels + [RetryReason.otherLabel] {
                    _ = counter(ofRetries: label, by: channel.platform.rawValue, in: &state)
                }
            }
            for medium in letters.media {
                let origin = ChannelOrigin(medium)
                state.origins[origin] = makeMeters(of: origin)
                for label in RetryReason.commonLabels + [RetryReason.otherLabel] {
                    _ = counter(ofRetries: label, by: origin.channel, in: &state)
                }
            }
        }
    }

    /// Counts an attempt.
    func count(_ outcome: EngineMetrics.Outcome, to origin: ChannelOrigin) {
        meters(of: origin).attempts[outcome]?.increment()
    }

    /// Counts a delivery that is to be retried.
    func countRetry(because reason: RetryReason, by channel: String) {
        state.withLock { counter(ofRetries: reason.label, by: channel, in: &$0) }.increment()
    }

    func recordPush(_ duration: Duration, to origin: ChannelOrigin) {
        meters(of: origin).duration.recordNanoseconds(duration.nanoseconds)
    }

    /// Sets how long each origin has been in trouble at `now`, and zero for the others.
    func record(_ troubles: [ChannelTrouble], at now: Instant) {
        let known = state.withLock { $0.origins }
        var spans: [ChannelOrigin: Span] = [:]
        for trouble in troubles {
            let isKnown = known[trouble.origin] != nil
            let origin = isKnown ? trouble.origin : .others(of: trouble.origin.channel)
            spans[origin] = max(spans[origin] ?? .zero, now - trouble.since)
        }
        for (origin, meters) in known { meters.trouble.set(Double((spans[origin] ?? .zero).milliseconds) / 1000) }
    }

    private func meters(of origin: ChannelOrigin) -> OriginMeters {
        state.withLock { state in
            if let known = state.origins[origin] { return known }
            let others = ChannelOrigin.others(of: origin.channel)
            if let known = state.origins[others] { return known }
            let fresh = makeMeters(of: others)
            state.origins[others] = fresh
            return fresh
        }
    }

    private func makeMeters(of origin: ChannelOrigin) -> OriginMeters {
        let dimensions = [("channel", origin.channel), ("origin", origin.origin)]
        var attempts: [EngineMetrics.Outcome: Counter] = [:]
        for outcome in EngineMetrics.Outcome.allCases {
            attempts[outcome] = Counter(
                label: "reveille_channel_attempts_total",
                dimensions: dimensions + [("outcome", outcome.rawValue)],
                factory: factory
            )
        }
        return OriginMeters(
            attempts: attempts,
            duration: Timer(label: "reveille_push_duration_seconds", dimensions: dimensions, factory: factory),
            trouble: Meter(label: "reveille_channel_trouble_seconds", dimensions: dimensions, factory: factory)
        )
    }

    private func counter(ofRetries label: String, by channel: String, in state: inout State) -> Counter {
        if let known = state.retries[channel]?[label] { return known }
        let fresh = Counter(
            label: "reveille_retries_total",
            dimensions: [("channel", channel), ("reason", label)],
            factory: factory
        )
        state.retries[channel, default: [:]][label] = fresh
        return fresh
    }
}

extension ContactChannels {
    /// The media by which contacts can be told.
    fileprivate var media: [Destination.Medium] {
        var media: [Destination.Medium] = []
        if mail != nil { media.append(.email) }
        if sms != nil { media.append(.sms) }
        if webhook != nil { media.append(.webhook) }
        if calls != nil { media.append(.call) }
        return media
    }
}
