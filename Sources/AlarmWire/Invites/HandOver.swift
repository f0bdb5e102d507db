public import AlarmCore

/// `POST /v1/invites/{id}/parcels`: a sealed part of what a device hands over to another of its person (PA1 section 4).
public struct HandOver: Hashable, WireMessage {
    /// The parcel, sealed for the claimer.
    public var box: SealedText

    /// Makes a request.
    public init(box: SealedText) {
        self.box = box
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        box = try object.sealed("box", limit: SealedText.parcelLimit)
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: ["box": .sealed(box)])
    }
}

extension ObjectReader {
    /// Takes the parcels of an invite, or nil if there are none.
    mutating func optionalParcels(_ name: String) throws(WireError) -> [SealedText]? {
        guard let elements = try optionalArray(name, limit: Invite.parcelsAllowed) else { return nil }
        var parcels: [SealedText] = []
        for (index, element) in elements.enumerated() {
            guard case .string(let text) = element, text.utf8.count <= SealedText.parcelLimit,
                let parcel = SealedText(text)
            else { throw WireError(.expected("a sealed parcel"), at: "\(pointer(to: name))/\(index)") }
            parcels.append(parcel)
        }
        return parcels
    }
}
