import AlarmWire
import Sealing
import Synchronization

/// The request keys of the devices that spoke last, so that not every request opens and derives one anew.
///
/// Bounded by two halves: when the young half is full it becomes the old one, and what was the old one is forgotten.
final class RequestKeyCache: Sendable {
    /// How many keys one half holds.
    ///
    /// 4,096: both halves take about a megabyte.
    static let halfCapacity = 4096

    private struct Halves {
        var young: [EnvelopeKeyID: SymmetricKey] = [:]
        var old: [EnvelopeKeyID: SymmetricKey] = [:]
    }

    private let halves = Mutex(Halves())

    /// How many keys are held.
    var count: Int { halves.withLock { $0.young.count + $0.old.count } }

    /// The key of this name, made by `derive` if it is not held.
    ///
    /// - Throws: what `derive` throws; nothing is kept then.
    func key(_ id: EnvelopeKeyID, derive: () throws -> SymmetricKey) throws -> SymmetricKey {
        if let key = halves.withLock({ $0.young[id] }) { return key }
        // Outside the lock; two who derive the same key come to the same bytes.
        let key = try halves.withLock { $0.old[id] } ?? derive()
        halves.withLock { halves in
            if halves.young.count >= Self.halfCapacity {
                halves.old = halves.young
                halves.young = [:]
            }
            halves.young[id] = key
            halves.old[id] = nil
        }
        return key
    }
}
