package import AlarmCore
package import AlarmWire
package import Storage

/// The stored form of a circle.
package struct CircleBody: RecordBody, Hashable {
    package static let kind = Document.Kind.circle

    package var circle: Circle
    /// What has changed among the people of a family lately, the oldest first.
    package var news: [FamilyNews]

    package init(_ circle: Circle, news: [FamilyNews] = []) {
        self.circle = circle
        self.news = news
    }

    package init(reading object: inout ObjectReader) throws(WireError) {
        circle = Circle(
            id: try object.identifier("circleId"),
            kind: try object.word("kind"),
            since: try object.instant("since"),
            name: try object.string("name"),
            relayMayReadTitles: try object.bool("relayMayReadTitles"),
            snoozeLimit: try object.optionalSeconds("snoozeLimit", in: Circle.snoozeLimits) ?? Circle.defaultSnoozeLimit
        )
        news = try object.optionalObjects("news", limit: FamilyNews.limit)
    }

    package var json: JSONValue {
        .object(of: [
            "circleId": .identifier(circle.id),
            "kind": .word(circle.kind),
            "since": .instant(circle.since),
            "name": .string(circle.name),
            "relayMayReadTitles": .bool(circle.relayMayReadTitles),
            "snoozeLimit": .seconds(circle.snoozeLimit),
            "news": news.isEmpty ? nil : .array(news.map(\.json)),
        ])
    }
}

/// The stored form of a membership in a circle.
package struct MembershipBody: RecordBody, Hashable {
    package static let kind = Document.Kind.membership

    package var membership: Membership

    package init(_ membership: Membership) {
        self.membership = membership
    }

    package init(reading object: inout ObjectReader) throws(WireError) {
        membership = Membership(
            person: try object.identifier("personId"),
            role: try object.word("role"),
            since: try object.instant("since"),
            granted: try object.optionalPermissions("permissions") ?? [],
            tier: try object.optionalPriority("priority") ?? 1,
            displayName: try object.optionalString("displayName"),
            alerts: try object.optionalObject("alerts") ?? .on
        )
    }

    package var json: JSONValue {
        .object(of: [
            "personId": .identifier(membership.person),
            "role": .word(membership.role),
            "since": .instant(membership.since),
            "permissions": .permissions(membership.granted),
            "priority": .integer(membership.tier),
            "displayName": membership.displayName.map { .string($0) },
            "alerts": membership.alerts == .on ? nil : membership.alerts.json,
        ])
    }

    /// The identifier of the document about a person's membership, derived from person and circle.
    package static func id(of person: PersonID, in circle: CircleID) -> DocumentID {
        DocumentID(uuidV5: "member/\(person)", in: circle)
    }
}
