package import AlarmCore

extension StatusText {
    /// What keeps a person's contacts from being told.
    ///
    /// - Parameters:
    ///   - agreed: the number of contacts who have agreed.
    ///   - reachable: how many of them the relay has a way to write to.
    ///   - asked: the number of contacts who were named and have not answered.
    ///   - adding: the command by which a contact is named; nil where the relay has no way to ask one.
    ///   - asking: the command by which a contact is asked once more; nil where the message that asks may not have come.
    ///   - language: the reader's.
    /// - Returns: one or two sentences; nil where nothing is known to keep them from it.
    package static func hindrance(
        agreed: Int,
        reachable: Int,
        asked: Int,
        adding: String?,
        asking: String?,
        in language: Language
    ) -> String? {
        if agreed == 0 {
            let sentences =
                asked == 0
                ? [
                    language.phrase(.statusContactsNone),
                    adding.map { language.phrase(.statusContactsName, [.link: .verbatim($0)]) }
                        ?? language.phrase(.statusContactsNoWay),
                ]
                : [
                    language.phrase(.statusContactsAsked, [.count: .count(Int64(asked))]),
                    asking.map { language.phrase(.statusContactsRemind, [.link: .verbatim($0)]) },
                ].compactMap(\.self)
            return sentences.map(\.text).joined(separator: language.isChinese ? "" : " ")
        }
        if reachable == 0 { return language.phrase(.statusContactsUnreachable).text }
        guard reachable < agreed else { return nil }
        return language.phrase(.statusContactsSome, [.count: .count(Int64(agreed - reachable))]).text
    }

    /// How many contacts a missed check-in is told to.
    ///
    /// - Parameters:
    ///   - count: how many of them have agreed and the relay has a way to write to.
    ///   - language: the reader's.
    /// - Returns: one sentence; nil where there is none.
    package static func written(to count: Int, in language: Language) -> String? {
        count > 0 ? language.phrase(.statusContactsWritten, [.count: .count(Int64(count))]).text : nil
    }

    /// That the relay can send nothing by a medium at present, and what becomes of what is to be sent.
    ///
    /// - Parameters:
    ///   - medium: the medium.
    ///   - language: the reader's.
    /// - Returns: one or two sentences.
    package static func lack(of medium: Destination.Medium, in language: Language) -> String {
        language.phrase(.statusContactsLack, [.medium: .phrase(language.phrase(medium.name))]).text
    }

    /// What a medium is called.
    package static func name(of medium: Destination.Medium, in language: Language) -> String {
        language.phrase(medium.name).text
    }

    /// That the message that asks somebody has yet to go out by a medium.
    ///
    /// - Parameters:
    ///   - medium: the medium.
    ///   - language: the reader's.
    /// - Returns: two sentences.
    package static func waiting(for medium: Destination.Medium, in language: Language) -> String {
        language.phrase(.statusContactsWaiting, [.medium: .phrase(language.phrase(medium.name))]).text
    }

    /// That nothing is known to have got through by a medium of late, and what becomes of what is to be sent.
    ///
    /// - Parameters:
    ///   - medium: the medium.
    ///   - time: the time since which nothing has got through.
    ///   - reason: the reason why the last message did not.
    ///   - isUncertain: whether something may have got through since all the same.
    ///   - language: the reader's.
    /// - Returns: two sentences.
    package static func delay(
        of medium: Destination.Medium,
        since time: TextValue,
        because reason: String,
        isUncertain: Bool = false,
        _ language: Language
    ) -> String {
        let values: [Placeholder: TextValue] = [
            .medium: .phrase(language.phrase(medium.name)), .time: time, .reason: .verbatim(reason),
        ]
        return language.phrase(isUncertain ? .statusContactsDelayedUncertain : .statusContactsDelayed, values).text
    }

    /// What became of telling contacts that the person has answered, above the list of them.
    ///
    /// - Parameters:
    ///   - states: the states of the messages, as they are called on the wire.
    ///   - language: the reader's.
    /// - Returns: one sentence, which the list follows; nil where no contact was to be told.
    package static func reassured(_ states: [String], in language: Language) -> String? {
        guard !states.isEmpty else { return nil }
        let key: TextKey =
            states.allSatisfy { $0 == "sent" }
            ? .statusReassuredSent
            : states.contains("waiting") ? .statusReassuredWaiting : .statusReassuredFailed
        return language.phrase(key).text
    }

    /// What became of the message to one contact, without a full stop.
    ///
    /// - Parameters:
    ///   - state: the state of the message, as it is called on the wire.
    ///   - isUncertain: whether one that waits or has failed may have arrived all the same.
    ///   - name: the contact's name; nil for one who has been taken out since.
    ///   - medium: the medium.
    ///   - instant: the time at which the message came to that state.
    ///   - moment: writes a moment for the reader.
    ///   - language: the reader's.
    /// - Returns: nil for a state that this version does not know.
    package static func message(
        _ state: String,
        isUncertain: Bool = false,
        to name: TextValue?,
        by medium: Destination.Medium,
        at instant: Instant,
        writing moment: (Instant) -> TextValue,
        _ language: Language
    ) -> String? {
        let key = isUncertain ? TextKey(rawValue: "status.message.\(state).uncertain") : nil
        guard let key = key ?? TextKey(rawValue: "status.message.\(state)") else { return nil }
        let values: [Placeholder: TextValue] = [
            .helper: name ?? .phrase(language.phrase(.statusTellingGone)),
            .medium: .phrase(language.phrase(medium.name)), .time: moment(instant),
        ]
        return language.phrase(key, values).text
    }

    /// When a person is reminded on days without a check-in.
    ///
    /// - Parameters:
    ///   - time: the time of day, with its zone where that is known.
    ///   - language: the reader's.
    /// - Returns: one sentence.
    package static func reminded(at time: String, in language: Language) -> String {
        language.phrase(.statusCheckInReminded, [.time: .verbatim(time)]).text
    }

    /// That the person has asked for more time since their last check-in, in a sentence.
    ///
    /// - Parameters:
    ///   - instant: the time at which they did.
    ///   - moment: writes a moment for the reader.
    ///   - language: the reader's.
    /// - Returns: one sentence.
    package static func putOff(
        at instant: Instant,
        writing moment: (Instant) -> TextValue,
        _ language: Language
    ) -> String {
        language.phrase(.statusCheckInPutOff, [.time: moment(instant)]).text
    }

    /// That an absence of the relay has moved the deadline, in a sentence.
    ///
    /// - Parameters:
    ///   - former: the time by which a check-in was due before.
    ///   - moment: writes a moment for the reader.
    ///   - language: the reader's.
    /// - Returns: one sentence.
    package static func moved(
        from former: Instant,
        writing moment: (Instant) -> TextValue,
        _ language: Language
    ) -> String {
        language.phrase(.statusCheckInMoved, [.former: moment(former)]).text
    }

    /// That the person asked for more time, in a line of their history that has the time already.
    package static func putOff(in language: Language) -> String { language.phrase(.statusPutOff).text }

    /// What a check-in was made with, in a few words.
    ///
    /// - Parameters:
    ///   - source: the source, as it is called on the wire.
    ///   - name: the name of the link by which it was made; nil for another source.
    ///   - language: the reader's.
    /// - Returns: nil for a source that this version does not know.
    package static func source(_ source: String, link name: String?, in language: Language) -> String? {
        guard !source.contains("."), let key = TextKey(rawValue: "status.source.\(source)") else { return nil }
        if key == .statusSourceLink, let name {
            return language.phrase(.statusSourceLinkNamed, [.link: .name(name)]).text
        }
        return language.phrase(key).text
    }

    /// That a check-in was taken while the plan is turned off, and what that means.
    ///
    /// - Parameters:
    ///   - time: the time of the last check-in that was noted.
    ///   - command: the command by which the plan is turned on.
    ///   - moment: writes a moment for the reader.
    ///   - language: the reader's.
    /// - Returns: three sentences.
    package static func notedWhileOff(
        at time: Instant,
        turningOn command: String,
        writing moment: (Instant) -> TextValue,
        _ language: Language
    ) -> String {
        language.phrase(.statusCheckInOffNoted, [.time: moment(time), .link: .verbatim(command)]).text
    }

    /// That a sign of life was noted although check-ins are paused, and that they stay so.
    ///
    /// - Parameters:
    ///   - time: the time of the last check-in that was noted.
    ///   - moment: writes a moment for the reader.
    ///   - language: the reader's.
    /// - Returns: two sentences.
    package static func notedWhilePaused(
        at time: Instant,
        writing moment: (Instant) -> TextValue,
        _ language: Language
    ) -> String {
        language.phrase(.statusCheckInPausedNoted, [.time: moment(time)]).text
    }

    /// What a person without a plan does next.
    ///
    /// - Parameters:
    ///   - command: the command by which the plan is set.
    ///   - language: the reader's.
    /// - Returns: one sentence.
    package static func unnamed(naming command: String, in language: Language) -> String {
        language.phrase(.statusCheckInUnnamed, [.link: .verbatim(command)]).text
    }

    /// What the relay's answer to a test of notifications says: not that they came, which only the devices show.
    package static func testNotification(in language: Language) -> String { language.phrase(.statusTest).text }
}

extension Destination.Medium {
    var name: TextKey {
        switch self {
        case .email: .statusMediumEmail
        case .sms: .statusMediumSMS
        case .webhook: .statusMediumWebhook
        case .call: .statusMediumCall
        }
    }
}
