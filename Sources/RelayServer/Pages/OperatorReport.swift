import AlarmCore
import AlarmWire
import Delivery
import Engine
import Storage

/// What the operator's page shows: the relay's health, its ways to people and how much it holds; no name, no identifier.
struct OperatorReport: WireEncodable {
    /// One way to people.
    struct Channel: Hashable, WireEncodable {
        /// The origin that nothing has got through to for the longest, and how long.
        struct Trouble: Hashable {
            let origin: String
            let span: Span
        }

        let name: String
        var isConfigured: Bool
        let trouble: Trouble?
        /// The deliveries that may be sent and have not been.
        let waiting: Int

        var json: JSONValue {
            .object(of: [
                "channel": .string(name),
                "configured": .bool(isConfigured),
                "origin": trouble.map { .string($0.origin) },
                "troubleSeconds": .integer(trouble.map { max($0.span.milliseconds / 1000, 1) } ?? 0),
                "waiting": .integer(waiting),
            ])
        }
    }

    let health: StatusReport
    let at: Instant
    var channels: [Channel]
    let counts: StoreCounts
    /// The time at which the next alarm or deadline has to be looked after, or the next message goes out that waits for its
    /// time, as the account of telling contacts does; nil where none is to come.
    let nextStep: Instant?
    let listeners: Int
    /// The segments of text messages sent today and the most a day; nil where none are sent.
    let segments: (used: Int, limit: Int)?
    /// The calls made today and the most a day; nil where none are made.
    let calls: (made: Int, limit: Int)?

    var json: JSONValue {
        guard case .object(var object) = health.json else { return health.json }
        object.append("at", .instant(at))
        if let nextStep { object.append("nextStep", .instant(nextStep)) }
        object.append("channels", .array(channels.map(\.json)))
        object.append("letters", letters)
        object.append("counts", numbers)
        return .object(object)
    }

    private var letters: JSONValue {
        let oldest = counts.letters.values.map(\.oldest).min()
        return .object(of: [
            "waiting": .integer(counts.letters.values.reduce(0) { $0 + $1.count }),
            "oldestSeconds": oldest.map { .integer(max((at - $0).milliseconds / 1000, 0)) },
            "smsSegments": segments.map { .object(of: ["used": .integer($0.used), "limit": .integer($0.limit)]) },
            "calls": calls.map { .object(of: ["made": .integer($0.made), "limit": .integer($0.limit)]) },
        ])
    }

    private var numbers: JSONValue {
        .object(of: [
            "people": .integer(counts.people),
            "devices": .integer(counts.devices),
            "silentDevices": .integer(counts.silentDevices),
            "pairs": .integer(counts.pairs),
            "circles": .integer(counts.documents[.circle] ?? 0),
            "pendingAlarms": .integer(counts.wakes),
            "watchedCheckIns": .integer(counts.documents[.watch] ?? 0),
            "contacts": .integer(counts.documents[.contact] ?? 0),
            "listeners": .integer(listeners),
        ])
    }
}

extension Engine {
    /// Examines the relay for its operator, at a moment at which the store answers.
    ///
    /// - Throws: `StoreError`.
    func operatorReport(_ health: StatusReport, _ audit: AuditReport) async throws -> OperatorReport {
        let now = clock.now()
        let (counts, wake, segments, calls) = try await read { [self] snapshot in
            (
                try snapshot.counts(at: now, silentAfter: limits.silentAfter),
                try snapshot.earliestWake()?.at,
                gateways.contactChannels.sms == nil ? nil : try segmentsUsedToday(in: snapshot),
                gateways.contactChannels.calls == nil ? nil : try callsMadeToday(in: snapshot)
            )
        }
        return OperatorReport(
            health: health,
            at: now,
            channels: ways(counts, audit.troubles, at: now),
            counts: counts,
            nextStep: [wake, counts.nextDelivery].compactMap(\.self).min(),
            listeners: events.count,
            segments: segments.map { ($0, gateways.contactChannels.segmentsPerDay) },
            calls: calls.map { ($0, gateways.contactChannels.callsPerDay) }
        )
    }

    /// Every way that this relay knows, and those of the channels that were added to it.
    private func ways(
        _ counts: StoreCounts,
        _ troubles: [ChannelTrouble],
        at now: Instant
    ) -> [OperatorReport.Channel] {
        func way(_ name: String, isConfigured: Bool, waiting: Int?) -> OperatorReport.Channel {
            OperatorReport.Channel(
                name: name,
                isConfigured: isConfigured,
                // The longest come first.
                trouble: troubles.first { $0.origin.channel == name }.map { trouble in
                    OperatorReport.Channel.Trouble(origin: trouble.origin.origin, span: now - trouble.since)
                },
                waiting: waiting ?? 0
            )
        }
        let contacts = gateways.contactChannels
        return Device.Platform.allCases.map { platform in
            let isConfigured = !platform.needsAddress || channels[platform] != nil
            return way(platform.rawValue, isConfigured: isConfigured, waiting: counts.pushes[platform])
        }
            + [
                way("email", isConfigured: contacts.mail != nil, waiting: counts.letters[.email]?.count),
                way("sms", isConfigured: contacts.sms != nil, waiting: counts.letters[.sms]?.count),
                way("call", isConfigured: contacts.calls != nil, waiting: counts.letters[.call]?.count),
                way(
                    "webhook",
                    isConfigured: contacts.webhook != nil,
                    waiting: (counts.letters[.webhook]?.count ?? 0) + (counts.pushes[.webhook] ?? 0)
                ),
            ]
    }
}
