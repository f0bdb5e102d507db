public import AlarmCore
public import AlarmWire
import Sealing

/// The result of introducing the members of a circle to one another.
public struct IntroductionOutcome: Hashable, Sendable {
    /// The people who were sent an introduction; their devices fetch it on their next request.
    public var told: [PersonID] = []
    /// The people whose keys this device does not know, so that nothing could be sealed for them.
    public var unknown: [PersonID] = []
}

extension LocalDevice {
    /// Fetches a circle from the relay, and adopts the member keys that were sealed for this device's person.
    ///
    /// New keys are passed on: to the person's other devices and, where the person may invite, to everybody whose key
    /// is known, so that people who were admitted by two others at the same time come to know each other. Then words of
    /// a family are sealed again for whoever cannot read them (``sealAgain(in:)``).
    ///
    /// - Throws: ``DeviceError/refused(_:retryAfter:)``, ``DeviceError/transport(_:)``.
    @discardableResult
    public func learnKeys(of id: CircleID) async throws(DeviceError) -> CircleView {
        try reload()
        guard let asked = profile.circle(id) else { return try await circle(id) }
        let view: CircleView
        let list: IntroductionList
        do {
            // In this order: whoever an introduction names and the circle does not is out of it.
            list = try await perform(Endpoints.Circles.introductions(id))
            view = try await circle(id)
        } catch {
            // A person who has left, or was removed, no longer needs the keys; one who has joined again has others.
            if error.problemKind == .notFound {
                try update { $0.circles.removeAll { $0.id == id && $0.key.publicKey == asked.key.publicKey } }
            }
            throw error
        }
        let now = now
        let isNew = try update { profile in
            let relay = profile.relay
            return profile.changeCircle(id) { circle in
                // Another process may have let somebody in since the relay was asked.
                let before = Set(asked.members.map(\.key))
                let recent = Set(circle.members.filter { !before.contains($0.key) }.map(\.person))
                circle.keep(view, sparing: recent)
                let known = circle.introduction
                _ = circle.take(list, at: relay, now: now)
                // An introduction made before a person left still names them.
                circle.keep(view, sparing: recent)
                return circle.introduction != known
            } ?? false
        }
        let own = view.members.first(where: \.isSelf)
        let isNoted = list.introductions.contains { $0.from == own?.person }
        if isNew || !isNoted { try await introduce(among: view, onlyOwn: own?.role.mayInvite.isEmpty ?? true) }
        // What fails is done with the next request about the circle.
        _ = try? await sealAgain(in: view)
        return view
    }

    /// Introduces the members of a circle: seals all known keys for everybody whose key this device knows (PA1 section
    /// 4).
    ///
    /// Draws a member key first for a person who has none. A person who may not invite introduces only their own other
    /// devices.
    ///
    /// - Throws: ``DeviceError/keysElsewhere(_:)`` when another device of the person has the key;
    ///   ``DeviceError/refused(_:retryAfter:)``, ``DeviceError/transport(_:)``.
    @discardableResult
    public func introduce(in id: CircleID) async throws(DeviceError) -> IntroductionOutcome {
        try await requireKey(in: id)
        let view = try await learnKeys(of: id)
        let own = view.members.first(where: \.isSelf)
        return try await introduce(among: view, onlyOwn: own?.role.mayInvite.isEmpty ?? true)
    }

    /// Draws a member key for this device's person in a circle, unless there is one.
    ///
    /// - Throws: ``DeviceError/keysElsewhere(_:)`` when another device of the person has it.
    func requireKey(in id: CircleID) async throws(DeviceError) {
        guard profile.circle(id) == nil else { return }
        let view = try await circle(id)
        let list = try await perform(Endpoints.Circles.introductions(id))
        guard let own = view.members.first(where: \.isSelf) else {
            throw .protocolViolation("the circle does not name the caller")
        }
        guard list.introductions.isEmpty else { throw .keysElsewhere(id) }
        try await begin(view, as: own.person)
    }

    /// Draws a member key as ``requireKey(in:)`` does, unless another device of the person has one.
    func beginIfAlone(in id: CircleID) async throws(DeviceError) {
        do {
            try await requireKey(in: id)
        } catch {
            guard case .keysElsewhere = error else { throw error }
        }
    }

    /// Draws a member key in a circle, and tells the person's other devices.
    func begin(
        _ view: CircleView,
        as person: PersonID,
        lettingTitlesBeRead: Bool = false
    ) async throws(DeviceError) {
        let now = now
        try update { profile in
            guard profile.circle(view.id) == nil else { return }
            profile.circles.append(
                KnownCircle(
                    id: view.id,
                    person: person,
                    key: try X25519.PrivateKey(),
                    since: now,
                    letsTitlesBeRead: lettingTitlesBeRead
                )
            )
        }
        try await introduce(among: view, onlyOwn: true)
    }

    @discardableResult
    private func introduce(among view: CircleView, onlyOwn: Bool) async throws(DeviceError) -> IntroductionOutcome {
        var outcome = IntroductionOutcome()
        for member in view.members where member.isSelf || !onlyOwn {
            guard let circle = profile.circle(view.id),
                let introduction = try circle.introduction(for: member.person, at: profile.relay)
            else {
                outcome.unknown.append(member.person)
                continue
            }
            do {
                let target = MemberTarget(member.person, of: view.id)
                try await perform(Endpoints.Circles.introduce(target, introduction))
                if !member.isSelf { outcome.told.append(member.person) }
            } catch {
                // A person who has left meanwhile needs no introduction.
                guard error.problemKind == .notFound, !member.isSelf else { throw error }
            }
        }
        return outcome
    }
}

extension Profile {
    /// The circle with this identifier, if this device has its person's key in it.
    public func circle(_ id: CircleID) -> KnownCircle? { circles.first { $0.id == id } }

    mutating func changeCircle<Result>(_ id: CircleID, _ change: (inout KnownCircle) -> Result) -> Result? {
        guard let index = circles.firstIndex(where: { $0.id == id }) else { return nil }
        return change(&circles[index])
    }
}
