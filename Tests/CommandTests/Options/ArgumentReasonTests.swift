import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit
import Testing
import Wording

@testable import reveille

@Suite("Why an argument is not taken, and what would be")
struct ArgumentReasonTests {
    private func refusal<Command: ParsableArguments>(_ type: Command.Type, _ arguments: String...) -> String {
        do {
            _ = try type.parse(arguments)
            return "taken"
        } catch {
            return type.message(for: error)
        }
    }

    @Test(
        "Quiet hours that are none, or nearly a whole day, say how long they may be",
        arguments: ["08:00-08:00", "00:00-23:59"]
    )
    func quietHours(text: String) {
        let said = refusal(CareSettingsCommand.self, "--quiet", text)
        #expect(said.contains("that are 1 min to 18 h apart, or off."), "\(said)")
    }

    @Test("A right that there is not names those that there are, whether it was permitted or forbidden")
    func rights() {
        for option in ["--permit", "--forbid"] {
            let said = refusal(CircleMemberCommand.self, "Nest", "Cat", option, "alert")
            #expect(said.contains("There is no right 'alert'. Write one of "), "\(said)")
            for right in Permission.allCases { #expect(said.contains(right.rawValue), "\(said)") }
        }
    }

    @Test("Sentences in Chinese follow each other without a space")
    func sentences() {
        #expect(Language.english.joining(["One.", "Two."]) == "One. Two.")
        #expect(Language.traditionalChinese.joining(["一。", "二。"]) == "一。二。")
    }

    @Test("An item that a checklist does not have is said in everyday words, and where its items are")
    func item() throws {
        let problem = Problem(.malformed, detail: "the checklist has no item 9", pointer: "/item")
        let show = "reveille reminder show ABC"
        let refused = DeviceError.refused(problem, retryAfter: nil)
        let failure = try #require(CommandFailure(item: 9, refusedBy: refused, shownBy: show, in: .english))
        #expect(failure.message == "The checklist of this reminder has no item 9. To see its items: \(show)")
        let other = DeviceError.refused(Problem(.malformed, pointer: "/title"), retryAfter: nil)
        #expect(CommandFailure(item: 9, refusedBy: other, shownBy: show, in: .english) == nil)
    }
}
