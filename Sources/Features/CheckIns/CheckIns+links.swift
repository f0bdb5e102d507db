package import AlarmCore
package import AlarmWire
package import Engine
package import Storage

/// The links by which a script, a button or another person checks in for somebody.
extension CheckIns {
    /// The name of the link that is made without one.
    static let defaultLink = "link"

    /// Makes a link.
    ///
    /// - Throws: the problems `conflict` where there is no plan yet or the name is another link's, `quota-exceeded` for
    ///   one link too many, `no-channel` where the relay does not know its own address.
    package func addLink(_ request: NewCheckInLink, by device: Device) throws -> EngineResponse {
        let origin = try engine.gateways.contactChannels.linkOrigin()
        var watch = try planned(device.person)
        guard !watch.links.contains(where: { $0.name == request.name }) else {
            throw Problem(.conflict, detail: "there is a link of this name: revoke it first, or take another name")
        }
        return EngineResponse(201, try add(request.name, to: &watch, of: device.person, at: origin))
    }

    /// Makes the link called ``defaultLink``, in place of an earlier one of this name.
    ///
    /// - Throws: as ``addLink(_:by:)``.
    package func makeLink(by device: Device) throws -> EngineResponse {
        let origin = try engine.gateways.contactChannels.linkOrigin()
        var watch = try planned(device.person)
        try forget(&watch) { $0.name == Self.defaultLink }
        return EngineResponse(201, try add(Self.defaultLink, to: &watch, of: device.person, at: origin))
    }

    /// Revokes a link.
    ///
    /// - Throws: the problem `not-found` where the person has no such link.
    package func revokeLink(_ id: DocumentID, by device: Device) throws -> EngineResponse {
        guard var watch = try watch(of: device.person), watch.links.contains(where: { $0.id == id }) else {
            throw Problem(.notFound)
        }
        try forget(&watch) { $0.id == id }
        try save(watch, of: device.person)
        return EngineResponse(status: 204, body: [])
    }

    /// Revokes the link called ``defaultLink``.
    package func removeLink(by device: Device) throws -> EngineResponse {
        guard var watch = try watch(of: device.person) else { throw Problem(.notFound) }
        try forget(&watch) { $0.name == Self.defaultLink }
        try save(watch, of: device.person)
        return EngineResponse(status: 204, body: [])
    }

    /// Takes a check-in by a link; returns false for a link that is no longer valid.
    package func checkIn(with token: Capability) throws -> Bool {
        if let own = try engine.ownAddress(for: token, in: transaction) {
            // The link of a warning at the person's own address.
            let zone = try watch(of: own.owner)?.timeZone
            let entry = CheckInReport.Entry(at: now, timeZone: zone, source: .message)
            try checkIn(own.owner, entry, from: nil, sparing: nil)
            return true
        }
        guard let (person, watch, link) = try engine.link(token, in: transaction) else { return false }
        let entry = CheckInReport.Entry(at: now, timeZone: watch.timeZone, source: .link, linkName: link.name)
        try checkIn(person, entry, from: nil, sparing: nil, by: link.id)
        return true
    }

    private func planned(_ person: PersonID) throws -> CheckInRecord {
        guard let watch = try watch(of: person) else {
            throw Problem(.conflict, detail: "there is no check-in plan yet: set one first")
        }
        return watch
    }

    private func add(
        _ name: String,
        to watch: inout CheckInRecord,
        of person: PersonID,
        at origin: String
    ) throws -> CheckInLink {
        guard watch.links.count < CheckInLinkList.limit else {
            throw Problem(.quotaExceeded, detail: "\(CheckInLinkList.limit) links are the most: revoke one first")
        }
        let id = engine.random.draw { DocumentID.random(using: &$0) }
        try transaction.put(Document(kind: .link, id: id, owner: person, position: 0, body: []))
        let link = CheckInLinkView(id: id, name: name, since: now)
        watch.links.append(link)
        try save(watch, of: person)
        let token = try engine.vault.capability(.checkIn, of: id)
        return CheckInLink(url: LinkPath.checkIn.url(at: origin, token), link: link)
    }

    private func forget(_ watch: inout CheckInRecord, where isMeant: (CheckInLinkView) -> Bool) throws {
        for link in watch.links where isMeant(link) { try transaction.deleteDocument(.link, id: link.id) }
        watch.links.removeAll(where: isMeant)
    }
}

extension Engine {
    /// The links by which others may check in for a person, oldest first.
    package func checkInLinks(of person: PersonID, in snapshot: any Snapshot) throws -> CheckInLinkList {
        let watch = try record(CheckInRecord.self, DocumentID(of: person), in: snapshot)?.body
        return CheckInLinkList(links: watch?.links ?? [])
    }

    /// The person whose link this is, their plan and the link; nil for a link that is no longer valid.
    func link(
        _ token: Capability,
        in snapshot: any Snapshot
    ) throws -> (person: PersonID, watch: CheckInRecord, link: CheckInLinkView)? {
        guard token.purpose == .checkIn, try vault.isGenuine(token),
            let document = try snapshot.document(.link, id: token.document),
            let watch = try record(CheckInRecord.self, DocumentID(of: document.owner), in: snapshot)?.body,
            let link = watch.links.first(where: { $0.id == token.document })
        else { return nil }
        return (document.owner, watch, link)
    }
}
