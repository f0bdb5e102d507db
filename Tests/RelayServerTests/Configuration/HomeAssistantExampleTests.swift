import AlarmCore
import Foundation
import Testing
import Yams

@Suite("The example for Home Assistant")
struct HomeAssistantExampleTests {
    private static func text() throws -> String {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../examples/home-assistant/reveille.yaml").standardized
        return try String(contentsOf: file, encoding: .utf8)
    }

    @Test("It is YAML of a package: automations with triggers and actions, and what they need")
    func package() throws {
        let package = try #require(try Yams.compose(yaml: Self.text())?.mapping)
        #expect(
            Set(package.keys.compactMap(\.string)) == ["automation", "input_boolean", "input_button", "rest_command"]
        )
        let automations = try #require(package["automation"]?.sequence)
        #expect(automations.count == 2)
        for automation in automations {
            #expect(automation["id"]?.string != nil && automation["alias"]?.string != nil)
            #expect(automation["triggers"]?.sequence?.isEmpty == false)
            #expect(automation["actions"]?.sequence?.isEmpty == false)
        }
        let trigger = try #require(automations[0]["triggers"]?.sequence?.first)
        #expect(trigger["trigger"]?.string == "webhook")
        #expect(trigger["allowed_methods"]?.sequence?.compactMap(\.string) == ["POST"])
        #expect(package["rest_command"]?["reveille_check_in"]?["method"]?.string == "post")
    }

    @Test("Its addresses are secrets that the head names, and its stages are the relay's")
    func names() throws {
        let text = try Self.text()
        let secrets = Set(text.matches(of: /!secret ([a-z_]+)/).map { String($0.1) })
        #expect(secrets == ["reveille_webhook_id", "reveille_check_in_url"])
        for secret in secrets { #expect(text.contains("#   \(secret):")) }
        let stages = text.matches(of: /stage == '([a-z-]+)'/).map { String($0.1) }
        #expect(stages.map(Stage.init(rawValue:)) == [.ring, .cancel])
        #expect(!text.contains("http"), "no address stands in it")
    }
}
