import AlarmCore
import Foundation
import RelayServer
import Testing

@Suite("The example policies")
struct ExamplePolicyTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../examples/policies").standardized.path

    @Test("Every file is one that a relay starts with")
    func usable() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
        #expect(files.count >= 2)
        for file in files {
            let path = Self.folder + "/" + file
            let configuration = try RelayConfiguration(flags: ["policy-file": path], environment: ["HOME": "/h"])
            #expect(try configuration.policies()["partner-alarm"] != EscalationPolicy.partnerAlarm, "\(file)")
        }
    }
}
