import AlarmCore
package import AlarmWire
import Engine
import Sealing

extension AlarmRequest {
    /// A hash of the content, which tells a retry from another request with the same identifier.
    ///
    /// The digest covers the parsed values, each preceded by its length. Hashing the received bytes would turn a retry
    /// into a conflict whenever a client orders members, places white space or spells out defaults differently, as an
    /// app updated before its retry may. Encoding the request as JSON again would be work for the hash alone. Two
    /// spellings of one time count as different.
    package var digest: [UInt8] {
        get throws {
            var content: [UInt8] = []
            content.reserveCapacity(512 + message.text.utf8.count)
            func add(_ value: some Collection<UInt8>) {
                let count = UInt32(truncatingIfNeeded: value.count)
                for shift in stride(from: UInt32(24), through: 0, by: -8) {
                    content.append(UInt8(truncatingIfNeeded: count >> shift))
                }
                content.append(contentsOf: value)
            }
            add(id.bytes)
            add(partnerToken.bytes)
            add(time.text.utf8)
            add(message.text.utf8)
            add("\(ttl.milliseconds)".utf8)
            add(sound.utf8)
            // An absent value hashes as an empty one: a zone and a rule are never empty.
            add((timeZone ?? "").utf8)
            add((rule?.description ?? "").utf8)
            return try SHA256.hash(content)
        }
    }
}
