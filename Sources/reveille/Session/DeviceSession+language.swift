import AlarmCore
import DeviceKit
import Wording

extension DeviceSession {
    /// Takes the user's choice of a language, nil for the system's, and tells the relay.
    func choose(language: LanguageTag?) async throws {
        try await device.choose(language: language, system: SystemLanguage.tag(in: environment))
    }
}
