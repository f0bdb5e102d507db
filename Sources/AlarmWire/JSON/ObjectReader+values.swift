public import AlarmCore

extension ObjectReader {
    /// Takes a text that `parse` accepts, or nil if there is none.
    ///
    /// `expected` describes the valid text in an error: `22 characters of base64url`.
    public mutating func optionalText<Value>(
        _ name: String,
        expected: String,
        _ parse: (String) -> Value?
    ) throws(WireError) -> Value? {
        guard let text = try optionalString(name) else { return nil }
        guard let value = parse(text) else { throw error(.expected(expected), at: name) }
        return value
    }

    /// Takes a text that `parse` accepts.
    public mutating func text<Value>(
        _ name: String,
        expected: String,
        _ parse: (String) -> Value?
    ) throws(WireError) -> Value {
        try required(optionalText(name, expected: expected, parse), name)
    }

    /// Takes one word of a closed list, or nil if there is none.
    public mutating func optionalWord<Word: RawRepresentable<String> & CaseIterable>(
        _ name: String,
        as type: Word.Type = Word.self
    ) throws(WireError) -> Word? {
        guard let text = try optionalString(name) else { return nil }
        guard let word = Word(rawValue: text) else {
            throw error(.expected("one of " + Word.allCases.map(\.rawValue).joined(separator: ", ")), at: name)
        }
        return word
    }

    /// Takes one word of a closed list.
    public mutating func word<Word: RawRepresentable<String> & CaseIterable>(
        _ name: String,
        as type: Word.Type = Word.self
    ) throws(WireError) -> Word {
        try required(optionalWord(name, as: type), name)
    }

    /// Takes a text that has to be exactly `word`.
    public mutating func constant(_ name: String, _ word: String) throws(WireError) {
        guard try string(name) == word else { throw error(.expected("\"\(word)\""), at: name) }
    }

    /// Takes the version of the format; only 1 is known.
    public mutating func version(_ name: String = "v") throws(WireError) {
        _ = try integer(name, in: 1...1)
    }

    /// Takes an identifier: 16 bytes in base64url; nil if there is none.
    public mutating func optionalIdentifier<Kind>(
        _ name: String,
        of kind: Kind.Type = Kind.self
    ) throws(WireError) -> Identifier<Kind>? {
        try optionalText(name, expected: "16 bytes in base64url without padding, 22 characters") { Identifier($0) }
    }

    /// Takes an identifier: 16 bytes in base64url.
    public mutating func identifier<Kind>(
        _ name: String,
        of kind: Kind.Type = Kind.self
    ) throws(WireError) -> Identifier<Kind> {
        try required(optionalIdentifier(name, of: kind), name)
    }

    /// Takes exactly `count` bytes, written in base64url.
    public mutating func bytes(_ name: String, count: Int) throws(WireError) -> [UInt8] {
        try text(name, expected: "\(count) bytes in base64url without padding") { text in
            Base64URL.decode(text).flatMap { $0.count == count ? $0 : nil }
        }
    }

    /// Takes a time with an offset or `Z`, or nil if there is none.
    public mutating func optionalInstant(_ name: String) throws(WireError) -> Instant? {
        guard let text = try optionalString(name) else { return nil }
        return try Self.instant(text, at: pointer(to: name))
    }

    /// Takes an array of words, each at most once, or nil if there is none.
    package mutating func optionalWords<Word: RawRepresentable & CaseIterable & Hashable>(
        _ name: String,
        of type: Word.Type = Word.self
    ) throws(WireError) -> Set<Word>? where Word.RawValue == String {
        guard let elements = try optionalArray(name, limit: Word.allCases.count) else { return nil }
        var words: Set<Word> = []
        for (index, element) in elements.enumerated() {
            guard case .string(let text) = element, let word = Word(rawValue: text) else {
                let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
                throw WireError(.expected("one of \(known)"), at: "\(pointer(to: name))/\(index)")
            }
            words.insert(word)
        }
        return words
    }

    /// Takes an array of at most `limit` times, or nil if there is none.
    public mutating func optionalInstants(_ name: String, limit: Int) throws(WireError) -> [Instant]? {
        guard let elements = try optionalArray(name, limit: limit) else { return nil }
        var instants: [Instant] = []
        for (index, element) in elements.enumerated() {
            let pointer = "\(pointer(to: name))/\(index)"
            guard case .string(let text) = element else {
                throw WireError(.wrongType(expected: .string, found: element.type), at: pointer)
            }
            instants.append(try Self.instant(text, at: pointer))
        }
        return instants
    }

    private static func instant(_ text: String, at pointer: String) throws(WireError) -> Instant {
        do {
            return try Instant(iso8601: text)
        } catch {
            throw WireError(.notATime(error), at: pointer)
        }
    }

    /// Takes a time with an offset or `Z`.
    public mutating func instant(_ name: String) throws(WireError) -> Instant {
        try required(optionalInstant(name), name)
    }

    /// Takes a recurrence rule (RFC 5545, section 3.3.10), or nil if there is none.
    public mutating func optionalRule(_ name: String) throws(WireError) -> RecurrenceRule? {
        guard let text = try optionalString(name, bytes: 1...512) else { return nil }
        do {
            return try RecurrenceRule(text)
        } catch {
            throw self.error(.notARule(error), at: name)
        }
    }

    /// Takes a possible IANA name of a time zone, or nil if there is none; the zone data decides whether it exists.
    public mutating func optionalZone(_ name: String) throws(WireError) -> String? {
        guard let text = try optionalString(name) else { return nil }
        guard ZoneName.isPlausible(text) else { throw error(.notAZone, at: name) }
        return text
    }

    /// Takes a number of whole seconds within `range`, or nil if there is none.
    public mutating func optionalSeconds(_ name: String, in range: ClosedRange<Span>) throws(WireError) -> Span? {
        let seconds = (range.lowerBound.milliseconds / 1000)...(range.upperBound.milliseconds / 1000)
        return try optionalInteger(name, in: seconds).map { .seconds($0) }
    }

    /// Takes a sealed text of at most `limit` bytes, or nil if there is none.
    public mutating func optionalSealed(_ name: String, limit: Int) throws(WireError) -> SealedText? {
        guard let text = try optionalString(name, bytes: 0...limit) else { return nil }
        guard let sealed = SealedText(text) else {
            throw error(.expected("a compact JWE of five parts, the second one empty"), at: name)
        }
        return sealed
    }

    /// Takes a sealed text of at most `limit` bytes.
    public mutating func sealed(_ name: String, limit: Int) throws(WireError) -> SealedText {
        try required(optionalSealed(name, limit: limit), name)
    }
}

extension JSONValue {
    /// A time in UTC.
    package static func instant(_ instant: Instant) -> JSONValue { .string(instant.iso8601) }

    /// Whole seconds.
    package static func seconds(_ span: Span) -> JSONValue { .integer(span.milliseconds / 1000) }

    /// An identifier.
    package static func identifier<Kind>(_ identifier: Identifier<Kind>) -> JSONValue {
        .string(identifier.description)
    }

    /// Bytes in base64url.
    package static func bytes(_ bytes: [UInt8]) -> JSONValue { .string(Base64URL.encode(bytes)) }

    /// A sealed text.
    package static func sealed(_ sealed: SealedText) -> JSONValue { .string(sealed.text) }

    /// One word of a list.
    package static func word(_ word: some RawRepresentable<String>) -> JSONValue { .string(word.rawValue) }

    /// Words, in alphabetical order.
    package static func words<Word: RawRepresentable<String>>(_ words: some Sequence<Word>) -> JSONValue {
        .array(words.map(\.rawValue).sorted().map { .string($0) })
    }
}
