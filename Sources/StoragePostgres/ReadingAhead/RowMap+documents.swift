internal import AlarmCore
internal import Storage

extension RowMap {
    /// A person's documents of a kind, if all are known.
    func documents(_ kind: Document.Kind, of owner: PersonID) -> [Document]? {
        owned[DocumentList(kind: kind, whole: owner)].map { rows($0, of: kind) }
    }

    /// A circle's documents of a kind, if all are known.
    func documents(_ kind: Document.Kind, in circle: CircleID) -> [Document]? {
        concerning[DocumentList(kind: kind, whole: circle)].map { rows($0, of: kind) }
    }

    private func rows(_ ids: [DocumentID], of kind: Document.Kind) -> [Document] {
        ids.compactMap { documents[kind]?[$0] ?? nil }
    }

    /// Keeps a document that was read.
    mutating func keep(_ document: Document) { documents[document.kind, default: [:]][document.id] = document }

    /// Keeps a person's documents of a kind, all of them in order of place.
    mutating func keep(_ found: [Document], _ kind: Document.Kind, of owner: PersonID) {
        owned[DocumentList(kind: kind, whole: owner)] = found.map(\.id)
        for document in found { keep(document) }
    }

    /// Keeps a circle's documents of a kind, all of them in order of place.
    mutating func keep(_ found: [Document], _ kind: Document.Kind, in circle: CircleID) {
        concerning[DocumentList(kind: kind, whole: circle)] = found.map(\.id)
        for document in found { keep(document) }
    }

    /// Takes over a document that was added or replaced.
    mutating func put(_ document: Document) {
        leaveLists(document.kind, document.id)
        keep(document)
        let ownedList = DocumentList(kind: document.kind, whole: document.owner)
        if let others = owned[ownedList] { owned[ownedList] = adding(document, to: others) }
        guard let circle = document.circle else { return }
        let circleList = DocumentList(kind: document.kind, whole: circle)
        if let others = concerning[circleList] { concerning[circleList] = adding(document, to: others) }
    }

    /// Takes over that a document was deleted, if there was one.
    mutating func deleteDocument(_ kind: Document.Kind, _ id: DocumentID) {
        leaveLists(kind, id)
        documents[kind, default: [:]][id] = .some(nil)
    }

    /// Takes over that every document of a person was deleted.
    mutating func deleteDocuments(of owner: PersonID) {
        for (kind, known) in documents {
            for (id, document) in known where document?.owner == owner { deleteDocument(kind, id) }
        }
    }

    /// Forgets all documents of a kind.
    mutating func forgetDocuments(_ kind: Document.Kind) {
        documents[kind] = nil
        owned = owned.filter { $0.key.kind != kind }
        concerning = concerning.filter { $0.key.kind != kind }
    }

    private mutating func leaveLists(_ kind: Document.Kind, _ id: DocumentID) {
        guard let former = documents[kind]?[id] ?? nil else { return }
        owned[DocumentList(kind: kind, whole: former.owner)]?.removeAll { $0 == id }
        if let circle = former.circle {
            concerning[DocumentList(kind: kind, whole: circle)]?.removeAll { $0 == id }
        }
    }

    private func adding(_ document: Document, to others: [DocumentID]) -> [DocumentID] {
        let before = others.prefix { id in
            (documents[document.kind]?[id] ?? nil).map { $0.place < document.place } ?? true
        }
        var all = others
        all.insert(document.id, at: before.count)
        return all
    }
}

extension RowMap {
    /// Keeps an answer to a request that was read or added.
    mutating func keep(_ replay: Replay) { replays[replay.device, default: [:]][replay.jti] = replay }

    /// Takes over an answer to a request that was added.
    mutating func add(_ replay: Replay) {
        keep(replay)
        replayCounts[replay.device] = nil
    }
}
