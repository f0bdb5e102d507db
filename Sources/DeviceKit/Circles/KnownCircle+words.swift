import AlarmCore
import AlarmWire
import Sealing

/// A text that was sealed for several people of a circle.
struct SealedForMembers {
    /// The sealed text for each person.
    var texts: [PersonID: SealedText] = [:]
    /// The people whose keys are not known.
    var unreached: [PersonID] = []
}

extension KnownCircle {
    /// Seals a text separately for each of some people of the circle.
    ///
    /// - Throws: ``DeviceError/textTooLong(bytes:limit:)`` above 2,048 bytes.
    func seal(
        _ words: some WireEncodable,
        for people: Set<PersonID>,
        at relay: Origin
    ) throws(DeviceError) -> SealedForMembers {
        let plaintext = words.wire
        guard plaintext.count <= PaddedMessage.sizes.last ?? 0 else {
            throw .textTooLong(bytes: plaintext.count, limit: PaddedMessage.sizes.last ?? 0)
        }
        var sealed = SealedForMembers()
        for person in people.sorted() {
            guard let agreement = try DeviceError.mapping({ try agreement(with: person, at: relay) }) else {
                sealed.unreached.append(person)
                continue
            }
            sealed.texts[person] = try SealedText(whole: DeviceError.mapping { try agreement.seal(plaintext) })
        }
        return sealed
    }

    /// Seals the known member keys for a person in the circle; nil where that person's key is not known.
    func introduction(for person: PersonID, at relay: Origin) throws(DeviceError) -> Introduction? {
        try DeviceError.mapping {
            guard let key = try agreement(with: person, at: relay)?.sending() else { return nil }
            return Introduction(
                box: try SealedText(whole: try CompactJWE.seal(introduction.wire, with: key.key, keyID: key.keyID))
            )
        }
    }

    /// Opens a text that a person in the circle sealed for this device's person.
    ///
    /// - Returns: the writer and the plaintext.
    /// - Throws: `SealingError.unknownGeneration` when it is sealed under no known key; else why it does not open.
    func open(_ text: SealedText, at relay: Origin, limit: Int) throws -> (writer: PersonID, plaintext: [UInt8]) {
        let message = try CompactJWE(parsing: text.text, limit: limit)
        for writer in writers {
            let agreement = try agreement(with: writer.person, whoseKeyIs: writer.key, at: relay)
            guard try agreement.isAddressed(by: message) else { continue }
            return (writer.person, try agreement.open(message))
        }
        throw SealingError.unknownGeneration
    }

    /// Everybody whose words can be opened: this device's person, the members, and those who were.
    private var writers: [(person: PersonID, key: X25519.PublicKey)] {
        [(person, key.publicKey)] + (members + former).map { ($0.person, $0.key) }
    }

    /// Whether a text for this device's person was sealed with a key that its writer has no more.
    func isSealedWithFormerKey(_ text: SealedText, at relay: Origin) throws -> Bool {
        let message = try CompactJWE(parsing: text.text, limit: SealedText.messageLimit)
        return try former.contains { known in
            try agreement(with: known.person, whoseKeyIs: known.key, at: relay).isAddressed(by: message)
        }
    }

    /// Whether this device's person has sealed a text for another's present key.
    func hasSealed(_ text: SealedText, for reader: PersonID, at relay: Origin) throws -> Bool {
        let message = try CompactJWE(parsing: text.text, limit: SealedText.messageLimit)
        return try agreement(with: reader, at: relay)?.sending().keyID == message.keyID
    }

    /// Adopts the introductions that people with known keys sealed for this device's person.
    ///
    /// - Returns: whether any of it was new.
    mutating func take(_ list: IntroductionList, at relay: Origin, now: Instant) -> Bool {
        var isNew = false
        var hasProgress = true
        while hasProgress {
            hasProgress = false
            for entry in list.introductions {
                guard let (writer, plaintext) = try? open(entry.box, at: relay, limit: SealedText.parcelLimit),
                    writer == entry.from, let introduced = try? IntroducedKeys(wire: plaintext)
                else { continue }
                if take(introduced, at: relay, now: now) { (isNew, hasProgress) = (true, true) }
            }
        }
        return isNew
    }
}
