package import AlarmCore
import AlarmWire
package import Delivery
package import Sealing
package import Storage

/// Seals what the relay must be able to read again, and hashes what it must only recognise.
///
/// Every sealed value is bound to its table, column and row, so that nobody who can write to the database can move one
/// person's address into another's row (PA1 section 9).
package struct Vault: Sendable {
    let keyring: Keyring

    package init(keyring: Keyring) {
        self.keyring = keyring
    }

    package func seal(deviceKey: [UInt8], of device: DeviceID) throws -> [UInt8] {
        try keyring.seal(deviceKey, table: "device", column: "key", rowID: device.bytes)
    }

    package func openDeviceKey(of device: Device) throws -> [UInt8] {
        try keyring.open(device.sealedKey, table: "device", column: "key", rowID: device.id.bytes)
    }

    /// Seals an address as a whole, as registered at `now`.
    package func seal(
        _ address: DeviceAddress,
        of device: DeviceID,
        at now: Instant
    ) throws -> Device.SealedAddress {
        let sealed = try keyring.seal(address.bytes, table: "device", column: "address", rowID: device.bytes)
        return Device.SealedAddress(sealed: sealed, registeredAt: now)
    }

    package func open(
        _ address: Device.SealedAddress,
        of device: DeviceID,
        on platform: Device.Platform
    ) throws -> DeviceAddress {
        let bytes = try keyring.open(address.sealed, table: "device", column: "address", rowID: device.bytes)
        return try DeviceAddress(bytes, on: platform)
    }

    /// Seals the provider token stored under `name`: for an hour, anyone who has it can push as the team.
    package func seal(providerToken: String, for name: String) throws -> [UInt8] {
        try keyring.seal(Array(providerToken.utf8), table: "value", column: "provider token", rowID: Array(name.utf8))
    }

    package func openProviderToken(_ sealed: [UInt8], for name: String) throws -> String {
        String(
            decoding: try keyring.open(
                sealed,
                table: "value",
                column: "provider token",
                rowID: Array(name.utf8)
            ),
            as: UTF8.self
        )
    }

    /// Seals an answer stored for a repeated request; it may hold a partner token.
    package func seal(answer: [UInt8], to jti: [UInt8], of device: DeviceID) throws -> [UInt8] {
        try keyring.seal(answer, table: "replay", column: "body", rowID: device.bytes + jti)
    }

    package func openAnswer(_ sealed: [UInt8], to jti: [UInt8], of device: DeviceID) throws -> [UInt8] {
        try keyring.open(sealed, table: "replay", column: "body", rowID: device.bytes + jti)
    }

    /// Seals the content of a document, bound to its kind and identifier.
    package func seal(document text: [UInt8], kind: Document.Kind, id: DocumentID) throws -> [UInt8] {
        try keyring.seal(text, table: "document", column: kind.rawValue, rowID: id.bytes)
    }

    package func openDocument(_ document: Document) throws -> [UInt8] {
        try keyring.open(document.body, table: "document", column: document.kind.rawValue, rowID: document.id.bytes)
    }

    /// A keyed hash for one purpose, which stays the same as long as the keyring's lookup key does.
    package func lookup(_ value: [UInt8], purpose: String) throws -> [UInt8] {
        try keyring.lookup(value, purpose: purpose)
    }

    /// A keyed hash by which a repeated registration with the same device key is recognised.
    package func registration(of deviceKey: [UInt8]) throws -> [UInt8] {
        try keyring.lookup(deviceKey, purpose: "registration")
    }

    /// A keyed hash by which an enrolment code is recognised, however it was typed.
    package func enrolment(_ code: String) throws -> [UInt8] {
        try keyring.lookup(Self.values(ofTyped: code), purpose: "enrolment")
    }

    /// A keyed hash by which the operator's code is recognised, however it was typed.
    package func operatorCode(_ code: String) throws -> [UInt8] {
        try keyring.lookup(Self.values(ofTyped: code), purpose: "operator code")
    }

    private static func values(ofTyped code: String) -> [UInt8] {
        code.utf8.filter { !" \t-".utf8.contains($0) }.map { CrockfordBase32.value(ofTyped: $0) ?? .max }
    }

    /// The identifier by which one side of a pair addresses the other; derived, so that it need not be stored in clear.
    package func partnerToken(of pair: PairID, heldBy person: PersonID) throws -> [UInt8] {
        Array(try keyring.lookup(pair.bytes + person.bytes, purpose: "partner token").prefix(16))
    }
}
