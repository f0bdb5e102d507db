package import AlarmCore

/// A column whose values the keyring seals.
package enum SealedColumn: Hashable, Sendable {
    /// The devices' keys.
    case deviceKey
    /// The addresses of the devices that have one.
    case deviceAddress
    /// The answers kept for repeated requests.
    case answer
    /// What documents say.
    case document
    /// The values that the relay keeps about itself under names that begin so.
    case value(prefix: String)
}

/// Something sealed, as one row of the store holds it.
package struct SealedValue: Hashable, Sendable {
    /// The row and column.
    package enum Place: Hashable, Sendable {
        case deviceKey(DeviceID)
        case deviceAddress(DeviceID)
        case answer(DeviceID, jti: [UInt8])
        case document(Document.Kind, DocumentID)
        case value(String)
    }

    package var place: Place
    package var bytes: [UInt8]

    package init(place: Place, bytes: [UInt8]) {
        self.place = place
        self.bytes = bytes
    }
}
