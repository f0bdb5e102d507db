import AlarmCore
import Testing

@testable import reveille

@Suite("The command that is suggested after pairing")
struct PartnerOptionTests {
    private let id = PairID(high: 1, low: 1)

    @Test("It names the partner only where there are several")
    func several() {
        #expect(PairNewCommand.option(naming: "Ben", id, among: ["Ben"]) == "")
        #expect(PairNewCommand.option(naming: "Ben", id, among: ["Ben", "Cleo"]) == " --to Ben")
    }

    @Test("A name is quoted for the shell, and the pair's id stands for one that would not do")
    func quoted() {
        #expect(PairNewCommand.option(naming: "Ben K", id, among: ["Ben K", "Cleo"]) == " --to 'Ben K'")
        #expect(PairNewCommand.option(naming: "$(date)", id, among: ["$(date)", "Cleo"]) == " --to \(id)")
        #expect(PairNewCommand.option(naming: "O'Hara", id, among: ["O'Hara", "Cleo"]) == " --to \(id)")
        #expect(PairNewCommand.option(naming: "ben", id, among: ["Ben", "ben"]) == " --to \(id)")
    }
}
