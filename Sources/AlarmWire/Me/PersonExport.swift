public import AlarmCore

/// `GET /v1/me/export`: everything that a relay keeps about a person, or one page of it.
///
/// Each section is a list under a name such as `devices`, `alarms` or `contacts`; newer relays may have more sections.
/// Sealed texts are exported as stored: only the person's devices can open them. Keys and tokens are never exported.
public struct PersonExport: Hashable, WireMessage {
    /// One list.
    public struct Section: Hashable, Sendable {
        /// The name of the list.
        public var name: String
        /// The elements, each an object.
        public var elements: [JSONValue]

        /// Makes a section.
        public init(name: String, elements: [JSONValue]) {
            self.name = name
            self.elements = elements
        }
    }

    /// The limits of a page: 4 MiB, 16 levels deep.
    public static let limits = JSONLimits(bytes: JSONLimits.answer.bytes, depth: 16)

    /// The time at which it was made.
    public var at: Instant
    /// The person's identifier.
    public var person: PersonID
    /// The lists; empty ones are absent.
    public var sections: [Section]
    /// The cursor with which to ask for the next page; nil after the last.
    public var next: SyncCursor?

    /// Makes an export.
    public init(at: Instant, person: PersonID, sections: [Section] = [], next: SyncCursor? = nil) {
        self.at = at
        self.person = person
        self.sections = sections
        self.next = next
    }

    /// The elements of a section; empty where it is absent.
    public func elements(of name: String) -> [JSONValue] {
        sections.first { $0.name == name }?.elements ?? []
    }

    /// Adds elements at the end of a section.
    public mutating func append(_ elements: [JSONValue], to name: String) {
        guard !elements.isEmpty else { return }
        if let index = sections.firstIndex(where: { $0.name == name }) {
            sections[index].elements += elements
        } else {
            sections.append(Section(name: name, elements: elements))
        }
    }

    /// Adds the page that follows this one.
    public mutating func append(_ page: PersonExport) {
        for section in page.sections { append(section.elements, to: section.name) }
        next = page.next
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        at = try object.instant("at")
        person = try object.identifier("personId")
        next = try object.optionalText("next", expected: "a cursor") { SyncCursor($0) }
        var lists = try ObjectReader(object.value("kept"), at: object.pointer(to: "kept"))
        sections = []
        for member in lists.rest().members {
            guard case .array(let elements) = member.value else {
                throw lists.error(.wrongType(expected: .array, found: member.value.type), at: member.name)
            }
            sections.append(Section(name: member.name, elements: elements))
        }
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        var lists = JSONObject()
        for section in sections { lists.append(section.name, .array(section.elements)) }
        return .object(of: [
            "at": .instant(at),
            "personId": .identifier(person),
            "kept": .object(lists),
            "next": next.map { .string($0.text) },
        ])
    }
}
