public import AlarmCore

/// `GET /v1/me/export`: everything that a relay keeps of a person, or one page of it.
///
/// Each section is a list under a name such as `devices`, `alarms` or `contacts`; relays may know more of them. Sealed words
/// are as they are kept: only the person's devices can open them. Keys and tokens are in no export.
public struct PersonExport: Hashable, WireMessage {
    /// One list.
    public struct Section: Hashable, Sendable {
        /// What is listed.
        public var name: String
        /// The elements, each an object.
        public var elements: [JSONValue]

        /// Makes a section.
        public init(name: String, elements: [JSONValue]) {
            self.name = name
            self.elements = elements
        }
    }

    /// How large and how deep a page may be: 4 MiB, 16 deep.
    public static let limits = JSONLimits(bytes: JSONLimits.answer.bytes, depth: 16)

    /// When it was made.
    public var at: Instant
    /// The name by which the relay knows the person.
    public var person: PersonID
    /// The lists; one of which nothing is kept is absent.
    public var sections: [Section]
    /// What to ask for the next page with; nil after the last.
    public var next: SyncCursor?

    /// Makes an export.
    public init(at: Instant, person: PersonID, sections: [Section] = [], next: SyncCursor? = nil) {
        self.at = at
        self.person = person
        self.sections = sections
        self.next = next
    }

    /// The elements of a section; none where it is absent.
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

    /// Reads the members of its object.
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

    /// The object that travels.
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
