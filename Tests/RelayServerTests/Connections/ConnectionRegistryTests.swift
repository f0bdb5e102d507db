import AlarmCore
import RelayTesting
import Synchronization
import Testing

@testable import RelayServer

@Suite("Room for connections")
struct ConnectionRegistryTests {
    /// Takes connections in, and remembers which were closed.
    private final class Visitors: Sendable {
        let registry: ConnectionRegistry
        private let closed = Mutex<[Int]>([])

        init(_ registry: ConnectionRegistry) {
            self.registry = registry
        }

        var gone: [Int] { closed.withLock { $0 } }

        func come(_ number: Int, from address: String) -> ConnectionRegistry.ID? {
            registry.admit(IPAddress(address)) { [self] in closed.withLock { $0.append(number) } }
        }
    }

    private static func limits(all: Int, address: Int) -> ServerLimits {
        var limits = ServerLimits()
        (limits.connections, limits.connectionsPerAddress) = (all, address)
        return limits
    }

    @Test("Who has waited longest makes room, and an answer begins the wait anew")
    func longest() throws {
        let visitors = Visitors(.sample(Self.limits(all: 3, address: 3)))
        let ids = try (0..<3).map { try #require(visitors.come($0, from: "192.0.2.\($0)")) }
        visitors.registry.beginAnswer(ids[0])
        visitors.registry.endAnswer(ids[0])
        for number in 3...5 { _ = visitors.come(number, from: "192.0.2.\(number)") }
        #expect(visitors.gone == [1, 2, 0])
        #expect(visitors.registry.count == 3)
    }

    @Test("Nobody who is being answered makes room: the one that comes is turned away")
    func answered() throws {
        let log = LogRecord()
        let visitors = Visitors(.sample(Self.limits(all: 2, address: 2), log: log))
        let ids = try (0..<2).map { try #require(visitors.come($0, from: "192.0.2.\($0)")) }
        for id in ids { visitors.registry.beginAnswer(id) }
        #expect(visitors.come(2, from: "192.0.2.9") == nil)
        #expect(visitors.gone.isEmpty)
        visitors.registry.leave(ids[0])
        #expect(visitors.come(3, from: "192.0.2.9") != nil)
        #expect(log.text.contains("full 1") && !log.text.contains("192.0.2"))
    }

    @Test("One address has its own bound, within which its own oldest makes room; an IPv6 /64 is one address")
    func address() {
        let visitors = Visitors(.sample(Self.limits(all: 100, address: 2)))
        _ = visitors.come(0, from: "192.0.2.1")
        for number in 1...3 { _ = visitors.come(number, from: "2001:db8::\(number)") }
        #expect(visitors.gone == [1])
        _ = visitors.come(4, from: "2001:db8:0:1::1")
        #expect(visitors.gone == [1])
    }

    @Test("Further streams count as connections, of an address and in all; who waits makes room for them too")
    func streams() throws {
        let visitors = Visitors(.sample(Self.limits(all: 4, address: 3)))
        let own = try #require(visitors.come(0, from: "192.0.2.1"))
        _ = visitors.come(1, from: "192.0.2.1")
        #expect(visitors.registry.admitStream(of: own))
        #expect(visitors.gone.isEmpty)
        #expect(visitors.registry.admitStream(of: own))
        #expect(visitors.gone == [1])
        #expect(!visitors.registry.admitStream(of: own), "no connection makes room for itself")
        visitors.registry.leaveStream(of: own)
        #expect(visitors.registry.admitStream(of: own))
        _ = visitors.come(2, from: "192.0.2.2")
        // The first of all waits longest, and goes with its streams.
        for number in 3...5 { _ = visitors.come(number, from: "192.0.2.\(number)") }
        #expect(visitors.gone == [1, 0])
        #expect(visitors.registry.count == 4)
        visitors.registry.leaveStream(of: own)
        _ = visitors.come(6, from: "192.0.2.6")
        #expect(visitors.gone == [1, 0, 2])
    }

    @Test("A connection whose stream another one made room for keeps its own turn")
    func turn() throws {
        let visitors = Visitors(.sample(Self.limits(all: 2, address: 2)))
        let own = try #require(visitors.come(0, from: "192.0.2.1"))
        _ = visitors.come(1, from: "192.0.2.2")
        #expect(visitors.registry.admitStream(of: own))
        #expect(visitors.gone == [1])
        _ = visitors.come(2, from: "192.0.2.3")
        #expect(visitors.gone == [1, 0])
    }

    @Test("Whose streams are all being answered makes no room, and has as many as connections are allowed")
    func answeredStreams() throws {
        let visitors = Visitors(.sample(Self.limits(all: 100, address: 2)))
        let own = try #require(visitors.come(0, from: "192.0.2.1"))
        visitors.registry.beginAnswer(own)
        #expect(visitors.registry.admitStream(of: own))
        #expect(!visitors.registry.admitStream(of: own))
        #expect(visitors.come(1, from: "192.0.2.1") == nil)
        #expect(visitors.come(2, from: "192.0.2.2") != nil)
        #expect(visitors.gone.isEmpty)
    }

    @Test("A trusted proxy's connections are those of many")
    func proxy() {
        let visitors = Visitors(.sample(Self.limits(all: 100, address: 2)))
        for number in 0..<50 { _ = visitors.come(number, from: "10.0.0.1") }
        #expect(visitors.gone.isEmpty)
    }

    @Test("Open files bound the connections more than the limit does")
    func files() {
        let registry = ConnectionRegistry.sample(Self.limits(all: 100, address: 100), capacity: 7)
        #expect(registry.capacity == 7)
    }

    @Test(
        "However often connections come, are answered and go, in any order, the oldest that waits is found",
        arguments: 0..<10 as Range<UInt64>
    )
    func random(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let visitors = Visitors(.sample(Self.limits(all: 8, address: 8)))
        // What is expected: those that wait, longest first, and those that are answered.
        var waiting: [(number: Int, id: ConnectionRegistry.ID)] = []
        var busy: [(number: Int, id: ConnectionRegistry.ID)] = []
        var gone: [Int] = []
        for number in 0..<2000 {
            switch Int.random(in: 0..<4, using: &generator) {
            case 0:
                let id = visitors.come(number, from: "192.0.2.\(number % 250)")
                if waiting.count + busy.count == 8 {
                    if waiting.isEmpty {
                        #expect(id == nil, "seed \(seed)")
                    } else {
                        gone.append(waiting.removeFirst().number)
                    }
                }
                if let id { waiting.append((number, id)) }
            case 1 where !waiting.isEmpty:
                let one = waiting.remove(at: .random(in: waiting.indices, using: &generator))
                visitors.registry.beginAnswer(one.id)
                busy.append(one)
            case 2 where !busy.isEmpty:
                let one = busy.remove(at: .random(in: busy.indices, using: &generator))
                visitors.registry.endAnswer(one.id)
                waiting.append(one)
            case 3 where !busy.isEmpty && number % 5 == 0:
                visitors.registry.leave(busy.removeLast().id)
            default:
                break
            }
            #expect(visitors.gone == gone, "seed \(seed)")
            #expect(visitors.registry.count == waiting.count + busy.count, "seed \(seed)")
        }
    }

    @Test("The soft limit on open files is raised to the hard one")
    func openFiles() {
        OpenFiles.raise()
        let limit = OpenFiles.limit
        OpenFiles.raise()
        #expect(OpenFiles.limit == limit)
        #expect(limit >= 256)
    }
}
