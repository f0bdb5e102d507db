import AlarmCore
import AlarmWire
import Engine
import Storage

extension Circles {
    /// What is told of a person who leaves a family: what becomes of the open reminders by and for them.
    ///
    /// To be asked before any of that is done, of the family with the person in it. The name of somebody who deletes all
    /// their data is not kept.
    func departure(
        of person: PersonID,
        handingOverTo heir: PersonID?,
        from roster: CircleRoster,
        isNamed: Bool
    ) throws -> FamilyNews {
        let open = try tx.records(ReminderBody.self, concerning: roster.circle.id).map(\.body.reminder)
            .filter { $0.status == .open }
        let (forThem, byThem) = (
            open.filter { $0.assignee == person }, open.filter { $0.creator == person && $0.assignee != person }
        )
        let lost = forThem + (heir == nil ? byThem : [])
        return FamilyNews(
            .left,
            at: now,
            name: isNamed ? roster.member(person)?.displayName : nil,
            heir: byThem.isEmpty ? nil : heir.flatMap { roster.member($0)?.displayName },
            handedOver: heir == nil ? 0 : byThem.count,
            // Of what they set for themselves nobody else has to know.
            deleted: lost.count { $0.creator != $0.assignee },
            places: lost.count { $0.place != nil && $0.isPlaceWatched && $0.creator != $0.assignee }
        )
    }

    /// Adds those who have become parents, and drops what is told no more or is so no more.
    func news(
        of roster: CircleRoster,
        insteadOf former: CircleRoster?,
        adding news: [FamilyNews]
    ) throws -> [FamilyNews] {
        guard roster.circle.kind == .family, let former else { return [] }
        let parents = roster.parents.filter { former.member($0.person)?.role != .parent }
            .map { FamilyNews(.parent, at: now, person: $0.person, name: $0.displayName) }
        // Of somebody who is no parent any more nothing says that they are one.
        let known = (try tx.record(CircleBody.self, DocumentID(of: roster.circle.id))?.body.news ?? []).filter { news in
            news.person.map { roster.member($0)?.role == .parent } ?? true
        }
        return (known + news + parents).filter { $0.at + FamilyNews.life > now }.suffix(FamilyNews.limit)
    }
}

extension Engine {
    /// What is told of changes in a family to `person`: to its parents, and to nobody else.
    func news(of roster: CircleRoster, for person: PersonID, in snapshot: any Snapshot) throws -> [FamilyNews] {
        guard roster.circle.kind == .family, roster.member(person)?.role == .parent else { return [] }
        let now = clock.now()
        return try record(CircleBody.self, DocumentID(of: roster.circle.id), in: snapshot)?.body.news
            .filter { $0.at + FamilyNews.life > now }
            .map { $0.named(by: roster) } ?? []
    }
}

extension FamilyNews {
    /// The same change with the name that the person has now; many who join have none yet.
    fileprivate func named(by roster: CircleRoster) -> FamilyNews {
        var named = self
        named.name = person.flatMap { roster.member($0)?.displayName } ?? name
        return named
    }
}
