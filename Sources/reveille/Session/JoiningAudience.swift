import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit
import Wording

/// To whom the steps of entering a code are told.
enum JoiningAudience {
    /// A person, who is asked and reads what to do.
    case person
    /// A script that wants what came of it alone, as JSON; questions and digits are for a person at standard error.
    case resultOnly
    /// A script that gets every step as a line of JSON, and writes whether it agrees to standard input.
    case script

    /// Whether standard output is for JSON.
    var isJSON: Bool { self != .person }

    /// The language in which it is told what came of it: a script reads English, as in all JSON.
    func language(of reader: Language) -> Language { self == .script ? .english : reader }

    /// Tells a script of a step; nobody else.
    func tell(_ state: String, _ facts: KeyValuePairs<String, JSONValue?>) {
        guard self == .script else { return }
        var step = JSONObject(["state": .string(state)])
        for member in JSONObject(facts).members { step.append(member.name, member.value) }
        Terminal.say(.object(step))
    }

    /// Tells a script whose code it is and what for: it is asked now whether it agrees.
    func tell(_ claim: ClaimerPairing) {
        tell(
            "claimed",
            [
                "inviteId": .identifier(claim.inviteID),
                "purpose": .word(claim.purpose),
                "partner": .string(claim.partnerName),
                "role": claim.role.map(JSONValue.word),
                "expiresAt": .instant(claim.expiresAt),
            ]
        )
    }

    /// Tells a script the digits that the other side has to type.
    func tell(digits: String) { tell("answered", ["digits": .string(digits)]) }

    /// Says `line` to a person.
    func say(_ line: String) {
        guard self == .person else { return }
        Terminal.say(line)
    }
}

extension ConsentOptions {
    /// Returns whether `question` is agreed to, by the option or by whoever is asked now.
    func isGiven(to question: String, by audience: JoiningAudience, in language: Language) async -> Bool {
        await decision(on: question, by: audience, in: language) == .yes
    }

    /// Asks a question.
    ///
    /// - Parameters:
    ///   - question: the question, in the reader's language.
    ///   - canWait: whether it can be put off.
    ///   - audience: who is asked.
    ///   - language: the reader's.
    /// - Returns: the answer; nil where nobody answers, as at the end of the input.
    func decision(
        on question: String,
        canWait: Bool = false,
        by audience: JoiningAudience,
        in language: Language
    ) async -> Decision? {
        if yes { return .yes }
        let (dialogue, asked) = (Dialogue(), language.asking(question, canWait: canWait))
        let answer: String?
        switch audience {
        case .person: answer = await dialogue.ask(asked)
        case .resultOnly: answer = await dialogue.ask(asked, aside: true)
        case .script: answer = await dialogue.answer()
        }
        return answer.map(Decision.init(typed:))
    }
}

extension DeviceSession {
    /// Tells a script how a pairing ended that `body` could not complete, and throws the reason.
    ///
    /// - Parameters:
    ///   - invite: the invite; nil where no code was claimed.
    ///   - audience: who is told.
    ///   - body: goes through the pairing.
    /// - Throws: what `body` throws.
    func tellingEnd(
        of invite: InviteID?,
        to audience: JoiningAudience,
        _ body: () async throws -> Void
    ) async throws {
        do {
            try await body()
        } catch {
            // A pairing that this device still has may yet be completed.
            let profile = await device.profile
            let waiting = profile.invites.map(\.inviteID) + profile.claims.map(\.inviteID)
            let isOver = invite.map { !waiting.contains($0) } ?? true
            let reason = CommandFailure(error)?.message ?? "\(error)"
            audience.tell(isOver ? "ended" : "interrupted", ["reason": .string(reason)])
            throw error
        }
    }

    /// Claims a code, and goes on with it; a script is told if that fails.
    func claim(
        _ code: String,
        for purpose: Invite.Purpose?,
        tellingEndTo audience: JoiningAudience,
        _ body: (ClaimerPairing) async throws -> Void
    ) async throws {
        var claim: ClaimerPairing?
        try await tellingEnd(of: nil, to: audience) {
            claim = try await device.claim(typed: code, for: purpose)
        }
        guard let claim else { return }
        audience.tell(claim)
        try await tellingEnd(of: claim.inviteID, to: audience) { try await body(claim) }
    }
}
