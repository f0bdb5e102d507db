extension PhoneSettings {
    /// Returns the first key that both set, as scenarios spell it.
    func sharedKey(with other: PhoneSettings) -> String? {
        func both<Value>(_ field: KeyPath<PhoneSettings, Value?>) -> Bool {
            self[keyPath: field] != nil && other[keyPath: field] != nil
        }
        let keys: [(String, Bool)] = [
            ("browser", both(\.browser)), ("bedside", both(\.isBedside)), ("os", both(\.system)),
            ("alarmkit", both(\.alarmKit)), ("notifications", both(\.notifications)),
            ("critical", both(\.isCriticalAllowed)), ("locked", both(\.isLocked)), ("focus", both(\.focus)),
            ("silent", both(\.isSilent)), ("low-power", both(\.isLowPower)), ("offline", both(\.isOffline)),
            ("power", both(\.power)), ("app", both(\.app)), ("extension", both(\.notificationExtension)),
            ("extension-arms", both(\.extensionArms)), ("alarm-tells-app", both(\.alarmTellsApp)),
            ("clock-error", both(\.clockError)), ("zone", both(\.zone)), ("answers", both(\.habits)),
        ]
        return keys.first { $0.1 }?.0
    }

    /// Returns these settings together with the other's.
    func merged(with other: PhoneSettings) -> PhoneSettings {
        var merged = self
        merged.browser = other.browser ?? browser
        merged.isBedside = other.isBedside ?? isBedside
        merged.system = other.system ?? system
        merged.alarmKit = other.alarmKit ?? alarmKit
        merged.notifications = other.notifications ?? notifications
        merged.isCriticalAllowed = other.isCriticalAllowed ?? isCriticalAllowed
        merged.isLocked = other.isLocked ?? isLocked
        merged.focus = other.focus ?? focus
        merged.isSilent = other.isSilent ?? isSilent
        merged.isLowPower = other.isLowPower ?? isLowPower
        merged.isOffline = other.isOffline ?? isOffline
        merged.power = other.power ?? power
        merged.app = other.app ?? app
        merged.notificationExtension = other.notificationExtension ?? notificationExtension
        merged.extensionArms = other.extensionArms ?? extensionArms
        merged.alarmTellsApp = other.alarmTellsApp ?? alarmTellsApp
        merged.clockError = other.clockError ?? clockError
        merged.zone = other.zone ?? zone
        merged.habits = other.habits ?? habits
        return merged
    }
}
