package import AlarmCore
package import AlarmWire
package import Engine
package import Storage

extension Engine {
    /// The size in bytes at which a page of an export ends: one element more still fits into an answer.
    private static let exportPage = 1 << 20
    /// The most alarms on a page.
    private static let exportedAlarms = 200

    /// A page of everything that is stored about a device's person: their documents, then their alarms.
    ///
    /// - Parameters:
    ///   - device: the caller.
    ///   - cursor: the end of the previous page.
    ///   - snapshot: the snapshot to read.
    /// - Returns: the page, with a cursor for the next one unless it is the last.
    /// - Throws: the problem `malformed` for a cursor that this relay did not issue.
    package func export(
        for device: Device,
        since cursor: SyncCursor?,
        in snapshot: any Snapshot
    ) throws -> PersonExport {
        var page = PersonExport(at: clock.now(), person: device.person)
        var size = 0
        if cursor == nil {
            page.append(try devices(of: device, in: snapshot).devices.map(\.json), to: "devices")
            page.append(try pairs(of: device, in: snapshot).pairs.map(\.withoutToken), to: "pairs")
            page.append(try circles(of: device, in: snapshot).circles.map(\.json), to: "circles")
            page.append(try openInvites(of: device.person, in: snapshot), to: "invites")
        }
        let place = try cursor.map { try ExportCursor($0) } ?? .documents(after: nil)
        var change: Int64 = 0
        switch place {
        case .documents(let after):
            for document in try snapshot.documents(of: device.person).inExportOrder
            where !PersonSection.areShown.contains(document.kind) {
                let here = ExportCursor.Document(document)
                if let after, !(after < here) { continue }
                guard size < Self.exportPage else { return page }
                let element = try element(of: document)
                size += element.text.count
                page.append([element], to: PersonSection.name(of: document.kind))
                page.next = ExportCursor.documents(after: here).cursor
            }
        case .alarms(let after): change = after
        }
        page.next = nil
        let rows = try snapshot.alarms(of: device.person, changedAfter: change, limit: Self.exportedAlarms)
        for row in rows {
            guard size < Self.exportPage else { return page }
            let element = try element(of: row, for: device, in: snapshot)
            size += element.text.count
            page.append([element], to: "alarms")
            page.next = ExportCursor.alarms(after: row.change).cursor
        }
        if rows.count < Self.exportedAlarms { page.next = nil }
        return page
    }

    private func openInvites(of person: PersonID, in snapshot: any Snapshot) throws -> [JSONValue] {
        try snapshot.devices(of: person).flatMap { try snapshot.liveInvites(of: $0.id, at: clock.now()) }.map {
            invite in
            .object(of: [
                "inviteId": .identifier(invite.id),
                "purpose": .word(invite.purpose),
                "state": .word(invite.state),
                "expiresAt": .instant(invite.expiresAt),
            ])
        }
    }

    /// A document's content with its identifier, without secrets.
    private func element(of document: Document) throws -> JSONValue {
        var element = JSONObject(["id": .identifier(document.id)])
        if let circle = document.circle { element.append("circleId", .identifier(circle)) }
        // A link has only an identifier, and no content.
        guard !document.body.isEmpty else { return .object(element) }
        let body: JSONValue
        do {
            body = try JSONValue(parsing: try vault.openDocument(document), limits: Self.recordLimits)
        } catch let error as WireError {
            throw UnreadableRecord(kind: document.kind, id: document.id, reason: "\(error)")
        }
        guard case .object(let members) = body.withoutSecrets else { return .object(element) }
        for member in members.members where element[member.name] == nil { element.append(member.name, member.value) }
        return .object(element)
    }

    private func element(of row: AlarmRow, for device: Device, in snapshot: any Snapshot) throws -> JSONValue {
        let view = try view(of: row, for: device, in: snapshot, withDeliveries: true)
        guard case .object(var element) = view.json else { return view.json }
        if view.preset == nil { element.append("preset", .string(row.alarm.preset)) }
        element.append("changedAt", .instant(row.changedAt))
        element.append(
            "record",
            .array(
                try snapshot.record(of: row.key).map { line in
                    .object(of: [
                        "at": .instant(line.at),
                        "event": .word(line.event.kind),
                        "deviceId": line.event.device.map(JSONValue.identifier),
                    ])
                }
            )
        )
        let letters = try snapshot.deliveries(of: row.key).compactMap(\.letter)
        if !letters.isEmpty { element.append("letters", .array(letters)) }
        return .object(element)
    }
}

extension PairView {
    /// The pair without its token, with which any reader of the export could ring the partner.
    fileprivate var withoutToken: JSONValue {
        var view = self
        view.partnerToken = nil
        return view.json
    }
}

extension DeliveryRow {
    /// The result of a delivery to a contact.
    fileprivate var letter: JSONValue? {
        guard case .contact(let id, let medium) = order.destination else { return nil }
        return .object(of: [
            "contactId": .identifier(id),
            "medium": .word(medium),
            "stage": .word(order.stage),
            "state": .word(state),
            "at": .instant(finishedAt ?? createdAt),
        ])
    }
}

extension JSONValue {
    /// The members of documents that hold secrets.
    private static let secrets: Set<String> = ["webhookSecret", "invitation", "secret", "token", "key"]

    /// The value without members that hold secrets.
    fileprivate var withoutSecrets: JSONValue {
        switch self {
        case .object(let object):
            .object(
                JSONObject(
                    members: object.members.filter { !Self.secrets.contains($0.name) }
                        .map { JSONObject.Member(name: $0.name, value: $0.value.withoutSecrets) }
                )
            )
        case .array(let elements): .array(elements.map(\.withoutSecrets))
        case .null, .bool, .number, .string: self
        }
    }
}
