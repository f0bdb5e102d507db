import AlarmCore

extension MemoryTransaction {
    func put(_ document: Document) {
        make(.document(DocumentKey(kind: document.kind, id: document.id), document))
    }

    func deleteDocument(_ kind: Document.Kind, id: DocumentID) {
        let name = DocumentKey(kind: kind, id: id)
        guard tables.documents[name] != nil else { return }
        make(.document(name, nil))
    }

    func deleteDocuments(of owner: PersonID) {
        for name in tables.documentsOfPerson[owner] ?? [] { make(.document(name, nil)) }
    }

    func deleteDocuments(_ kind: Document.Kind, of owner: PersonID, before position: Int64) {
        let places = tables.documentsOfOwner[DocumentGroup(whole: owner, kind: kind)].elements
            .prefix { $0.position < position }
        for place in places { make(.document(DocumentKey(kind: kind, id: place.id), nil)) }
    }

    func deleteDocuments(_ kind: Document.Kind, of owner: PersonID, butLast count: Int) {
        let all = tables.documentsOfOwner[DocumentGroup(whole: owner, kind: kind)]
        let places = Array(all.elements.prefix(max(all.count - max(count, 0), 0)))
        for place in places { make(.document(DocumentKey(kind: kind, id: place.id), nil)) }
    }

    func deleteOldest(_ kind: Document.Kind, before position: Int64, limit: Int) -> Int {
        let places = tables.documents.values.filter { $0.kind == kind && $0.position < position }.map(\.place)
            .sorted()
            .prefix(max(limit, 0))
        for place in places { make(.document(DocumentKey(kind: kind, id: place.id), nil)) }
        return places.count
    }
}
