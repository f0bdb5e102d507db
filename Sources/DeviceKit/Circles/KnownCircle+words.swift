import AlarmCore
import AlarmWire
import Sealing

/// Words that were sealed for several people of a circle.
struct SealedForMembers {
    /// What is sealed for whom.
    var texts: [PersonID: SealedText] = [:]
    /// Whose keys are not known.
    var unreached: [PersonID] = []
}

extension KnownCircle {
    /// Seals a text for some people of the circle, for each of them apart.
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

    /// Seals who is who for somebody in the circle; nil where their key is not known.
    func introduction(for person: PersonID, at relay: Origin) throws(DeviceError) -> Introduction? {
        try DeviceError.mapping {
            guard let key = try agreement(with: person, at: relay)?.sending() else { return nil }
            return Introduction(
                box: try SealedText(whole: try CompactJWE.seal(introduction.wire, with: key.key, keyID: key.keyID))
            )
        }
    }

    /// Opens what somebody in the circle has sealed for this device's person, whoever it was.
    ///
    /// - Returns: the writer and what they wrote.
    /// - Throws: `SealingError.unknownGeneration` when it is sealed under a key of nobody who is known; else why it does
    ///   not open.
    func open(_ text: SealedText, at relay: Origin, limit: Int) throws -> (writer: PersonID, plaintext: [UInt8]) {
        let message = try CompactJWE(parsing: text.text, limit: limit)
        for writer in [person] + members.map(\.person) {
            guard let agreement = try agreement(with: writer, at: relay), try agreement.isAddressed(by: message) else {
                continue
            }
            return (writer, try agreement.open(message))
        }
        throw SealingError.unknownGeneration
    }

    /// Takes over what was sealed for this device's person about who is who, by people whose keys are known.
    ///
    /// - Returns: whether anything of it was new.
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
