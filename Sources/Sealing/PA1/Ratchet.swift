import AlarmCore

/// PRK_n of a pair, and the keys expanded from it (PA1 section 4): every key is `Expand(PRK_n, "pa1 " ‖ name, …)`.
struct Ratchet: Sendable, Equatable {
    /// n.
    let generation: UInt32
    /// PRK_n, 32 bytes.
    let key: SecretBytes

    func messageKey(from sender: PairSide) throws(SealingError) -> MessageKey {
        MessageKey(
            generation: generation,
            keyID: try keyID(from: sender),
            key: try HKDF.expandKey(key, label: "pa1 msg \(sender.direction) \(generation)")
        )
    }

    func keyID(from sender: PairSide) throws(SealingError) -> String {
        let bytes = try HKDF.expand(key, label: "pa1 kid \(sender.direction) \(generation)", count: 6)
        return Base64URL.encode(bytes.revealed())
    }

    /// `root n`, from which only later generations can be derived.
    func root() throws(SealingError) -> SecretBytes {
        try HKDF.expand(key, label: "pa1 root \(generation)", count: 32)
    }

    /// `PRK_{n+1} = Extract(th, root_n)`.
    func next(transcriptHash: [UInt8]) throws(SealingError) -> Ratchet {
        guard generation < .max else { throw .unknownGeneration }
        return Ratchet(generation: generation + 1, key: try HKDF.extract(salt: transcriptHash, inputKey: root()))
    }
}
