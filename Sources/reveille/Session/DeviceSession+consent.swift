import AlarmCore
import AlarmWire
import DeviceKit

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
        case .member(let member): member.words
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
        throw CommandFailure(
            """
            \(text.asForeign) is nobody, or more than one, who may ring you. Use an id: see \
            'reveille pair list\(profileFlag)' and 'reveille circle show\(profileFlag)'.
            """
        )
    }

    /// Returns the consent given to `subject`.
    func consent(for subject: ConsentSubject) async throws -> ConsentMessage {
        switch subject {
        case .partner(let pair): try await device.consentMessage(for: pair.id)
        case .member(let member): try await device.consentMessage(for: member.person)
        }
    }

    /// Changes a part of the consent given to a person.
    func changeConsent(
        for text: String,
        _ change: (inout Consent) -> Void
    ) async throws -> (ConsentSubject, ConsentMessage) {
        let subject = try await consentSubject(text)
        var consent = try await consent(for: subject).consent
        change(&consent)
        switch subject {
        case .partner(let pair): return (subject, try await device.setConsent(consent, for: pair.id))
        case .member(let member): return (subject, try await device.setConsent(consent, for: member.person))
        }
    }
}
