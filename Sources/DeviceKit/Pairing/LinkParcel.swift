import AlarmCore
import AlarmWire
import Sealing

/// A part of what one device of a person hands over to another: pairs and circles, with their keys (PA1 section 4).
///
/// Sealed under the key of the link, which the relay does not have. A pair takes some 310 bytes and its partner's name,
/// so that a parcel holds at least five and usually a dozen; a circle takes some 200 bytes and 130 for each of its
/// members, so that the largest fits. Former keys take what room there is beside the members.
struct LinkParcel: Sendable {
    /// The most bytes of a parcel before it is sealed: 4,096, so that its request fits into an envelope.
    static let sizeLimit = 4096
    /// The size of the object around them: `{"v":1,"part":16,"pairs":[],"circles":[]}`.
    private static let frame = 48

    /// The number of the parcel, from 1, by which a missing or a swapped one is detected.
    var part: Int
    /// The pairs.
    var pairs: [KnownPair] = []
    /// The circles.
    var circles: [KnownCircle] = []

    /// Packs pairs, then circles, into as few parcels as hold them in order.
    ///
    /// Former keys are left out where they alone would make too many parcels.
    ///
    /// - Throws: ``PairingError/tooManyPairs(limit:)`` when they need more than an invite allows.
    static func pack(_ pairs: [KnownPair], circles: [KnownCircle] = []) throws(PairingError) -> [LinkParcel] {
        do {
            return try pack(pairs, circles.map { $0.handedOver(within: sizeLimit - frame - 1) })
        } catch .tooManyPairs where circles.contains(where: { !$0.former.isEmpty }) {
            return try pack(pairs, circles.map { $0.handedOver(within: 0) })
        }
    }

    private static func pack(_ pairs: [KnownPair], _ circles: [KnownCircle]) throws(PairingError) -> [LinkParcel] {
        var parcels: [LinkParcel] = []
        var room = 0
        func makeRoom(for size: Int, limit: Int) throws(PairingError) {
            if size > room {
                guard parcels.count < Invite.parcelsAllowed else { throw .tooManyPairs(limit: limit) }
                parcels.append(LinkParcel(part: parcels.count + 1))
                room = sizeLimit - frame
            }
            room -= size
        }
        for (index, pair) in pairs.enumerated() {
            try makeRoom(for: pair.wire.count + 1, limit: index)
            parcels[parcels.count - 1].pairs.append(pair)
        }
        for circle in circles {
            try makeRoom(for: circle.wire.count + 1, limit: pairs.count)
            parcels[parcels.count - 1].circles.append(circle)
        }
        return parcels
    }

    /// Opens the parcels of a link.
    ///
    /// - Returns: the pairs and circles, or nil unless there are exactly `count` parcels, in order, all sealed under `key`.
    static func unpack(
        _ sealed: [SealedText],
        count: Int,
        with key: SymmetricKey
    ) -> (pairs: [KnownPair], circles: [KnownCircle])? {
        guard sealed.count == count else { return nil }
        var (pairs, circles): ([KnownPair], [KnownCircle]) = ([], [])
        for (index, text) in sealed.enumerated() {
            guard let parcel = text.open(with: key, as: LinkParcel.self, limit: SealedText.parcelLimit),
                parcel.part == index + 1
            else { return nil }
            pairs += parcel.pairs
            circles += parcel.circles
        }
        return (pairs, circles)
    }

    /// The parcel, sealed for the other device.
    func sealed(with key: SymmetricKey) throws(PairingError) -> SealedText {
        do {
            return try SealedText(sealing: wire, with: key)
        } catch .sealing(let error) {
            throw PairingError(error)
        } catch {
            throw .outOfTurn
        }
    }
}

extension LinkParcel: WireMessage {
    init(reading object: inout ObjectReader) throws(WireError) {
        try object.version()
        part = Int(try object.integer("part", in: 1...Int64(Invite.parcelsAllowed)))
        pairs = try object.array("pairs", limit: 64)
        circles = try object.optionalList("circles")
    }

    var json: JSONValue {
        .object(of: [
            "v": 1,
            "part": .integer(part),
            "pairs": .array(pairs.map(\.json)),
            "circles": circles.isEmpty ? nil : .array(circles.map(\.json)),
        ])
    }
}

extension KnownCircle {
    /// The circle as another device of the same person gets it, with the newest former keys that fit into `limit` bytes.
    ///
    /// What was sealed with a former key is read on the other device too, until somebody has sealed it again.
    fileprivate func handedOver(within limit: Int) -> KnownCircle {
        var circle = self
        // The relay sends the names of those who are in the circle, and of nobody who has left it.
        for index in circle.members.indices { circle.members[index].name = nil }
        circle.sealedFor = nil
        circle.departed = []
        circle.former = []
        var room = limit - circle.wire.count - #""former":[],"#.utf8.count
        for known in former.reversed() {
            room -= known.wire.count + 1
            guard room >= 0 else { break }
            circle.former.insert(known, at: 0)
        }
        return circle
    }
}
