import AlarmWire
import Sealing
import Synchronization

/// The request keys of recently active devices, so that not every request has to open and derive one.
///
/// Bounded by two halves: when the young half is full it becomes the old one, and the previous old half is dropped.
final class RequestKeyCache: Sendable {
    /// The capacity of one half, in keys.
    ///
    /// 4,096: both halves take about a megabyte.
    static let halfCapacity = 4096

    private struct Halves {
        var young: [EnvelopeKeyID: SymmetricKey] = [:]
        var old: [EnvelopeKeyID: SymmetricKey] = [:]
    }

    private let halves = Mutex(Halves())

    /// The number of cached keys.
    var count: Int { halves.withLock { $0.young.count + $0.old.count } }

    /// Returns the key with this name, made by `derive` if it is not cached.
    ///
    /// - Throws: what `derive` throws; nothing is cached then.
    func key(_ id: EnvelopeKeyID, derive: () throws -> SymmetricKey) throws -> SymmetricKey {
        if let key = halves.withLock({ $0.young[id] }) { return key }
        // Outside the lock: two concurrent derivations of the same key yield the same bytes.
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
