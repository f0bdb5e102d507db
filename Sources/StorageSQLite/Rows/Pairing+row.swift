internal import AlarmCore
internal import Storage

extension Invite {
    static let columnNames: ColumnNames = """
        id, locator, purpose, inviter, verifier, hello, expires_at, state, wrong_claims, claimer, answer_key, answer_box,
        confirm_box, parcels, pair
        """

    var columns: [any Column] {
        [
            id, locator, purpose, inviter, verifier, hello, expiresAt, state, wrongClaims, claimer, answerKey,
            answerBox,
            confirmBox, parcels.isEmpty ? nil : parcels.joined(separator: Self.parcelSeparator), pair,
        ]
    }

    /// Stands between parcels; in no compact JWE.
    private static let parcelSeparator = "\n"

    init(reading reader: inout RowReader) throws {
        try self.init(
            id: reader.next(),
            locator: reader.next(),
            purpose: reader.next(),
            inviter: reader.next(),
            verifier: reader.next(),
            hello: reader.next(),
            expiresAt: reader.next(),
            state: reader.next(),
            wrongClaims: reader.next(),
            claimer: reader.next(),
            answerKey: reader.next(),
            answerBox: reader.next(),
            confirmBox: reader.next(),
            parcels: reader.next(String?.self)?.split(separator: Self.parcelSeparator).map { String($0) } ?? [],
            pair: reader.next()
        )
    }
}

extension Pair {
    static let columnNames: ColumnNames = """
        id, inviter_person, inviter_device, claimer_person, claimer_device, since, revoked_at
        """

    var columns: [any Column] {
        [id, inviter.person, inviter.device, claimer.person, claimer.device, since, revokedAt]
    }

    init(reading reader: inout RowReader) throws {
        try self.init(
            id: reader.next(),
            inviter: Side(person: reader.next(), device: reader.next()),
            claimer: Side(person: reader.next(), device: reader.next()),
            since: reader.next(),
            revokedAt: reader.next()
        )
    }
}

extension Edge {
    static let columnNames: ColumnNames = "token_hash, pair, from_person, to_person"

    var columns: [any Column] { [tokenHash, pair, from, to] }

    init(reading reader: inout RowReader) throws {
        try self.init(tokenHash: reader.next(), pair: reader.next(), from: reader.next(), to: reader.next())
    }
}

extension Enrolment {
    static let columnNames: ColumnNames = "lookup, expires_at, used_by"

    var columns: [any Column] { [lookup, expiresAt, usedBy] }

    init(reading reader: inout RowReader) throws {
        try self.init(lookup: reader.next(), expiresAt: reader.next(), usedBy: reader.next())
    }
}
