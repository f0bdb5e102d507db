package import AlarmCore
import Storage

/// Which nodes of a shared store a device listens on, as a value of the store.
///
/// A value of a node that has died says nothing: it counts only together with the row of a living one.
extension RelayTransaction {
    private static func key(_ device: DeviceID) -> String { "listens/\(device)" }

    private func nodes(hearing device: DeviceID) throws -> [NodeID] {
        let bytes = try transaction.value(Self.key(device)) ?? []
        return stride(from: 0, through: bytes.count - 16, by: 16).compactMap { NodeID(bytes: bytes[$0..<$0 + 16]) }
    }

    private func set(_ nodes: [NodeID], hearing device: DeviceID) throws {
        try transaction.setValue(
            nodes.isEmpty ? nil : nodes.flatMap(\.bytes),
            for: Self.key(device),
            until: now + ListenerRegistry.lifetime
        )
    }

    /// Stores that a device listens on this node, beside those others that have a row.
    func addListener(_ device: DeviceID) throws {
        let own = engine.node.id
        var others = try nodes(hearing: device).filter { $0 != own }
        if !others.isEmpty {
            let known = Set(try transaction.nodes().map(\.id))
            others.removeAll { !known.contains($0) }
        }
        try set(others + [own], hearing: device)
    }

    /// Stores that a device no longer listens on this node.
    func removeListener(_ device: DeviceID) throws {
        let own = engine.node.id
        let nodes = try nodes(hearing: device)
        guard nodes.contains(own) else { return }
        try set(nodes.filter { $0 != own }, hearing: device)
    }

    /// Whether at least one of these devices listens on another node that lives.
    package func listenElsewhere(_ devices: [DeviceID]) throws -> Bool {
        guard engine.node.isShared else { return false }
        let own = engine.node.id
        let others = Set(try devices.flatMap { try nodes(hearing: $0) }).subtracting([own])
        guard !others.isEmpty else { return false }
        let horizon = try storeTime - engine.node.timing.silence
        return try transaction.nodes().contains { others.contains($0.id) && $0.heartbeatAt >= horizon }
    }
}
