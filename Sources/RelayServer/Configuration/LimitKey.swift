package import AlarmCore
package import Engine

/// A configuration key that sets one of the engine's limits.
package struct LimitKey: Sendable {
    /// A limit and its valid range.
    package enum Field: Sendable {
        case count(any WritableKeyPath<Limits, Int> & Sendable, ClosedRange<Int>)
        case span(any WritableKeyPath<Limits, Span> & Sendable, ClosedRange<Span>)
    }

    package let key: ConfigurationKey
    package let field: Field

    private init(
        _ name: String,
        _ path: any WritableKeyPath<Limits, Int> & Sendable,
        _ range: ClosedRange<Int>,
        _ meaning: String
    ) {
        key = ConfigurationKey(
            "limit-" + name,
            form: "a whole number from \(range.lowerBound) to \(range.upperBound)",
            defaultValue: "\(Limits()[keyPath: path])",
            meaning: meaning
        )
        field = .count(path, range)
    }

    private init(
        _ name: String,
        _ path: any WritableKeyPath<Limits, Span> & Sendable,
        _ range: ClosedRange<Span>,
        _ meaning: String
    ) {
        key = ConfigurationKey(
            "limit-" + name,
            form: "a span from \(range.lowerBound) to \(range.upperBound), as in 90s, 10m or 1h30m",
            defaultValue: "\(Limits()[keyPath: path])",
            meaning: meaning
        )
        field = .span(path, range)
    }

    /// Every limit.
    package static let all: [LimitKey] = [
        LimitKey(
            "requests-per-hour",
            \.requestsPerHour,
            1...10_000,
            "Alarms that one person may set for another within an hour."
        ),
        LimitKey(
            "pending-alarms",
            \.pendingAlarms,
            1...10_000,
            "Alarms of one person for another that may be pending at once."
        ),
        LimitKey(
            "reports-per-hour",
            \.reportsPerHour,
            10...10_000,
            "Reports that a device may make within an hour that change an alarm."
        ),
        LimitKey(
            "silent-after",
            \.silentAfter,
            1...100,
            "Alarms in a row that may ring for a device without a word from it before it counts as silent."
        ),
        LimitKey("open-invites", \.openInvites, 1...100, "Invites that a device may have open at once."),
        LimitKey("devices-per-person", \.devicesPerPerson, 1...100, "Devices that a person may have."),
        LimitKey("contacts", \.contacts, 1...100, "Contacts that a person may name."),
        LimitKey(
            "confirmation-pause",
            \.confirmationPause,
            .minutes(1) ... .days(30),
            "How long after a letter that asks a contact for consent another one may be sent."
        ),
        LimitKey(
            "questions-per-hour",
            \.questionsPerHour,
            1...1000,
            "Questions and invitations that a person may have sent to people without the app within an hour."
        ),
        LimitKey(
            "check-ins-per-hour",
            \.checkInsPerHour,
            1...1000,
            "Check-ins, and changes of what is watched, that a person may make within an hour."
        ),
        LimitKey(
            "claims-per-minute",
            \.claimsPerMinute,
            1...1000,
            "Claims and registrations a minute from one IPv4 address or IPv6 /64."
        ),
        LimitKey(
            "latest-past",
            \.latestPast,
            .zero ... .hours(1),
            "How late a requested time may be and still ring at once."
        ),
        LimitKey("furthest-future", \.furthestFuture, .days(1) ... .days(3660), "How far ahead an alarm may be set."),
        LimitKey("sends-in-flight", \.sendsInFlight, 1...10_000, "Pushes that may be on their way at once."),
        LimitKey(
            "drain",
            \.drain,
            .zero ... .minutes(1),
            "How long a cancellation waits for pushes that had already started."
        ),
        LimitKey(
            "lease",
            \.lease,
            .seconds(15) ... .minutes(10),
            "How long a push may take before it is sent again."
        ),
        LimitKey(
            "retention",
            \.retention,
            .hours(1) ... .days(3660),
            "How long an ended alarm and its record are kept."
        ),
        LimitKey("enrolment", \.enrolment, .minutes(1) ... .days(30), "How long an enrolment code lives."),
    ]
}
