import AlarmWire

extension Command {
    /// The members of the next line that holds `needle`, which is an object, as text.
    func object(with needle: String) async throws -> [String: String] {
        let line = try await line(with: needle)
        guard case .object(let object) = try JSONValue(parsing: Array(line.utf8)) else { return [:] }
        return Dictionary(
            object.members.map { member in
                let text =
                    if case .string(let text) = member.value { text } else {
                        String(decoding: member.value.text, as: UTF8.self)
                    }
                return (member.name, text)
            },
            uniquingKeysWith: { first, _ in first }
        )
    }
}
