import ArgumentParser
import Testing

@testable import reveille

@Suite("The hours of a consent, as typed")
struct ConsentHoursTests {
    /// What the command says of arguments that it refuses; nil where it takes them.
    private func refusal(_ arguments: String...) -> String? {
        do {
            _ = try ConsentHoursCommand.parse(["Ana"] + arguments)
            return nil
        } catch {
            return ConsentHoursCommand.message(for: error)
        }
    }

    @Test("Two times of day are taken, with one digit of the hour as well, also over midnight; or none, with --always")
    func taken() {
        #expect(refusal("--from", "08:00", "--until", "21:30") == nil)
        #expect(refusal("--from", "8:00", "--until", "21:30") == nil)
        #expect(refusal("--from", "22:00", "--until", "06:00") == nil)
        #expect(refusal("--always") == nil)
    }

    @Test(
        "A time that is none is refused by name, with how to write it",
        arguments: ["25:00", "8", "08:60", "8am", "noon", "08:00:00", ""]
    )
    func noTime(text: String) {
        for arguments in [["--from", text, "--until", "21:30"], ["--from", "08:00", "--until", text]] {
            let said = refusal(arguments[0], arguments[1], arguments[2], arguments[3])
            #expect(
                said == "'\(text)' is no time of day; write hours and minutes, as in --from 08:00 --until 21:30."
            )
        }
    }

    @Test("The same time twice leaves no hours, and is refused with what to give")
    func same() {
        for until in ["08:00", "8:00"] {
            let said = refusal("--from", "08:00", "--until", until)
            #expect(said == "Give two different times of day, as in --from 08:00 --until 21:30.")
        }
    }

    @Test("One time alone, none, or times beside --always are refused with what to give")
    func incomplete() {
        let advice = "Give --from and --until, or --always."
        #expect(refusal() == advice)
        #expect(refusal("--from", "08:00") == advice)
        #expect(refusal("--until", "21:30") == advice)
        #expect(refusal("--from", "08:00", "--until", "21:30", "--always") == advice)
    }
}
