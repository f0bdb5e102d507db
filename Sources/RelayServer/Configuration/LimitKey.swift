package import AlarmCore
package import Engine

/// A set of limits that start at defaults of their own.
package protocol LimitSet: Sendable {
    /// Every limit at its default.
    init()

    /// The configuration key of each limit.
    static var keys: [LimitKey<Self>] { get }
}

/// A configuration key that sets one limit of a set.
package struct LimitKey<Group: LimitSet>: Sendable {
    /// A limit and its valid range.
    package enum Field: Sendable {
        case count(any WritableKeyPath<Group, Int> & Sendable, ClosedRange<Int>)
        case span(any WritableKeyPath<Group, Span> & Sendable, ClosedRange<Span>)
    }

    package let key: ConfigurationKey
    package let field: Field

    init(
        _ name: String,
        _ path: any WritableKeyPath<Group, Int> & Sendable,
        _ range: ClosedRange<Int>,
        _ meaning: String
    ) {
        key = ConfigurationKey(
            "limit-" + name,
            form: "a whole number from \(range.lowerBound) to \(range.upperBound)",
            defaultValue: "\(Group()[keyPath: path])",
            meaning: meaning
        )
        field = .count(path, range)
    }

    init(
        _ name: String,
        _ path: any WritableKeyPath<Group, Span> & Sendable,
        _ range: ClosedRange<Span>,
        _ meaning: String
    ) {
        key = ConfigurationKey(
            "limit-" + name,
            form: "a span from \(range.lowerBound) to \(range.upperBound), as in 90s, 10m or 1h30m",
            defaultValue: "\(Group()[keyPath: path])",
            meaning: meaning
        )
        field = .span(path, range)
    }
}

extension Limits: LimitSet {
    package static let keys: [LimitKey<Limits>] = [
        LimitKey(
            "requests-per-hour",
            \.requestsPerHour,
            1...10_000,
            "Alarms that one person may set for another within an hour."
        ),
        LimitKey(
            "requests-per-day",
            \.requestsPerDay,
            1...100_000,
            "Alarms that one person may set for another within a day; at least the hour's."
        ),
        LimitKey(
            "shortest-repeat",
            \.shortestRepeat,
            .minutes(1) ... .days(1),
            "The shortest time from one ring of a repeated alarm to its next, by its times of day."
        ),
        LimitKey(
            "rings-per-day",
            \.ringsPerDay,
            1...100_000,
            "How often the repeated alarms of one person for another may ring within a day, together."
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
            "reports-per-day",
            \.reportsPerDay,
            10...100_000,
            "Reports that a device may make within a day that change an alarm; at least the hour's."
        ),
        LimitKey(
            "kept-answers",
            \.keptAnswers,
            100...1_000_000,
            "Changes that a device may make in some six minutes, while their answers are kept for a repeat."
        ),
        LimitKey(
            "silent-after",
            \.silentAfter,
            1...100,
            "Alarms in a row that may ring for a device without a word from it before it counts as silent."
        ),
        LimitKey("open-invites", \.openInvites, 1...100, "Invites that a device may have open at once."),
        LimitKey(
            "open-invitations",
            \.openInvitations,
            1...100,
            "Invites to a care circle that a device may have open besides."
        ),
        LimitKey("invites-per-hour", \.invitesPerHour, 1...10_000, "Invites that a person may open within an hour."),
        LimitKey(
            "invites-per-day",
            \.invitesPerDay,
            1...10_000,
            "Invites that a person may open within a day; at least the hour's."
        ),
        LimitKey(
            "registrations-per-hour",
            \.registrationsPerHour,
            1...10_000,
            "Devices that may register with invites within an hour, of all people together."
        ),
        LimitKey(
            "registrations-per-day",
            \.registrationsPerDay,
            1...100_000,
            "Devices that may register with invites within a day, of all people together; at least the hour's."
        ),
        LimitKey(
            "unconfirmed",
            \.unconfirmed,
            .minutes(1) ... .days(30),
            "How long a device stays that registered with an invite which came to nothing."
        ),
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
            "questions-per-day",
            \.questionsPerDay,
            1...1000,
            "Questions and invitations that a person may have sent to such people within a day; at least the hour's."
        ),
        LimitKey(
            "address-questions-per-hour",
            \.addressQuestionsPerHour,
            1...1000,
            "Questions and invitations that may go to one address within an hour, whoever asks for them."
        ),
        LimitKey(
            "address-questions-per-day",
            \.addressQuestionsPerDay,
            1...1000,
            "Questions and invitations that may go to one address within a day; at least the hour's."
        ),
        LimitKey(
            "all-questions-per-hour",
            \.allQuestionsPerHour,
            1...10_000,
            "Questions and invitations that all people together may have sent within an hour."
        ),
        LimitKey(
            "all-questions-per-day",
            \.allQuestionsPerDay,
            1...100_000,
            "Questions and invitations that all people together may have sent within a day; at least the hour's."
        ),
        LimitKey(
            "check-ins-per-hour",
            \.checkInsPerHour,
            1...1000,
            "Check-ins, and changes of what is watched, that a person may make within an hour."
        ),
        LimitKey(
            "check-ins-per-day",
            \.checkInsPerDay,
            1...10_000,
            "Check-ins of a person within a day that are each recorded, and beyond that one in 10 min; at least the hour's."
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
        LimitKey(
            "history-retention",
            \.historyRetention,
            .days(7) ... .days(3660),
            "How long the history of a care circle keeps an alert, of the last 1,000."
        ),
        LimitKey(
            "check-in-retention",
            \.checkInRetention,
            .days(45) ... .days(3660),
            "How long a check-in is kept with its place, of the last 30; the deadline does not need it."
        ),
        LimitKey(
            "reminder-retention",
            \.reminderRetention,
            .days(7) ... .days(3660),
            "How long a completed reminder is kept, of a family's last 200."
        ),
        LimitKey("enrolment", \.enrolment, .minutes(1) ... .days(30), "How long an enrolment code lives."),
    ]
}
