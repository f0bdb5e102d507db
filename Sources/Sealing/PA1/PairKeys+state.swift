extension PairKeys {
    private static let stateVersion: UInt8 = 1
    private static let stateByteCount = 2 + 4 + 4 + 32 + 32

    /// The state in 74 bytes, to be stored where the device keeps secrets.
    public var state: SecretBytes {
        let header: [UInt8] =
            [Self.stateVersion, side == .inviter ? 0 : 1] + generation.bigEndianBytes + oldest.generation.bigEndianBytes
        return SecretBytes(header + transcriptHash).appending(oldest.key.revealed())
    }

    /// Restores a stored state.
    ///
    /// - Throws: `SealingError.malformedState`.
    public init(state: SecretBytes) throws(SealingError) {
        let bytes = state.revealed()
        guard bytes.count == Self.stateByteCount, bytes[0] == Self.stateVersion, bytes[1] <= 1 else {
            throw .malformedState
        }
        let generation = UInt32(bigEndianBytes: bytes[2..<6])
        let oldest = UInt32(bigEndianBytes: bytes[6..<10])
        guard oldest <= generation, generation - oldest <= Self.lookBehind else { throw .malformedState }
        self.init(
            side: bytes[1] == 0 ? .inviter : .claimer,
            generation: generation,
            transcriptHash: Array(bytes[10..<42]),
            oldest: Ratchet(generation: oldest, key: SecretBytes(bytes[42...]))
        )
    }
}

extension UInt32 {
    fileprivate var bigEndianBytes: [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: self >> UInt32($0)) }
    }

    fileprivate init(bigEndianBytes bytes: some Collection<UInt8>) {
        self = bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }
}
