package import AlarmCore

/// The limits on what a device may ask of the relay, all configurable.
package struct Limits: Hashable, Sendable {
    /// Alarm requests that one person may make to another within an hour.
    ///
    /// 60.
    package var requestsPerHour = 60
    /// Alarm requests that one person may make to another within a day; at least as many as within an hour.
    ///
    /// 600.
    package var requestsPerDay = 600
    /// The shortest time from one ring of a repetition to its next, by its times of day.
    ///
    /// 5 min.
    package var shortestRepeat = Span.minutes(5)
    /// How often the repetitions of one person for another may ring within a day, together.
    ///
    /// 300: one that rings every five minutes, or one a day for each pending alarm and some more.
    package var ringsPerDay = 300
    /// Alarms of one person for another that may be pending at once.
    ///
    /// 200.
    package var pendingAlarms = 200
    /// Receipts per device and hour that change an alarm.
    ///
    /// 300.
    package var reportsPerHour = 300
    /// Receipts per device and day that change an alarm; at least as many as within an hour.
    ///
    /// 3,000.
    package var reportsPerDay = 3000
    /// Answers of one device that are kept at once for a repeat of their requests, some six minutes each: so many
    /// changes can it make in that time.
    ///
    /// 1,000.
    package var keptAnswers = 1000
    /// Alarms in a row that may ring on a device without an answer before it counts as silent.
    ///
    /// 3.
    package var silentAfter = 3
    /// Invites that a device may have open at once.
    ///
    /// 3.
    package var openInvites = 3
    /// Invites to a care circle that a device may have open at once, besides the others.
    ///
    /// 10.
    package var openInvitations = 10
    /// Invites that a person may open within an hour.
    ///
    /// 30.
    package var invitesPerHour = 30
    /// Invites that a person may open within a day; at least as many as within an hour.
    ///
    /// 100.
    package var invitesPerDay = 100
    /// Devices that may register with invites within an hour, of all people together.
    ///
    /// 60.
    package var registrationsPerHour = 60
    /// Devices that may register with invites within a day, of all people together; at least as many as within an hour.
    ///
    /// 200.
    package var registrationsPerDay = 200
    /// How long a device stays that registered with an invite which came to nothing.
    ///
    /// 1 h.
    package var unconfirmed = Span.hours(1)
    /// Devices that a person may have.
    ///
    /// 10.
    package var devicesPerPerson = 10
    /// Contacts that a person may name.
    ///
    /// 10.
    package var contacts = 10
    /// How long after the last letter that asks a contact for consent another one may be sent.
    ///
    /// 1 h.
    package var confirmationPause = Span.hours(1)
    /// Questions and invitations that a person may have sent to people without the app within an hour.
    ///
    /// 10.
    package var questionsPerHour = 10
    /// Questions and invitations that a person may have sent to people without the app within a day; at least as many as
    /// within an hour.
    ///
    /// 30.
    package var questionsPerDay = 30
    /// Questions and invitations that may be sent to one address within an hour, whoever asks for them.
    ///
    /// 5.
    package var addressQuestionsPerHour = 5
    /// Questions and invitations that may be sent to one address within a day, whoever asks for them; at least as many
    /// as within an hour.
    ///
    /// 10.
    package var addressQuestionsPerDay = 10
    /// Questions and invitations that all people together may have sent within an hour.
    ///
    /// 100.
    package var allQuestionsPerHour = 100
    /// Questions and invitations that all people together may have sent within a day; at least as many as within an
    /// hour.
    ///
    /// 300.
    package var allQuestionsPerDay = 300
    /// Check-ins, and changes of the plan, that a person may make within an hour.
    ///
    /// 60.
    package var checkInsPerHour = 60
    /// Check-ins of a person within a day that are each recorded, and beyond that one in 10 min; at least as many as
    /// within an hour.
    ///
    /// 200.
    package var checkInsPerDay = 200
    /// Claims, wrong tickets included, per minute and address (an IPv4 address or an IPv6 /64).
    ///
    /// 10.
    package var claimsPerMinute = 10
    /// How late a requested time may be and still ring at once.
    ///
    /// 60 s.
    package var latestPast = Span.seconds(60)
    /// How far ahead an alarm may be set.
    ///
    /// 5 years.
    package var furthestFuture = Span.days(5 * 366)
    /// Pushes that may be on their way at once.
    ///
    /// 200.
    package var sendsInFlight = 200
    /// How long a cancellation waits for pushes that had already started.
    ///
    /// 5 s.
    package var drain = Span.seconds(5)
    /// How long a dispatcher may take for a push before another one may repeat it.
    ///
    /// 60 s.
    package var lease = Span.seconds(60)
    /// How long an ended alarm and its record are kept.
    ///
    /// 30 days.
    package var retention = Span.days(30)
    /// How long the history of a care circle keeps an alert.
    ///
    /// 400 days: a year, and time to compare it with the one before.
    package var historyRetention = Span.days(400)
    /// How long a check-in is kept, with the place where it was made; the deadline does not need it.
    ///
    /// 90 days: longer than the longest threshold with every snooze, so that a letter can tell the last place.
    package var checkInRetention = Span.days(90)
    /// How long a completed reminder is kept, counted from its completion or, where that is later, its due time.
    ///
    /// 400 days.
    package var reminderRetention = Span.days(400)
    /// How long an enrolment code lives.
    ///
    /// 1 h.
    package var enrolment = Span.hours(1)

    package init() {}
}

/// Who may register a device.
package enum Registration: Hashable, Sendable {
    /// Only holders of a live invite's proof or of an operator's enrolment code.
    case closed
    /// Everyone; for trials.
    case open
}
