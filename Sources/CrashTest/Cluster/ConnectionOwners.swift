import GatewaySimulator
import Glibc
import Synchronization

/// Knows which node has opened which connection to the gateway.
///
/// Every node reaches the gateway by a link of its own, and connections are opened one after another, so that the number which
/// the gateway gives to the newest tells whose it is. The nodes themselves are not asked.
final class ConnectionOwners: Sendable {
    /// The number of a node that is not known, which no fault excuses.
    static let nobody = -1
    /// How often to look for a new connection, a millisecond apart.
    private static let looks = 10_000

    private let gateway: GatewaySimulator
    private let owners = Mutex<[Int: Int]>([:])
    private let turn = Mutex<Void>(())

    init(gateway: GatewaySimulator) {
        self.gateway = gateway
    }

    /// Makes a node's link to the gateway.
    func link(of node: Int) throws -> NetworkLink {
        try NetworkLink(at: .port(0), to: .port(UInt16(gateway.port))) { [self] connect in open(connect, by: node) }
    }

    /// The node that opened the connection with this number.
    func owner(of connection: Int) -> Int { owners.withLock { $0[connection] } ?? Self.nobody }

    private func open(_ connect: () -> Int32?, by node: Int) -> Int32? {
        turn.withLock { _ in
            let number = gateway.acceptedConnectionCount + 1
            guard let descriptor = connect() else { return nil }
            owners.withLock { $0[number] = node }
            for _ in 0..<Self.looks where gateway.acceptedConnectionCount < number { usleep(1000) }
            return descriptor
        }
    }
}
