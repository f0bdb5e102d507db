package import AlarmCore

/// The limits on what a device may ask of the relay, all configurable.
package struct Limits: Hashable, Sendable {
    /// Alarm requests that one person may make to another within an hour.
    ///
    /// 60.
    package var requestsPerHour = 60
    /// Alarms of one person for another that may be pending at once.
    ///
    /// 200.
    package var pendingAlarms = 200
    /// Receipts per device and hour that change an alarm.
    ///
    /// 300.
    package var reportsPerHour = 300
    /// Alarms in a row that may ring on a device without an answer before it counts as silent.
    ///
    /// 3.
    package var silentAfter = 3
    /// Invites that a device may have open at once.
    ///
    /// 3.
    package var openInvites = 3
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
    /// Check-ins, and changes of the plan, that a person may make within an hour.
    ///
    /// 60.
    package var checkInsPerHour = 60
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
