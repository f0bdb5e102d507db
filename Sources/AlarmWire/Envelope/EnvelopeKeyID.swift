public import AlarmCore

/// The key that sealed a request: a device and the generation of its key, as in `MDEyMzQ1Njc4OTo7PD0-Pw.0`.
public struct EnvelopeKeyID: Hashable, Sendable {
    /// The device.
    public let device: DeviceID
    /// The generation of its key, from 0.
    public let generation: Int

    /// Makes a key identifier; `generation` is not negative.
    public init(device: DeviceID, generation: Int) {
        self.device = device
        self.generation = max(generation, 0)
    }

    /// Reads the one spelling of a key identifier, else nil: no sign, no leading zero, at most nine digits.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 2, let device = DeviceID(parts[0]) else { return nil }
        let digits = parts[1].utf8
        guard (1...9).contains(digits.count),
            digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            digits.count == 1 || digits.first != UInt8(ascii: "0"), let generation = Int(parts[1])
        else { return nil }
        self.init(device: device, generation: generation)
    }
}

extension EnvelopeKeyID: CustomStringConvertible {
    /// The identifier as it stands in a header's `kid`.
    public var description: String { "\(device).\(generation)" }
}
