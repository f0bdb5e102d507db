import Dispatch
import Testing

@testable import StorageSQLite

@Suite("A flag that the writer waits for", .timeLimit(.minutes(1)))
struct ArrivalTests {
    @Test("A wait ends when the flag is raised, before it or during it, and else by itself")
    func raised() async {
        let arrival = Arrival()
        arrival.raise()
        arrival.wait(atMost: .seconds(3600))
        arrival.wait(atMost: .milliseconds(1))
        arrival.raise()
        arrival.lower()
        arrival.wait(atMost: .milliseconds(1))
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                DispatchQueue.global().async { arrival.raise() }
                arrival.wait(atMost: .seconds(3600))
                continuation.resume()
            }
        }
    }
}
