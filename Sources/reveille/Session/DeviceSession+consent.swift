import AlarmCore
import AlarmWire
import DeviceKit
import Wording

/// A person who may ring this person: through a pair, or as a member of the same circle.
enum ConsentSubject {
    case partner(KnownPair)
    case member(CircleMemberView)

    static let help =
        "Your partner's name, the name of somebody in a circle with you, or the first characters of an id."

    /// The name to show.
    var name: String {
        switch self {
        case .partner(let pair): pair.partnerName.asForeign
        case .member(let member): member.displayName?.asForeign ?? "\(member.person)"
        }
    }
}

extension DeviceSession {
    /// Returns the subject for a name or the first characters of a pair's or person's identifier; partners first.
    func consentSubject(_ text: String) async throws -> ConsentSubject {
        if let pair = try? await pair(text) { return .partner(pair) }
        let members = try await device.circles().flatMap(\.members).filter { !$0.isSelf }
        let named = members.called(text, \.displayName)
        if let first = named.first, Set(named.map(\.person)).count == 1 { return .member(first) }
        if case .name(let id) = Abbreviation(text, among: members.map(\.person)),
            let found = members.first(where: { $0.person == id })
        {
            return .member(found)
        }
        let values: [Placeholder: String] = [
            .words: text.asForeign, .link: "reveille pair list\(profileFlag)",
            .title: "reveille circle show\(profileFlag)",
        ]
        throw CommandFailure(language.text(.answerNoRinger, values))
    }

    /// Returns the consent given to `subject`.
    func consent(for subject: ConsentSubject) async throws -> ConsentMessage {
        switch subject {
        case .partner(let pair): try await device.consentMessage(for: pair.id)
        case .member(let member): try await device.consentMessage(for: member.person)
        }
    }

    /// Changes a part of the consent given to a person.
    ///
    /// - Parameters:
    ///   - text: the person's name, or the first characters of an identifier.
    ///   - isTold: whether it is looked at what the change does to the person's alarms.
    ///   - change: the change.
    /// - Returns: the consent as it was and as it is now.
    /// - Throws: ``CommandFailure`` for a name that is nobody's or several people's, and ``DeviceError``.
    func changeConsent(
        for text: String,
        tellingEffect isTold: Bool,
        _ change: (inout Consent) -> Void
    ) async throws -> ConsentChange {
        let subject = try await consentSubject(text)
        let former = try await consent(for: subject).consent
        // The consent counts, also where the lists cannot be had.
        let before = isTold ? try? await device.list().map(\.view) : nil
        var consent = former
        change(&consent)
        let message =
            switch subject {
            case .partner(let pair): try await device.setConsent(consent, for: pair.id)
            case .member(let member): try await device.setConsent(consent, for: member.person)
            }
        var effect: ConsentEffect?
        if let before, let after = try? await device.list().map(\.view) {
            effect = ConsentEffect(before: before, after: after, of: subject, at: clock.relayNow)
            if consent.takesBack(former) { effect?.overdue = await overdueReminders(of: subject) }
        }
        return ConsentChange(subject: subject, former: former, message: message, effect: effect)
    }

    /// How many reminders of a member stay overdue for this person and do not ring; 0 where that cannot be learnt.
    ///
    /// The relay does not say which member of a family a partner is.
    private func overdueReminders(of subject: ConsentSubject) async -> Int {
        guard case .member(let member) = subject, let circles = try? await device.circles() else { return 0 }
        var count = 0
        for family in circles where family.kind == .family {
            guard let own = family.members.first(where: \.isSelf)?.person,
                let filter = try? ReminderFilter(status: .open, assignee: own),
                let open = try? await reminders(of: family, showing: filter)
            else { continue }
            count += open.count { $0.staysOverdue(from: member.person, for: own, at: clock.relayNow) }
        }
        return count
    }
}

/// A consent that was changed.
struct ConsentChange {
    let subject: ConsentSubject
    let former: Consent
    /// The consent as it is now.
    let message: ConsentMessage
    /// What it has done to alarms; nil where that is not known.
    let effect: ConsentEffect?

    /// What is said beyond the consent itself, a sentence each.
    func remarks(in language: Language) -> [String] {
        let person = [Placeholder.person: subject.name]
        let consent = message.consent
        var remarks = effect?.lines(name: subject.name, in: language) ?? []
        // A member of a family sets reminders alone, which ring again.
        let setsAlarms = if case .partner = subject { true } else { false }
        if former.isMuted, !consent.isMuted, setsAlarms {
            remarks.append(language.text(.answerConsentGone, person))
        }
        guard effect == nil, !consent.isDefault else { return remarks }
        guard setsAlarms else { return remarks + [language.text(.answerConsentReminders, person)] }
        let ended: TextKey = consent.isMuted ? .answerConsentEvery : .answerConsentEveryOnce
        return remarks + [language.text(ended, person), language.text(.answerConsentOffline)]
    }
}
