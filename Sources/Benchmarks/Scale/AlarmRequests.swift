import AlarmCore
import AlarmWire
import Engine
import Storage
import TestSupport

/// Requests for alarms by couples of a population, drawn at random.
struct AlarmRequests {
    private let couples: [Couple]
    private let now: Instant
    private var generator = SeededGenerator(seed: 0xACCE)
    private let message: SealedText

    init(_ population: Population, at now: Instant) throws {
        couples = Couple.make(population.couples)
        self.now = now
        guard let message = SealedText(Population.message) else { throw WireError(.expected("a sealed text")) }
        self.message = message
    }

    /// The next few, each with the device that asks.
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

    /// A request of this couple's.
    mutating func request(for couple: Couple) -> AlarmRequest {
        AlarmRequest(
            id: .timeOrdered(at: now, using: &generator),
            partnerToken: couple.partnerToken,
            time: AlarmTime(now + .days(30) + .seconds(Int64.random(in: 0..<86_400, using: &generator))),
            message: message,
            timeZone: "Europe/Berlin"
        )
    }
}
