import AlarmCore
import AlarmWire
import DeviceKit
import Wording

/// Why the relay, or this device, did not take something from a listener, and what to do.
enum RefusalText {
    /// Returns the reason in the reader's language.
    ///
    /// In English these are the relay's own words, which say more, but for a time that is past, which they write for
    /// programs. In other languages the kind of the problem is translated; a kind without a translation keeps the English
    /// words.
    static func reason(of error: any Error, in language: Language) -> String {
        let own = CommandFailure(error)?.message ?? "\(error)"
        guard let error = error as? DeviceError else { return own }
        if case .refused(let problem, let wait) = error, let kind = problem.kind {
            if kind == .rateLimited, let wait, language != .english {
                let said = RelayWords.said(by: kind, problem.detail, in: language) ?? RetryHelp.tooMany(in: language)
                return language.joining(said, RetryHelp.tryAgain(after: wait, in: language))
            }
            return reason(of: kind, saying: problem.detail, in: language) ?? own
        }
        guard language != .english, let key = error.ownRefusal else { return own }
        return language.text(key)
    }

    /// Returns the reason for a kind of problem; nil where the relay's own English words are to be shown.
    ///
    /// What cannot help is not advised: a reminder that its family lets be put off no further stays so.
    ///
    /// - Parameters:
    ///   - kind: the kind.
    ///   - detail: the relay's own words; empty where it gave none.
    ///   - language: the reader's.
    /// - Returns: a sentence or two.
    static func reason(of kind: ProblemKind, saying detail: String, in language: Language) -> String? {
        if kind == .conflict, detail == ReminderError.snoozeOver.description {
            return language.text(.listenRefusalPutOff)
        }
        if kind == .quotaExceeded, let said = RelayWords.said(by: kind, detail, in: language) { return said }
        guard language != .english || detail.isEmpty || kind == .timeInPast,
            let key = kind.refusal(hasDetail: !detail.isEmpty)
        else { return nil }
        return language.text(key, [.words: language.quoting(detail)])
    }
}

extension ProblemKind {
    /// The translated reason; nil for what a listener's answers do not meet.
    fileprivate func refusal(hasDetail: Bool) -> TextKey? {
        switch self {
        case .unauthorized: .listenRefusalDevice
        case .clockSkew: .listenRefusalClock
        case .notAllowed: .listenRefusalNotAllowed
        case .notFound: .listenRefusalNotFound
        case .gone: .listenRefusalGone
        case .conflict: hasDetail ? .listenRefusalConflict : nil
        case .quotaExceeded, .rateLimited: .listenRefusalTooOften
        case .storageFull: .listenRefusalFull
        case .unavailable: .listenRefusalUnavailable
        case .internalError: .listenRefusalFailed
        case .messageTooLarge, .payloadTooLarge: .listenRefusalTooLong
        case .timeInPast: .listenRefusalPast
        case .timeTooFar: .listenRefusalFar
        case .methodNotAllowed, .idReused, .jtiReused, .malformed, .unsupportedMediaType, .timeWithoutOffset, .notADate,
            .unknownZone, .badRepeat, .pastEnd, .noGateway, .noChannel, .registrationClosed:
            nil
        }
    }
}

extension DeviceError {
    /// The translated reason of a refusal by this device itself; nil for any other error.
    fileprivate var ownRefusal: TextKey? {
        switch self {
        case .pairEnded: .listenRefusalGone
        case .unknownAlarm: .listenRefusalNotFound
        case .textTooLong, .requestTooLarge: .listenRefusalTooLong
        case .noOneToReplyTo: .listenRefusalReply
        case .transport(let error), .undelivered(_, let error): error.isRetryable ? .listenRefusalUnreachable : nil
        default: nil
        }
    }
}
