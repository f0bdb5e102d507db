import AlarmCore
import ArgumentParser
import Engine
import Foundation
import Hummingbird
import Logging
import RelayServer
import ServiceLifecycle
import Storage
import UnixSignals

/// `reveille-bench serve`: the measured relay, in a process of its own.
struct ServeRelay: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run the relay that is measured; started by the measurement.",
        shouldDisplay: false
    )

    func run() async throws {
        let environment = ProcessInfo.processInfo.environment
        if let node = RingNode(environment: environment) {
            return try await node.run(RelayConfiguration(environment: environment))
        }
        guard let kind = environment[RelayKind.variable].flatMap(RelayKind.init),
            let couples = environment[RelayKind.couplesVariable].flatMap({ Int($0) })
        else { throw ValidationError("\(RelayKind.variable) and \(RelayKind.couplesVariable) are not set") }
        let memory = InMemoryStore()
        let relay = try await buildRelay(
            configuration: RelayConfiguration(environment: environment),
            store: kind == .forgetful ? NullStore(memory: memory) : nil,
            gateways: Gateways(ImmediateChannel())
        )
        let (vault, now) = (relay.engine.vault, relay.engine.clock.now())
        let store: any Store = kind == .forgetful ? memory : relay.engine.store
        try await store.write { transaction in
            for couple in StoredCouple.make(couples) { try couple.insert(into: transaction, vault: vault, at: now) }
        }
        guard kind != .whole else { return try await relay.run() }
        // Other nodes would take it for dead.
        let membership: [any Service] = relay.engine.node.isShared ? [NodeHeartbeats(engine: relay.engine)] : []
        try await ServiceGroup(
            services: membership + [relay.application],
            gracefulShutdownSignals: [.sigterm],
            logger: relay.engine.logger
        ).run()
        await relay.close()
    }
}
