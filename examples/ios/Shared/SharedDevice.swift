// Not built here: see README.md.
import AlarmCore
import DeviceKit
import Foundation

/// The device of this phone, as app and extension both make it.
enum SharedDevice {
    /// The stored device; nil where there is none yet, or the phone was not unlocked since its start.
    static func stored() throws -> LocalDevice? {
        guard let store = KeychainProfileStore(), let profile = try store.load() else { return nil }
        return make(profile, store)
    }

    /// Makes a device and stores its profile.
    static func create(_ profile: Profile) throws -> LocalDevice? {
        guard let store = KeychainProfileStore() else { return nil }
        try store.exclusively { try store.save(profile) }
        return make(profile, store)
    }

    private static func make(_ profile: Profile, _ store: KeychainProfileStore) -> LocalDevice {
        LocalDevice(
            profile: profile,
            store: store,
            transport: URLSessionTransport(),
            clock: { Instant(milliseconds: Int64(Date.now.timeIntervalSince1970 * 1000)) }
        )
    }
}

extension Date {
    init(_ instant: Instant) {
        self.init(timeIntervalSince1970: Double(instant.milliseconds) / 1000)
    }
}

extension UUID {
    /// The alarm's 16 bytes, so that the system's alarm of an alarm is always the same one.
    init(_ id: AlarmID) {
        self = UUID(uuidString: id.uuidText) ?? UUID()
    }
}
