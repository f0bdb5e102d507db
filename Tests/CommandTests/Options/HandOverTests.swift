import AlarmCore
import AlarmWire
import Testing
import Wording

@testable import reveille

@Suite("Who can take reminders over")
struct HandOverTests {
    private func member(_ number: UInt64, _ name: String, _ role: Role) -> CircleMemberView {
        CircleMemberView(
            person: PersonID(high: 1, low: number),
            isSelf: false,
            role: role,
            displayName: name,
            since: Instant(seconds: 0)
        )
    }

    @Test("Only a parent who stays can, and the refusal names who cannot")
    func refusals() throws {
        let (dad, kim) = (member(1, "Dad", .parent), member(2, "Kim", .child))
        #expect(try HandOverOption.checked(dad, leaver: kim.person, in: .english) == dad)
        let child = #expect(throws: CommandFailure.self) {
            _ = try HandOverOption.checked(kim, leaver: nil, in: .english)
        }
        #expect(child?.message == "Kim is no parent of this family: only a parent can take the reminders over.")
        let leaver = #expect(throws: CommandFailure.self) {
            _ = try HandOverOption.checked(dad, leaver: dad.person, in: .english)
        }
        #expect(leaver?.message == "Dad is the one who goes: name a parent who stays.")
    }
}
