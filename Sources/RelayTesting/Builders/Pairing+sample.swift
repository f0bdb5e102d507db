package import AlarmCore

extension Invite {
    /// An open invite of device 1 that expires after ten minutes.
    package static func sample(
        _ number: Int = 1,
        locator: String = "ABCDE",
        purpose: Purpose = .partner,
        circle: CircleID? = nil,
        role: Role? = nil,
        inviter: DeviceID = .sample(1),
        expiresAt: Instant = .sample + .minutes(10),
        state: State = .open
    ) -> Invite {
        Invite(
            id: .sample(number),
            locator: locator,
            purpose: purpose,
            circle: circle,
            role: role,
            inviter: inviter,
            verifier: [9, 8, 7],
            hello: "sealed hello",
            expiresAt: expiresAt,
            state: state
        )
    }
}

extension Pair {
    /// A pair of persons 1 and 2 with their devices 1 and 2.
    package static func sample(
        _ number: Int = 1,
        inviter: PersonID = .sample(1),
        claimer: PersonID = .sample(2),
        since: Instant? = nil
    ) -> Pair {
        Pair(
            id: .sample(number),
            inviter: Side(person: inviter, device: .sample(1)),
            claimer: Side(person: claimer, device: .sample(2)),
            since: since ?? .sample + .seconds(Int64(number))
        )
    }

    /// The two edges of the pair.
    package var sampleEdges: [Edge] {
        [
            Edge(tokenHash: id.bytes + [1], pair: id, from: inviter.person, to: claimer.person),
            Edge(tokenHash: id.bytes + [2], pair: id, from: claimer.person, to: inviter.person),
        ]
    }
}
