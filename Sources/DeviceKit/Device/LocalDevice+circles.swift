public import AlarmCore
public import AlarmWire

extension LocalDevice {
    /// Makes a family, whose parent this device's person is, or a care circle, whose dweller they are, and draws the
    /// person's member key in it.
    ///
    /// - Throws: ``DeviceError/refused(_:retryAfter:)``: `conflict` for a second family, or a second care circle of one's
    ///   own.
    public func createCircle(_ request: CreateCircle) async throws(DeviceError) -> CircleView {
        guard DisplayName.isValid(request.name), request.displayName.map(DisplayName.isValid) ?? true else {
            throw .unusableName
        }
        let view: CircleView = try await call(.post, Routes.circles, body: request)
        guard let own = view.members.first(where: \.isSelf) else {
            throw .protocolViolation("the circle does not name the caller")
        }
        try await begin(view, as: own.person, lettingTitlesBeRead: request.relayMayReadTitles)
        return view
    }

    /// The families and care circles of this device's person.
    public func circles() async throws(DeviceError) -> [CircleView] {
        let list: CircleList = try await call(.get, Routes.circles)
        return list.circles
    }

    /// One of them.
    public func circle(_ id: CircleID) async throws(DeviceError) -> CircleView {
        try await call(.get, Routes.circle(id))
    }

    /// Changes a circle's name and settings; for a parent, or the dweller.
    ///
    /// Whether the relay may read titles is told to the others sealed as well, since they do not take the relay's word.
    public func change(_ id: CircleID, _ change: CircleChange) async throws(DeviceError) -> CircleView {
        let view: CircleView = try await call(.patch, Routes.circle(id), body: change)
        guard let isRead = change.relayMayReadTitles, profile.circle(id) != nil else { return view }
        try update { profile in _ = profile.changeCircle(id) { $0.letsTitlesBeRead = isRead } }
        try await introduce(in: id)
        return view
    }

    /// Changes somebody's place in a circle.
    public func change(
        _ person: PersonID,
        of id: CircleID,
        _ change: MemberChange
    ) async throws(DeviceError) -> CircleView {
        try await call(.patch, Routes.circleMember(person, of: id), body: change)
    }

    /// Takes somebody out of a circle.
    public func remove(_ person: PersonID, from id: CircleID) async throws(DeviceError) {
        try await call(.delete, Routes.circleMember(person, of: id))
    }

    /// Leaves a circle.
    ///
    /// - Throws: ``DeviceError/refused(_:retryAfter:)``: `conflict` for a family's last parent while it has others.
    public func leave(_ id: CircleID) async throws(DeviceError) {
        let view = try await circle(id)
        guard let own = view.members.first(where: \.isSelf) else {
            throw .protocolViolation("the circle does not name the caller")
        }
        try await remove(own.person, from: id)
        try update { $0.circles.removeAll { $0.id == id } }
    }
}
