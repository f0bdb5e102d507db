import Dispatch
import Testing

@testable import StorageSQLite

@Suite("A flag that the writer waits for", .timeLimit(.minutes(1)))
struct ArrivalTests {
    private let arrival = Arrival()

    @Test("A flag that is raised before ends one wait, and the next one ends by itself")
    func raisedBefore() {
        arrival.raise()
        #expect(arrival.wait(atMost: .seconds(3600)))
        #expect(!arrival.wait(atMost: .milliseconds(1)))
    }

    @Test("A flag that was lowered again ends no wait")
    func lowered() {
        arrival.raise()
        arrival.lower()
        #expect(!arrival.wait(atMost: .milliseconds(1)))
    }

    @Test("A flag that is raised during a wait ends it")
    func raisedDuring() async {
        let arrival = arrival
        let isRaised = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                DispatchQueue.global().async { arrival.raise() }
                continuation.resume(returning: arrival.wait(atMost: .seconds(3600)))
            }
        }
        #expect(isRaised)
    }
}
