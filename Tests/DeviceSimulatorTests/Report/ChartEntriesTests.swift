import AlarmCore
import Testing

@testable import DeviceSimulator

@Suite("Entries of a run in an alarm's chart")
struct ChartEntriesTests {
    private func texts(of number: Int, _ build: (inout RunBuilder) -> Void) -> [String] {
        var run = RunBuilder("entries", "", from: -.minutes(1), to: .minutes(1))
        run.alarm("nap", "")
        run.alarm("wake", number: 2, due: .minutes(30), to: ["Cleo"], "")
        build(&run)
        return ChartEntries.all(about: run.record.alarms[number], in: run.record).map(\.text)
    }

    @Test("The request that made it, though it had no identifier yet, and no other alarm's")
    func request() {
        let build = { (run: inout RunBuilder) in
            run.add(-.seconds(9), .phone("Ana"), .request, "pairs with Ben", alarm: nil)
            run.add(-.seconds(9), .phone("Ana"), .request, "sets nap for Ben", alarm: nil)
            run.add(-.seconds(9), .relay, .state, "nap is scheduled")
            run.add(-.seconds(9), .phone("Ana"), .request, "sets wake for Cleo", alarm: nil)
            run.add(-.seconds(9), .relay, .state, "wake is scheduled", alarm: 2)
            run.add(-.seconds(5), .phone("Ana"), .request, "ends the pair with Ben", alarm: nil)
            run.add(-.seconds(5), .relay, .state, "nap is cancelled")
        }
        #expect(
            texts(of: 0, build) == [
                "sets nap for Ben", "nap is scheduled", "ends the pair with Ben", "nap is cancelled",
            ]
        )
        #expect(
            texts(of: 1, build) == ["sets wake for Cleo", "wake is scheduled", "ends the pair with Ben"]
        )
    }

    @Test("Events of those who take part, and of no others")
    func meanwhile() {
        let found = texts(of: 0) { run in
            run.add(-.minutes(5), .phone("Ben"), .change, "too early", alarm: nil)
            run.add(-.minutes(2), .relay, .state, "nap is scheduled")
            run.add(-.minutes(1), .phone("Ben"), .change, "goes offline", alarm: nil)
            run.add(-.minutes(1), .phone("Cleo"), .change, "goes offline too", alarm: nil)
            run.add(-.minutes(1), .scenario, .note, "says something", alarm: nil)
            run.add(.minutes(1), .relay, .change, "too late", alarm: nil)
        }
        #expect(found == ["nap is scheduled", "goes offline", "says something"])
    }

    @Test("A state of the relay comes after what brought it about, and before what came of it")
    func order() {
        let found = texts(of: 0) { run in
            run.add(.zero, .phone("Ben"), .ring, "rings")
            run.add(.zero, .relay, .state, "nap is ringing")
            run.add(.seconds(5), .phone("Ben"), .answer, "answers")
            run.add(.seconds(5), .gateway, .push, "acknowledged")
            run.add(.seconds(5), .phone("Ana"), .notice, "is told")
            run.add(.seconds(5), .relay, .state, "nap is acknowledged")
        }
        #expect(found == ["nap is ringing", "rings", "answers", "nap is acknowledged", "acknowledged", "is told"])
    }
}
