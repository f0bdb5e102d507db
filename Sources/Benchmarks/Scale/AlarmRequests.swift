import AlarmCore
import AlarmWire
import Engine
import Storage

/// Requests for alarms by random couples of a population.
struct AlarmRequests {
    private let couples: [StoredCouple]
    private let now: Instant
    private var generator = SeededGenerator(seed: 0xACCE)
    private let message: SealedText

    init(_ population: Population, at now: Instant) throws {
        couples = StoredCouple.make(population.couples)
        self.now = now
        guard let message = SealedText(Population.message) else { throw WireError(.expected("a sealed text")) }
        self.message = message
    }

    /// Returns the next `count` requests, each with the device that sends it.
    mutating func next(_ count: Int, in engine: Engine) async throws -> [(AlarmRequest, Device)] {
        var made: [(AlarmRequest, Device)] = []
        for _ in 0..<count {
            let couple = couples[Int.random(in: couples.indices, using: &generator)]
            let id = couple.sender.device
            guard let device = try await engine.read({ try $0.device(id) }) else { continue }
            made.append((request(for: couple), device))
        }
        return made
    }

    /// Returns a request of this couple.
    mutating func request(for couple: StoredCouple) -> AlarmRequest {
        AlarmRequest(
            id: .timeOrdered(at: now, using: &generator),
            partnerToken: couple.partnerToken,
            time: AlarmTime(now + .days(30) + .seconds(Int64.random(in: 0..<86_400, using: &generator))),
            message: message,
            timeZone: "Europe/Berlin"
        )
    }
}
