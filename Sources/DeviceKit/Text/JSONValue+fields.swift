import AlarmCore
import AlarmWire
import Sealing

extension JSONValue {
    static func instant(_ instant: Instant) -> JSONValue { .string(instant.iso8601) }

    static func span(_ span: Span) -> JSONValue { .integer(span.milliseconds) }

    static func identifier<Kind>(_ identifier: Identifier<Kind>) -> JSONValue { .string(identifier.description) }

    static func bytes(_ bytes: [UInt8]) -> JSONValue { .string(Base64URL.encode(bytes)) }

    static func secret(_ bytes: SecretBytes) -> JSONValue { .bytes(bytes.revealed()) }

    static func word(_ word: some RawRepresentable<String>) -> JSONValue { .string(word.rawValue) }
}

extension ObjectReader {
    mutating func milliseconds(_ name: String) throws(WireError) -> Span {
        .milliseconds(try integer(name, in: .min ... .max))
    }

    /// Takes an array of objects; empty if absent.
    mutating func optionalList<Message: WireDecodable>(
        _ name: String,
        of type: Message.Type = Message.self
    ) throws(WireError) -> [Message] {
        var messages: [Message] = []
        for (index, element) in (try optionalArray(name, limit: 10_000) ?? []).enumerated() {
            messages.append(try Message(json: element, at: "\(pointer(to: name))/\(index)"))
        }
        return messages
    }

    /// Takes an array of identifiers; empty if absent.
    mutating func optionalIdentifiers<Kind>(
        _ name: String,
        limit: Int
    ) throws(WireError) -> [AlarmCore.Identifier<Kind>] {
        var identifiers: [AlarmCore.Identifier<Kind>] = []
        for element in try optionalArray(name, limit: limit) ?? [] {
            guard case .string(let text) = element, let identifier = AlarmCore.Identifier<Kind>(text) else {
                throw error(.expected("identifiers"), at: name)
            }
            identifiers.append(identifier)
        }
        return identifiers
    }

    mutating func count(_ name: String) throws(WireError) -> Int {
        Int(try integer(name, in: 0...Int64(Int32.max)))
    }

    mutating func secret(_ name: String, count: Int) throws(WireError) -> SecretBytes {
        SecretBytes(try bytes(name, count: count))
    }

    /// Takes what `parse` makes of a secret's bytes, which never get into an error.
    mutating func secret<Value>(
        _ name: String,
        count: Int,
        _ parse: (SecretBytes) throws(SealingError) -> Value
    ) throws(WireError) -> Value {
        do {
            return try parse(try secret(name, count: count))
        } catch let error as WireError {
            throw error
        } catch {
            throw self.error(.expected("\(count) bytes of key material"), at: name)
        }
    }
}
