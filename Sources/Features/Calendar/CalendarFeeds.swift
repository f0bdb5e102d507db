package import AlarmCore
package import AlarmWire
package import Engine
import ICalendar
package import Storage

/// The secret address at which calendar programs read a person's alarms: times and people, no words.
package struct CalendarFeeds: Feature {
    /// The path of the address; its query holds the capability, as ``LinkPath/parameter``.
    package static let path = "/calendar.ics"
    /// The media type of the answer.
    package static let mediaType = CalendarDocument.mediaType
    /// How often calendar programs are asked to read it again.
    ///
    /// One hour: nobody relies on a calendar to be rung, and many programs ask no more often anyway.
    static let refreshInterval = Span.hours(1)

    package let tx: RelayTransaction

    /// Makes the address, in place of an earlier one, which is good for nothing from then on.
    ///
    /// - Throws: the problem `no-channel` where the relay does not know its own address.
    package func makeLink(by device: Device) throws -> EngineResponse {
        let origin = try engine.gateways.contactChannels.linkOrigin()
        try forgetLinks(of: device.person)
        let id = engine.random.draw { DocumentID.random(using: &$0) }
        try tx.put(SealedRecord(id: id, owner: device.person, body: CalendarLinkRecord(since: now)))
        let token = try engine.vault.capability(.calendar, of: id)
        let url = "\(origin)\(Self.path)?\(LinkPath.parameter)=\(token.text)"
        return EngineResponse(201, CalendarLink(url: url, since: now))
    }

    /// Revokes the address.
    ///
    /// - Throws: the problem `not-found` where there is none.
    package func revokeLink(by device: Device) throws -> EngineResponse {
        guard try forgetLinks(of: device.person) else { throw Problem(.notFound) }
        return EngineResponse(status: 204, body: [])
    }

    /// Deletes a person's addresses; returns whether there was one.
    @discardableResult
    private func forgetLinks(of person: PersonID) throws -> Bool {
        let links = try tx.records(CalendarLinkRecord.self, of: person)
        for link in links { try tx.delete(CalendarLinkRecord.self, link.id) }
        return !links.isEmpty
    }
}

extension Engine {
    /// The address at which calendar programs read a person's alarms, without its secret.
    ///
    /// - Throws: the problem `not-found` where there is none.
    package func calendarLink(of person: PersonID, in snapshot: any Snapshot) throws -> CalendarLinkView {
        guard let link = try records(CalendarLinkRecord.self, of: person, limit: 1, in: snapshot).first else {
            throw Problem(.notFound)
        }
        return CalendarLinkView(since: link.body.since)
    }

    /// The iCalendar object for whoever has this right; nil for one that was never given, or was revoked.
    package func calendar(for token: Capability, in snapshot: any Snapshot) throws -> String? {
        guard token.purpose == .calendar, try vault.isGenuine(token),
            let link = try snapshot.document(.calendarLink, id: token.document)
        else { return nil }
        return try calendar(of: link.owner, in: snapshot)
    }
}
