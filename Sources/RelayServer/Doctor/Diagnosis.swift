package import AlarmWire

/// One finding of an examination.
package struct Diagnosis: Hashable, Sendable, WireEncodable {
    /// What was examined.
    package enum Subject: String, CaseIterable, Hashable, Sendable {
        case keyring, permissions, database, disk, clock, zones, certificate, relay, origin, proxy, gateway, webpush,
            mail, sms, calls
    }

    /// How it is.
    package enum Status: String, CaseIterable, Hashable, Sendable {
        /// It is as it should be.
        case ok
        /// Alarms ring, but somebody should look.
        case warning
        /// Alarms may not ring, or people may not be told.
        case failure
        /// It is not configured, or could not be examined here.
        case skipped
    }

    package let subject: Subject
    package let status: Status
    /// What was found.
    package let finding: String
    /// What to do; nil where there is nothing to do.
    package let remedy: String?

    package init(_ subject: Subject, _ status: Status, _ finding: String, remedy: String? = nil) {
        self.subject = subject
        self.status = status
        self.finding = finding
        self.remedy = remedy
    }

    package var json: JSONValue {
        .object(of: [
            "subject": .string(subject.rawValue),
            "status": .string(status.rawValue),
            "finding": .string(finding),
            "remedy": remedy.map(JSONValue.string),
        ])
    }
}
