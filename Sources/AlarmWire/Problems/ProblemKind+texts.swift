extension ProblemKind {
    /// The fixed short title of the kind.
    public var title: String {
        switch self {
        case .unauthorized: "Not authenticated"
        case .clockSkew: "Clock too far off"
        case .notAllowed: "Not allowed"
        case .notFound: "Not found"
        case .methodNotAllowed: "Method not allowed"
        case .idReused: "Alarm id already used"
        case .jtiReused: "Request id already used"
        case .conflict: "Out of turn"
        case .gone: "No longer there"
        case .malformed: "Malformed request"
        case .payloadTooLarge: "Request too large"
        case .unsupportedMediaType: "Unsupported media type"
        case .timeWithoutOffset: "Time without an offset"
        case .timeInPast: "Time in the past"
        case .notADate: "Not a date and time"
        case .unknownZone: "Unknown time zone"
        case .messageTooLarge: "Message too large"
        case .badRepeat: "Unusable repeat rule"
        case .pastEnd: "Repeat rule already over"
        case .timeTooFar: "Time too far ahead"
        case .noGateway: "No gateway for this app"
        case .noChannel: "No channel for this address"
        case .registrationClosed: "Registration needs a ticket"
        case .quotaExceeded: "Quota exceeded"
        case .rateLimited: "Too many requests"
        case .storageFull: "Storage full"
        case .unavailable: "Unavailable"
        case .internalError: "Internal error"
        }
    }

    /// The default advice, where an occurrence has nothing more specific.
    public var defaultDetail: String {
        switch self {
        case .unauthorized: "Send a PA1 envelope sealed with a registered device's key."
        case .clockSkew: "Seal the request again with a time within 300 s of serverTime."
        case .notAllowed: "Ask a parent of the family, or the dweller of the care circle."
        case .notFound: "There is nothing here for you. Check the path, or ask for a new code."
        case .methodNotAllowed: "Use a method named in the Allow header."
        case .idReused: "An alarm with this id and other content exists. Draw a new id."
        case .jtiReused: "A request with this jti and other content was answered. Draw a new jti for every request."
        case .conflict:
            "The step before is still to come, or this one is over. Read the present state and go on from there."
        case .gone: "This pair has ended. Pair again to go on."
        case .malformed: "Correct the request as the pointer and the detail say."
        case .payloadTooLarge: "Keep a request within 8 KiB."
        case .unsupportedMediaType: "Send the envelope as application/jose."
        case .timeWithoutOffset: "Add Z or an offset such as +01:00 to the time, or name an IANA zone in timeZone."
        case .timeInPast: "Choose a time after serverTime."
        case .notADate: "Write the time as in 2025-11-06T16:45:00+02:00."
        case .unknownZone: "Name a zone of the IANA database, as in Europe/Berlin."
        case .messageTooLarge: "Shorten the message: it has to fit into a push of 4,096 bytes."
        case .badRepeat: "Use FREQ, INTERVAL, BYDAY, BYMONTHDAY, BYMONTH, BYHOUR, BYMINUTE, COUNT, UNTIL and WKST."
        case .pastEnd: "The rule yields no time to come. Move its UNTIL, or its start."
        case .timeTooFar: "Choose an earlier time; the detail names the furthest."
        case .noGateway: "Register with an app and environment for which this relay has a key."
        case .noChannel: "Leave this address out, or ask the operator to configure the channel."
        case .registrationClosed: "Add the ticket of a live invite, or an enrolment code from the operator."
        case .quotaExceeded: "Wait, or cancel alarms that are still pending."
        case .rateLimited: "Wait a while before the next one."
        case .storageFull: "Nothing was accepted. Tell the operator that the relay's disk is full, and try again later."
        case .unavailable: "Nothing was accepted. Try again later."
        case .internalError: "Something is wrong with the relay. Try again later, with the same ids."
        }
    }
}
