import AlarmCore
import AlarmWire
import DeviceKit

extension OutputOptions {
    /// Shows what somebody may do: as JSON for a script, in a sentence for a person.
    func show(_ consent: Consent, of subject: ConsentSubject, in session: DeviceSession) {
        guard !json else { return Terminal.say(ConsentMessage(consent).json) }
        Terminal.say("\(subject.name) \(consent.words(on: session.clock)).")
    }
}

extension Consent {
    /// What it lets somebody do, as the rest of a sentence that their name begins.
    fileprivate func words(on clock: LocalClock) -> String {
        if isMuted { return "may not ring you" }
        let pause = pausedUntil.map { "may not ring you until \(clock.text($0))" }
        let hours = hours.map { hours in
            let texts = [hours.from, hours.until].map { JSONValue.clockTime($0) }.compactMap { value in
                if case .string(let text) = value { text } else { nil }
            }
            return "may ring you from \(texts.joined(separator: " to "))"
        }
        switch (pause, hours) {
        case (let pause?, let hours?): return "\(pause), and then \(hours)"
        case (let words?, nil), (nil, let words?): return words
        case (nil, nil): return "may ring you at any time"
        }
    }
}
