package import AlarmCore
package import Storage

extension Alarm {
    /// An alarm due an hour after ``AlarmCore/Instant/sample``.
    package static func sample(
        _ number: Int = 1,
        schedule: AlarmSchedule? = nil,
        due: Instant = .sample + .hours(1),
        delay: Span = .zero,
        state: AlarmState = .scheduled,
        revision: Int = 1,
        epoch: Int = 1,
        progress: [DeviceProgress] = [],
        lastEnd: AlarmState? = nil
    ) -> Alarm {
        Alarm(
            id: .sample(number),
            preset: "partner-alarm",
            schedule: schedule ?? .once(due),
            ttl: .minutes(10),
            state: state,
            due: due,
            base: due + delay,
            delay: delay,
            processedUntil: .sample,
            revision: revision,
            epoch: epoch,
            progress: progress,
            lastEnd: lastEnd
        )
    }
}

extension NewAlarm {
    /// An alarm from person 1 to person 2 along pair 1.
    package static func sample(
        _ number: Int = 1,
        alarm: Alarm? = nil,
        message: SealedText? = SealedText(stored: "sealed message"),
        circle: CircleID = .sample(1),
        from sender: PersonID = .sample(1),
        to receiver: PersonID = .sample(2),
        acceptedAt: Instant = .sample
    ) -> NewAlarm {
        NewAlarm(
            alarm: alarm ?? .sample(number),
            content: AlarmContent(
                message: message,
                sound: "bells",
                timeZone: "Europe/Paris",
                firstTime: .sample + .hours(1),
                digest: Array("digest".utf8)
            ),
            circle: circle,
            sender: sender,
            receiver: receiver,
            acceptedAt: acceptedAt
        )
    }
}
