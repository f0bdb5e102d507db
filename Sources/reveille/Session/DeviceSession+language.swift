import AlarmCore
import Engine
import Wording

extension DeviceSession {
    /// The language of the person at this terminal, by the variables of the locale (POSIX.1-2024, section 8.2).
    var language: Language {
        let named = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        let tag = String((named ?? "en").prefix { $0 != "." && $0 != "@" })
        return Language(tag: tag.replacing("_", with: "-"))
    }

    /// The rules of this machine's zone, in which moments are written.
    var zone: ZoneRules { zones.rules(for: clock.zoneName) ?? .utc }
}
