import AlarmCore
import Sealing
import Testing

@Suite("A keyring opens what it sealed, for the place it was sealed for")
struct KeyringTests {
    private let keyring: Keyring
    private let rowID: [UInt8] = [1, 2, 3]
    private let secret = Array("token".utf8)

    init() throws {
        keyring = try Keyring.generate(at: Instant(seconds: 1_767_225_600))
    }

    private func sealed(by keyring: Keyring) throws -> [UInt8] {
        try keyring.seal(secret, table: "device", column: "token", rowID: rowID)
    }

    private func open(_ sealed: [UInt8], with keyring: Keyring) throws(KeyringError) -> [UInt8] {
        try keyring.open(sealed, table: "device", column: "token", rowID: rowID)
    }

    @Test("What is sealed opens, is 32 bytes longer, and names its key", arguments: [0, 1, 32, 5000])
    func roundTrip(count: Int) throws {
        let plaintext = [UInt8](repeating: 9, count: count)
        let sealed = try keyring.seal(plaintext, table: "t", column: "c", rowID: rowID)
        #expect(sealed.count == count + 32)
        #expect(Keyring.keyID(of: sealed) == keyring.activeID)
        #expect(try keyring.open(sealed, table: "t", column: "c", rowID: rowID) == plaintext)
        #expect(try keyring.seal(plaintext, table: "t", column: "c", rowID: rowID) != sealed)
    }

    @Test(
        "A value moved to another place does not open, not even where the names join to the same letters",
        arguments: [
            ("person", "token", [1, 2, 3]), ("device", "name", [1, 2, 3]), ("device", "token", [1, 2, 4]),
            ("devicet", "oken", [1, 2, 3]), ("device", "token\u{1}", [2, 3]), ("", "devicetoken", [1, 2, 3]),
        ] as [(String, String, [UInt8])]
    )
    func otherPlace(table: String, column: String, rowID: [UInt8]) throws {
        let sealed = try sealed(by: keyring)
        #expect(throws: KeyringError.cannotOpen) {
            try keyring.open(sealed, table: table, column: column, rowID: rowID)
        }
    }

    @Test("No changed byte and no cut goes unnoticed")
    func tampering() throws {
        let sealed = try sealed(by: keyring)
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1
            #expect(throws: KeyringError.self) { try open(changed, with: keyring) }
            #expect(throws: KeyringError.self) { try open(Array(sealed.prefix(index)), with: keyring) }
        }
        for count in [0, 3, 31] {
            #expect(throws: KeyringError.malformedSealedBytes) { try open(Array(sealed.prefix(count)), with: keyring) }
        }
    }

    @Test("After a rotation the old key still opens, the new one seals, and rewrapping moves a value over")
    func rotation() throws {
        var rotated = keyring
        let old = try sealed(by: keyring)
        let newID = try rotated.rotate(at: Instant(seconds: 1_775_000_000))
        #expect(rotated.activeID == newID && newID != keyring.activeID)
        #expect(try open(old, with: rotated) == secret)

        let new = try #require(try rotated.rewrap(old, table: "device", column: "token", rowID: rowID))
        #expect(Keyring.keyID(of: new) == newID)
        #expect(try rotated.rewrap(new, table: "device", column: "token", rowID: rowID) == nil)

        #expect(throws: KeyringError.activeKey(newID)) { try rotated.remove(newID) }
        try rotated.remove(keyring.activeID)
        #expect(try open(new, with: rotated) == secret)
        #expect(throws: KeyringError.missingKey(keyring.activeID)) { try open(old, with: rotated) }
        #expect(throws: KeyringError.missingKey(keyring.activeID)) { try rotated.remove(keyring.activeID) }
    }

    @Test("A keyring with a wrong key under the right id is refused, naming the key")
    func wrongKey() throws {
        let check = try keyring.checkValue(for: keyring.activeID)
        #expect(check.count == 16)
        try keyring.verify(checkValue: check, for: keyring.activeID)

        let stranger = try Keyring.generate(at: Instant(seconds: 0))
        #expect(throws: KeyringError.missingKey(keyring.activeID)) {
            try stranger.verify(checkValue: check, for: keyring.activeID)
        }
        let renamed = try Keyring(
            parsing: stranger.text.replacing(stranger.activeID.description, with: keyring.activeID.description)
        )
        #expect(throws: KeyringError.wrongKey(keyring.activeID)) {
            try renamed.verify(checkValue: check, for: keyring.activeID)
        }
        #expect(throws: KeyringError.cannotOpen) { try open(sealed(by: keyring), with: renamed) }

        let lookupCheck = try keyring.lookupCheckValue()
        try keyring.verify(lookupCheckValue: lookupCheck)
        #expect(throws: KeyringError.wrongLookupKey) { try stranger.verify(lookupCheckValue: lookupCheck) }
    }

    @Test("A look-up value is the same after a rotation, and differs by purpose, bytes and keyring")
    func lookup() throws {
        let value = try keyring.lookup(secret, purpose: "push token")
        #expect(value.count == 32)
        var rotated = keyring
        try rotated.rotate(at: Instant(seconds: 0))
        #expect(try rotated.lookup(secret, purpose: "push token") == value)
        #expect(try keyring.lookup(secret, purpose: "push") != value)
        #expect(try keyring.lookup(secret + [0], purpose: "push token") != value)
        #expect(try keyring.lookup(Array("ntoken".utf8), purpose: "push toke") != value)
        #expect(try Keyring.generate(at: Instant(seconds: 0)).lookup(secret, purpose: "push token") != value)
    }
}
