package import AlarmCore

extension PhoneState {
    /// Largest error of a phone's clock: 100 years.
    package static let largestClockError = Span.days(36_525)

    /// Why no phone can be in this condition, and what to change; nil if one can.
    package var contradiction: String? {
        if !system.exists {
            return "there is no iOS \(system) here: give 15.0 to 18.9, or 26.0 and later"
        }
        if !system.hasAlarmKit && alarmKit != .undetermined {
            return "AlarmKit is \(alarmKit) on iOS \(system): it came with iOS 26, before it nobody was asked"
        }
        if case .limited(let count) = alarmKit, count < 0 {
            return "AlarmKit cannot be limited to \(count) alarms: give 0 or more"
        }
        if criticalAlerts && !allowsNotifications {
            return "critical alerts are allowed while notifications are not: allow notifications too"
        }
        if isBedside && browser == nil {
            return "Bedside mode is of browsers: expected browser too"
        }
        if browser != nil && (criticalAlerts || alarmKit != .undetermined && alarmKit != PhoneState().alarmKit) {
            return "a browser has neither AlarmKit nor critical alerts: leave them out"
        }
        if !isPoweredOn && lock != .beforeFirstUnlock {
            return "a phone that is off is locked until its first unlock after it was turned on"
        }
        if clockError > Self.largestClockError || -clockError > Self.largestClockError {
            return "a clock cannot be off by more than 100 years"
        }
        guard Self.isZoneName(timeZone) else {
            return "\u{201C}\(timeZone.prefix(64))\u{201D} is no time zone: give an IANA name, as in Europe/Berlin"
        }
        return nil
    }

    /// Whether `text` is spelt like a name in the tz database.
    private static func isZoneName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
                part.first?.isLetter == true
                    && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_+-".contains($0)) }
            }
    }
}

extension PhoneState.AlarmKitAccess: CustomStringConvertible {
    package var description: String {
        switch self {
        case .undetermined: "undetermined"
        case .allowed: "allowed"
        case .limited(let count): "limited to \(count)"
        case .refused: "refused"
        }
    }
}

/// A phone was put into a condition that no phone can be in.
package struct ContradictoryState: Error, Hashable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}
