internal import AlarmCore
internal import Storage

extension Invite {
    static let columnNames: ColumnNames = """
        id, locator, purpose, inviter, verifier, hello, expires_at, state, wrong_claims, claimer, answer_key, answer_box,
        confirm_box, parcels, pair, circle, role
        """

    var columns: [any Column] {
        [
            id, locator, purpose, inviter, verifier, hello, expiresAt, state, wrongClaims, claimer, answerKey,
            answerBox,
            confirmBox, parcels.isEmpty ? nil : parcels.joined(separator: Self.parcelSeparator), pair, circle, role,
        ]
    }

    /// The separator of parcels, which occurs in no compact JWE.
    private static let parcelSeparator = "\n"

    init(reading reader: inout RowReader) throws {
        let (id, locator, purpose) = try (
            reader.next(InviteID.self), reader.next(String.self), reader.next(Purpose.self)
        )
        let (inviter, verifier) = try (reader.next(DeviceID.self), reader.next([UInt8].self))
        let (hello, expiresAt, state) = try (
            reader.next(String.self), reader.next(Instant.self), reader.next(State.self)
        )
        let (wrongClaims, claimer) = try (reader.next(Int.self), reader.next(DeviceID?.self))
        let (answerKey, answerBox) = try (reader.next(String?.self), reader.next(String?.self))
        let (confirmBox, parcels) = try (reader.next(String?.self), reader.next(String?.self))
        let (pair, circle, role) = try (reader.next(PairID?.self), reader.next(CircleID?.self), reader.next(Role?.self))
        self.init(
            id: id,
            locator: locator,
            purpose: purpose,
            circle: circle,
            role: role,
            inviter: inviter,
            verifier: verifier,
            hello: hello,
            expiresAt: expiresAt,
            state: state,
            wrongClaims: wrongClaims,
            claimer: claimer,
            answerKey: answerKey,
            answerBox: answerBox,
            confirmBox: confirmBox,
            parcels: parcels?.split(separator: Self.parcelSeparator).map { String($0) } ?? [],
            pair: pair
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
