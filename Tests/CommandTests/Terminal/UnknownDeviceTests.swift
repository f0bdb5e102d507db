import AlarmCore
import AlarmWire
import Foundation
import Testing
import Wording

@testable import DeviceKit
@testable import reveille

@Suite("A profile that is no device of this machine")
struct UnknownDeviceTests {
    private func name(_ text: String) throws -> ProfileName { try #require(ProfileName(text)) }

    @Test("Which devices there are is said in whole sentences")
    func others() throws {
        let (ana, ben) = (try name("ana"), try name("ben"))
        let unknown = try name("eve")
        let none = CommandFailure(unknown: unknown, besides: [], in: .english).message
        #expect(none.hasPrefix("There is no device eve on this machine yet. Begin alone"))
        let one = CommandFailure(unknown: unknown, besides: [ana], in: .english).message
        #expect(one.contains("yet. There is ana. Begin"))
        let several = CommandFailure(unknown: unknown, besides: [ana, ben], in: .english).message
        #expect(several.contains("yet. There are ana, ben. Begin"))
    }

    @Test("It is said in the reader's language, also that it is a refusal", arguments: ChineseTexts.languages)
    func chinese(language: Language) throws {
        let others = try ["ana", "ben"].map(name)
        let failure = CommandFailure(unknown: .default, besides: others, in: language)
        #expect(failure.language == language)
        let said = ChineseTexts.withoutCommands(language.complaint(failure.message))
        ChineseTexts.expect([said], keeping: ["default", "ana", "ben"])
    }

    @Test("A profile that no relay knows yet is not offered as a device, one that cannot be read is")
    func registered() throws {
        let parent = NSTemporaryDirectory() + "reveille-devices-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: parent) }
        func write(_ name: String, _ bytes: [UInt8]) throws {
            try FileManager.default.createDirectory(atPath: "\(parent)/\(name)", withIntermediateDirectories: true)
            try Data(bytes).write(to: URL(fileURLWithPath: "\(parent)/\(name)/profile.json"))
        }
        var profile = try Profile.new(relay: "http://127.0.0.1:1", timeZone: "UTC", locale: "en")
        try write("bob", profile.json.text)
        profile.deviceID = DeviceID(high: 1, low: 1)
        try write("ana", profile.json.text)
        try write("cat", Array("{".utf8))
        #expect(DeviceFolder.names(in: parent).map(\.text) == ["ana", "bob", "cat"])
        #expect(DeviceFolder.devices(in: parent).map(\.text) == ["ana", "cat"])
    }
}
