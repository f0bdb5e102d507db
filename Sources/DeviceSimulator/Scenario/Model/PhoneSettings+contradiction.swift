extension PhoneSettings {
    /// Why these settings cannot apply to a phone in this state; nil if they can.
    func contradiction(on phone: String, in state: PhoneState, isStart: Bool) -> String? {
        if !isStart {
            if let problem = contradictionOfChange(on: phone, in: state) { return problem }
        }
        if isLocked == false, (power.map { $0 == .off } ?? !state.isPoweredOn) {
            return "\(phone) is off, and a phone that is off is locked: expected power: on, or no locked: false"
        }
        var next = state
        apply(to: &next)
        if next.browser != nil, let key = keyOfTheApp {
            return "\(phone) is a browser: expected no \(key), which is of phones with the app"
        }
        return next.contradiction.map { isStart ? $0 : "\(phone) cannot be so: \($0)" }
    }

    /// The first key that is set and means nothing to a browser.
    private var keyOfTheApp: String? {
        let keys: [(String, Bool)] = [
            ("os", system != nil), ("alarmkit", alarmKit != nil), ("critical", isCriticalAllowed != nil),
            ("extension-arms", extensionArms != nil), ("alarm-tells-app", alarmTellsApp != nil),
        ]
        return keys.first { $0.1 }?.0
    }

    private func contradictionOfChange(on phone: String, in state: PhoneState) -> String? {
        if browser != nil {
            return "\(phone) stays what it is: expected browser among the phones"
        }
        if let power, (power == .on) == state.isPoweredOn {
            return "\(phone) is \(power.rawValue) already: expected power: \(power == .on ? "off" : "on")"
        }
        var touched = self
        touched.habits = nil
        touched.power = nil
        if !state.isPoweredOn, power != .on, touched != PhoneSettings() {
            return "\(phone) is off then: expected power: on before anything else changes on it"
        }
        if let app, app == state.app {
            return "the app on \(phone) is \(app.rawValue) already: expected another app"
        }
        if app == .forceQuit, state.app == .removed {
            return "\(phone) has no app then: expected app: installed before app: force-quit"
        }
        if let system, system < state.system {
            return "\(phone) has iOS \(state.system) then: expected a later os than that, not \(system)"
        }
        return nil
    }
}

extension PhoneEvent {
    /// Why this event cannot happen to a phone in this state; nil if it can.
    func contradiction(on phone: String, in state: PhoneState) -> String? {
        guard state.isPoweredOn else {
            return "\(phone) is off then: expected power: on before does: \(rawValue)"
        }
        guard state.app != .removed || self == .reinstallApp || self == .restart else {
            return "\(phone) has no app then: expected app: installed before does: \(rawValue)"
        }
        return nil
    }
}
