public import AlarmCore
public import AlarmWire

extension LocalDevice {
    /// Makes a family with this device's person as parent, or a care circle with them as dweller, and draws their
    /// member key.
    ///
    /// - Throws: ``DeviceError/refused(_:retryAfter:)``: `conflict` for a second family, or a second care circle of
    ///   one's own.
    public func createCircle(_ request: CreateCircle) async throws(DeviceError) -> CircleView {
        guard DisplayNameRules.isValid(request.name), request.displayName.map(DisplayNameRules.isValid) ?? true else {
            throw .unusableName
        }
        let view = try await perform(Endpoints.Circles.create(request))
        guard let own = view.members.first(where: \.isSelf) else {
            throw .protocolViolation("the circle does not name the caller")
        }
        try await begin(view, as: own.person, lettingTitlesBeRead: request.relayMayReadTitles)
        return view
    }

    /// The families and care circles of this device's person.
    public func circles() async throws(DeviceError) -> [CircleView] {
        try await perform(Endpoints.Circles.list()).circles
    }

    /// Fetches one family or care circle.
    public func circle(_ id: CircleID) async throws(DeviceError) -> CircleView {
        try await perform(Endpoints.Circles.show(id))
    }

    /// Changes a circle's name and settings; for a parent, or the dweller.
    ///
    /// Whether the relay may read titles is also told to the others sealed, since they do not trust the relay's own
    /// claim. Before it may not any more, the titles that it has are sealed.
    public func change(_ id: CircleID, _ change: CircleChange) async throws(DeviceError) -> CircleView {
        if change.relayMayReadTitles == false { try await sealTitles(of: id) }
        let view = try await perform(Endpoints.Circles.change(id, change))
        guard let isRead = change.relayMayReadTitles, profile.circle(id) != nil else { return view }
        try update { profile in _ = profile.changeCircle(id) { $0.letsTitlesBeRead = isRead } }
        try await introduce(in: id)
        return view
    }

    /// Changes a person's membership of a circle.
    public func change(
        _ person: PersonID,
        of id: CircleID,
        _ change: MemberChange
    ) async throws(DeviceError) -> CircleView {
        try await perform(Endpoints.Circles.changeMember(MemberTarget(person, of: id), change))
    }

    /// Removes a person from a circle.
    ///
    /// The reminders that they set for others are deleted, unless a parent takes them over.
    public func remove(
        _ person: PersonID,
        from id: CircleID,
        handingOverTo heir: PersonID? = nil
    ) async throws(DeviceError) {
        try await perform(Endpoints.Circles.removeMember(DepartureTarget(person, of: id, handingOverTo: heir)))
    }

    /// Leaves a circle; a parent may take over the reminders that this person set for others.
    ///
    /// - Throws: ``DeviceError/refused(_:retryAfter:)``: `conflict` for a family's last parent while it has others.
    public func leave(_ id: CircleID, handingOverTo heir: PersonID? = nil) async throws(DeviceError) {
        let view = try await circle(id)
        guard let own = view.members.first(where: \.isSelf) else {
            throw .protocolViolation("the circle does not name the caller")
        }
        // First: the relay's word of what ends by that may come to another process before its answer comes here.
        try update { $0.noteLeft(id) }
        do {
            try await remove(own.person, from: id, handingOverTo: heir)
        } catch {
            try update { $0.leftCircles.removeAll { $0 == id } }
            throw error
        }
        try update { profile in
            profile.circles.removeAll { $0.id == id }
            profile.places.removeAll { $0.circle == id }
        }
    }
    /// Whether this device has asked the relay to take its person out of a circle, and they have not joined it again.
    ///
    /// - Throws: ``DeviceError/profile(_:)``.
    public func hasLeft(_ id: CircleID) throws(DeviceError) -> Bool {
        try reload()
        return profile.leftCircles.contains(id)
    }
}

extension Profile {
    /// The most circles that are remembered as left: the latest 20.
    private static let mostLeftCircles = 20

    fileprivate mutating func noteLeft(_ id: CircleID) {
        leftCircles = Array((leftCircles.filter { $0 != id } + [id]).suffix(Self.mostLeftCircles))
    }
}
