import AlarmCore

extension MemoryTransaction {
    func put(_ document: Document) {
        make(.document(DocumentKey(kind: document.kind, id: document.id), document))
    }

    func deleteDocument(_ kind: Document.Kind, id: DocumentID) -> Bool {
        let name = DocumentKey(kind: kind, id: id)
        guard tables.documents[name] != nil else { return false }
        make(.document(name, nil))
        return true
    }

    func deleteDocuments(of owner: PersonID) -> Int {
        let names = tables.documentsOfPerson[owner] ?? []
        for name in names { make(.document(name, nil)) }
        return names.count
    }

    func deleteDocuments(_ kind: Document.Kind, of owner: PersonID, before position: Int64) -> Int {
        let places = tables.documentsOfOwner[DocumentGroup(whole: owner, kind: kind)].elements
            .prefix { $0.position < position }
        for place in places { make(.document(DocumentKey(kind: kind, id: place.id), nil)) }
        return places.count
    }

    func deleteDocuments(_ kind: Document.Kind, of owner: PersonID, butLast count: Int) -> Int {
        let all = tables.documentsOfOwner[DocumentGroup(whole: owner, kind: kind)]
        let places = Array(all.elements.prefix(max(all.count - max(count, 0), 0)))
        for place in places { make(.document(DocumentKey(kind: kind, id: place.id), nil)) }
        return places.count
    }

    func deleteOldest(_ kind: Document.Kind, before position: Int64, limit: Int) -> Int {
        let places = tables.documents.values.filter { $0.kind == kind && $0.position < position }.map(\.place)
            .sorted()
            .prefix(max(limit, 0))
        for place in places { make(.document(DocumentKey(kind: kind, id: place.id), nil)) }
        return places.count
    }
}
