import AlarmCore
import AlarmWire
import Sealing
import Testing

@testable import DeviceKit

@Suite("Message keys are changed in time, and the partner follows")
struct RotationTests {
    private let message = MessagePlaintext(id: AlarmID(high: 1, low: 1), time: noon, text: "Tea?")

    @Test("A new generation begins 90 days after the last, not a moment sooner")
    func age() throws {
        var couple = try PairedProfiles()
        _ = try couple.seal(message, at: noon + .days(90) - .milliseconds(1))
        #expect(couple.ana.pairs[0].keyGeneration == 0)
        _ = try couple.seal(message, at: noon + .days(90))
        #expect(couple.ana.pairs[0].keyGeneration == 1)
        _ = try couple.seal(message, at: noon + .days(179))
        #expect(couple.ana.pairs[0].keyGeneration == 1)
    }

    @Test("A new generation begins after 2^20 messages")
    func count() throws {
        var couple = try PairedProfiles()
        couple.ana.pairs[0].secrets?.sealedMessages = 1 << 20
        _ = try couple.seal(message)
        #expect(couple.ana.pairs[0].keyGeneration == 1)
        #expect(couple.ana.pairs[0].secrets?.sealedMessages == 1)
    }

    @Test("The receiver follows over 8 generations at once, and counts its own messages anew")
    func lookAhead() throws {
        var couple = try PairedProfiles()
        couple.ben.pairs[0].secrets?.sealedMessages = 99
        for _ in 0..<8 { try couple.ana.pairs[0].secrets?.keys.rotate() }
        let context = MessageContext(id: message.id, time: message.time)
        let sealed = try couple.seal(message)
        #expect(couple.ben.open(sealed, for: context, at: noon).words == .verified("Tea?"))
        #expect(couple.ben.pairs[0].keyGeneration == 8)
        #expect(couple.ben.pairs[0].secrets?.sealedMessages == 0)
    }

    @Test("Nine generations ahead are out of reach: the message cannot be verified, the keys stay")
    func beyond() throws {
        var couple = try PairedProfiles()
        for _ in 0..<9 { try couple.ana.pairs[0].secrets?.keys.rotate() }
        let context = MessageContext(id: message.id, time: message.time)
        let sealed = try couple.seal(message)
        #expect(couple.ben.open(sealed, for: context, at: noon).words == .unverified(.unknownKey))
        #expect(couple.ben.pairs[0].keyGeneration == 0)
    }
}
