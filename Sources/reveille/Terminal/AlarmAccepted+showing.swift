import AlarmCore
import AlarmWire

extension AlarmAccepted {
    /// What the relay did with a new alarm, in a sentence for its sender, and what to do where nothing can ring.
    func headline(for partner: String, at moment: String) -> String {
        guard state == .blocked else { return "Set for \(partner) at \(moment). Alarm \(id)" }
        return "\(unreachable(partner)) the alarm waits, for \(moment). Alarm \(id)"
    }

    /// What the relay did with an alarm that was moved, likewise; `isHeld` says that a phone had it before, and may ring
    /// by itself.
    func headline(for partner: String, movedTo moment: String, isHeld: Bool = false) -> String {
        guard state == .blocked else { return "Now at \(moment); revision \(revision)." }
        guard !isHeld else {
            return """
                \(partner)'s phone cannot be reached: ask \(partner) to open the app; until then it hears of no change. \
                The alarm waits, now for \(moment); revision \(revision).
                """
        }
        return "\(unreachable(partner)) the alarm waits, now for \(moment); revision \(revision)."
    }

    /// What a script is told of an alarm that was moved.
    ///
    /// - Parameter former: the time at which a phone that is offline may ring all the same; nil where none is known to.
    /// - Returns: the relay's answer, with that time.
    func json(mayRingAt former: Instant?) -> JSONValue {
        guard let former, case .object(let told) = json else { return json }
        var object = JSONObject(members: told.members)
        object.append("mayRingAt", .instant(former))
        return .object(object)
    }

    private func unreachable(_ partner: String) -> String {
        "\(partner)'s phone cannot be reached: ask \(partner) to open the app. Until then nothing rings there;"
    }
}
