import AlarmCore
import Engine

/// The zones of a node, one of which follows the installed rules, reloaded when the relay checks for changes.
final class SimulatedZones: ChangingZones {
    /// The zone that every recurring alarm of a simulation follows.
    static let name = "Europe/Berlin"

    private final class Shelf {
        let node: Node
        let isDeaf: Bool
        var loaded: ZoneRules?

        init(node: Node, isDeaf: Bool) {
            self.node = node
            self.isDeaf = isDeaf
        }
    }

    private let shelf: ThreadConfined<Shelf>

    /// Creates a node's zones; a deaf one reports no changes of rules.
    init(node: Node, isDeaf: Bool) {
        shelf = ThreadConfined(Shelf(node: node, isDeaf: isDeaf))
    }

    func rules(for name: String) -> ZoneRules? {
        guard name == Self.name else { return nil }
        let shelf = shelf.value
        shelf.loaded = shelf.loaded ?? shelf.node.installedRules
        return shelf.loaded
    }

    var rulesVersion: String { shelf.value.isDeaf ? "" : shelf.value.node.rulesVersion }

    func replaceRules(at now: Instant) -> [String: ZoneRules] {
        let shelf = shelf.value
        guard let former = shelf.loaded, former != shelf.node.installedRules else { return [:] }
        shelf.loaded = shelf.node.installedRules
        return shelf.isDeaf ? [:] : [Self.name: former]
    }
}

extension ZoneRules {
    /// Creates a zone in central Europe that follows a POSIX TZ string.
    static func following(_ footer: String) throws -> ZoneRules {
        func count(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian, Array.init) }
        let abbreviation = Array("CET\0".utf8)
        let counts: [UInt32] = [0, 0, 0, 0, 1, UInt32(abbreviation.count)]
        let header = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15) + counts.flatMap(count)
        let block = count(3600) + [0, 0] + abbreviation
        return try ZoneRules(tzif: header + block + header + block + Array("\n\(footer)\n".utf8))
    }
}
