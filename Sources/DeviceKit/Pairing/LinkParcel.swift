import AlarmCore
import AlarmWire
import Sealing

/// A part of what one device of a person hands over to another: pairs, with their keys (PA1 section 4).
///
/// Sealed under the key of the link, which the relay does not have. A pair takes some 310 bytes and its partner's name, so
/// that a parcel holds at least five and usually a dozen.
struct LinkParcel: Sendable {
    /// The most bytes of a parcel before it is sealed: 4,096, so that its request fits into an envelope.
    static let sizeLimit = 4096
    /// What stands around the pairs: `{"v":1,"part":16,"pairs":[]}`.
    private static let frame = 32

    /// Its number, from 1 on, by which a missing or a swapped one is noticed.
    var part: Int
    /// The pairs.
    var pairs: [KnownPair]

    /// Packs pairs into as few parcels as hold them in order.
    ///
    /// - Throws: ``PairingError/tooManyPairs(limit:)`` when they need more than an invite takes.
    static func pack(_ pairs: [KnownPair]) throws(PairingError) -> [LinkParcel] {
        var parcels: [LinkParcel] = []
        var room = 0
        for (index, pair) in pairs.enumerated() {
            let size = pair.wire.count + 1
            if size > room {
                guard parcels.count < Invite.parcelsAllowed else { throw .tooManyPairs(limit: index) }
                parcels.append(LinkParcel(part: parcels.count + 1, pairs: []))
                room = sizeLimit - frame
            }
            parcels[parcels.count - 1].pairs.append(pair)
            room -= size
        }
        return parcels
    }

    /// Opens the parcels of a link.
    ///
    /// - Returns: the pairs, or nil unless there are exactly `count` parcels, in order, all sealed under `key`.
    static func unpack(_ sealed: [SealedText], count: Int, with key: SymmetricKey) -> [KnownPair]? {
        guard sealed.count == count else { return nil }
        var pairs: [KnownPair] = []
        for (index, text) in sealed.enumerated() {
            guard let parcel = text.open(with: key, as: LinkParcel.self, limit: SealedText.parcelLimit),
                parcel.part == index + 1
            else { return nil }
            pairs += parcel.pairs
        }
        return pairs
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
    }

    var json: JSONValue {
        .object(of: ["v": 1, "part": .integer(part), "pairs": .array(pairs.map(\.json))])
    }
}
