import AlarmCore
import AlarmWire
import Storage

/// Where a page of an export ended.
enum ExportPlace: Hashable {
    /// Among the documents.
    case documents(after: Document?)
    /// Among the alarms, behind the one of this change.
    case alarms(after: Int64)

    private static let alarms = "alarms"

    /// A document's place: by kind, then as lists of its kind put it.
    struct Document: Hashable, Comparable {
        let kind: String
        let place: DocumentPosition

        init(_ document: Storage.Document) {
            kind = document.kind.rawValue
            place = document.place
        }

        init(kind: String, place: DocumentPosition) {
            self.kind = kind
            self.place = place
        }

        static func < (left: Document, right: Document) -> Bool {
            (left.kind, left.place) < (right.kind, right.place)
        }
    }

    /// Reads a cursor.
    ///
    /// - Throws: the problem `malformed` for one that was not given out here.
    init(_ cursor: SyncCursor) throws(Problem) {
        let parts = cursor.text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        if parts.count == 2, parts[0] == Self.alarms, let change = Int64(parts[1]), change >= 0 {
            self = .alarms(after: change)
        } else if parts.count == 3, let position = Int64(parts[1]), let id = DocumentID(parts[2]) {
            self = .documents(after: Document(kind: parts[0], place: DocumentPosition(position: position, id: id)))
        } else {
            throw Problem(.malformed, detail: "this cursor was not given out here: ask without one", pointer: "/since")
        }
    }

    /// The cursor with which the next page is asked for; nil where there is nothing before it.
    var cursor: SyncCursor? {
        switch self {
        case .documents(let after): after.flatMap { SyncCursor("\($0.kind).\($0.place.position).\($0.place.id)") }
        case .alarms(let change): SyncCursor("\(Self.alarms).\(change)")
        }
    }
}

extension [Document] {
    /// By kind and then by place, as every store has to agree on from page to page.
    var inExportOrder: [Document] {
        sorted { ExportPlace.Document($0) < ExportPlace.Document($1) }
    }
}
