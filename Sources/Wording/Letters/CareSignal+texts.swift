package import AlarmCore

extension CareSignal.Kind {
    var subject: TextKey {
        switch self {
        case .fall: .letterCareFallSubject
        case .inactivity: .letterCareInactivitySubject
        case .wellness: .letterCareWellnessSubject
        case .manual: .letterCareManualSubject
        case .glucose: .letterCareGlucoseSubject
        }
    }

    var body: TextKey {
        switch self {
        case .fall: .letterCareFallBody
        case .inactivity: .letterCareInactivityBody
        case .wellness: .letterCareWellnessBody
        case .manual: .letterCareManualBody
        case .glucose: .letterCareGlucoseBody
        }
    }

    var sms: TextKey {
        switch self {
        case .fall: .smsCareFall
        case .inactivity: .smsCareInactivity
        case .wellness: .smsCareWellness
        case .manual: .smsCareManual
        case .glucose: .smsCareGlucose
        }
    }

    /// The text that says in a few words what may have happened.
    package var shown: TextKey {
        switch self {
        case .fall: .listenSignalFall
        case .inactivity: .listenSignalInactivity
        case .wellness: .listenSignalWellness
        case .manual: .listenSignalManual
        case .glucose: .listenSignalGlucose
        }
    }
}
