import AlarmCore
import AlarmWire
import Sealing

extension SealedText {
    /// Seals the JSON text `plaintext` under a key that both sides know, without a key id.
    init(sealing plaintext: [UInt8], with key: SymmetricKey) throws(DeviceError) {
        try self.init(whole: try DeviceError.mapping { try CompactJWE.seal(plaintext, with: key) })
    }

    /// Makes a sealed text from the output of `CompactJWE`.
    init(whole text: String) throws(DeviceError) {
        guard let sealed = SealedText(text) else { throw .protocolViolation("a sealed text of our own is malformed") }
        self = sealed
    }

    /// Opens the text with `key` and reads it strictly; nil where the key is wrong, a byte changed, or the content is
    /// malformed.
    func open<Message: WireDecodable>(
        with key: SymmetricKey,
        as type: Message.Type = Message.self,
        limit: Int = SealedText.boxLimit
    ) -> Message? {
        guard let jwe = try? CompactJWE(parsing: text, limit: limit), let plaintext = try? jwe.open(with: key)
        else { return nil }
        return try? Message(wire: plaintext)
    }
}
