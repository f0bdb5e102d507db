import AlarmCore
import AlarmWire
import Engine
import Storage

/// The position at which a page of an export ended.
enum ExportCursor: Hashable {
    /// After this document, or before the first one.
    case documents(after: Document?)
    /// After the alarm with this change number.
    case alarms(after: Int64)

    private static let alarms = "alarms"

    /// A document's position: by kind, then in the order of its kind.
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

    /// Parses a cursor.
    ///
    /// - Throws: the problem `malformed` for one that this relay did not issue.
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

    /// The cursor of the next page; nil at the beginning.
    var cursor: SyncCursor? {
        switch self {
        case .documents(let after): after.flatMap { SyncCursor("\($0.kind).\($0.place.position).\($0.place.id)") }
        case .alarms(let change): SyncCursor("\(Self.alarms).\(change)")
        }
    }
}

extension [Document] {
    /// By kind and then by position, an order that every store shares from page to page.
    var inExportOrder: [Document] {
        sorted { ExportCursor.Document($0) < ExportCursor.Document($1) }
    }
}
