import AlarmCore

extension MemorySnapshot {
    func document(_ kind: Document.Kind, id: DocumentID) -> Document? {
        tables.documents[DocumentKey(kind: kind, id: id)]
    }

    func documents(
        _ kind: Document.Kind,
        of owner: PersonID,
        after: DocumentPosition?,
        limit: Int
    ) -> [Document] {
        documents(
            kind,
            at: tables.documentsOfOwner[DocumentGroup(whole: owner, kind: kind)],
            after: after,
            limit: limit
        )
    }

    func documents(
        _ kind: Document.Kind,
        in circle: CircleID,
        after: DocumentPosition?,
        limit: Int
    ) -> [Document] {
        documents(
            kind,
            at: tables.documentsOfCircle[DocumentGroup(whole: circle, kind: kind)],
            after: after,
            limit: limit
        )
    }

    func documents(
        _ kind: Document.Kind,
        in circle: CircleID,
        before: DocumentPosition?,
        limit: Int
    ) -> [Document] {
        tables.documentsOfCircle[DocumentGroup(whole: circle, kind: kind)].elements
            .prefix { place in before.map { place < $0 } ?? true }
            .suffix(max(limit, 0)).reversed()
            .compactMap { tables.documents[DocumentKey(kind: kind, id: $0.id)] }
    }

    func documents(
        _ kind: Document.Kind,
        before position: Int64,
        after: DocumentPosition?,
        limit: Int
    ) -> [Document] {
        let found = tables.documents.values.filter { document in
            document.kind == kind && document.position < position && after.map { $0 < document.place } ?? true
        }
        return Array(found.sorted { $0.place < $1.place }.prefix(max(limit, 0)))
    }

    func documents(of owner: PersonID) -> [Document] {
        (tables.documentsOfPerson[owner] ?? []).compactMap { tables.documents[$0] }.sorted {
            $0.kind == $1.kind ? $0.place < $1.place : $0.kind.rawValue < $1.kind.rawValue
        }
    }

    func circles(of person: PersonID) -> [CircleID] {
        documents(.membership, of: person, after: nil, limit: .max).compactMap(\.circle)
    }

    private func documents(
        _ kind: Document.Kind,
        at places: SortedSet<DocumentPosition>,
        after: DocumentPosition?,
        limit: Int
    ) -> [Document] {
        let first = after ?? DocumentPosition(position: .min, id: DocumentID(high: 0, low: 0))
        return places.elements(from: first).lazy.filter { $0 != after }.prefix(max(limit, 0)).compactMap {
            tables.documents[DocumentKey(kind: kind, id: $0.id)]
        }
    }
}
