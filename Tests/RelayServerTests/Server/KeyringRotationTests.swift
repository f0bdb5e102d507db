import AlarmCore
import AlarmWire
import Delivery
import Engine
import Features
import Foundation
import RelayTesting
import Sealing
import Storage
import Synchronization
import Testing

@testable import RelayServer

@Suite("Rotating the keyring")
struct KeyringRotationTests {
    /// A store with something in every sealed column, and the keyring's file.
    private final class Relay: Sendable {
        let store = InMemoryStore()
        private let file: Mutex<Keyring>
        private let couple: PairedDevices
        private let registration: [UInt8]
        private static let jti = [UInt8](repeating: 7, count: 16)
        private static let documents = (1...5).map { number in
            Document(
                kind: number.isMultiple(of: 2) ? .contact : .watch,
                id: .sample(number),
                owner: .sample(1),
                position: 0,
                body: Array("document \(number)".utf8)
            )
        }

        init() async throws {
            let keyring = try Keyring.sample()
            let fixture = try EngineFixture(store: store)
            file = Mutex(keyring)
            couple = try await fixture.couple()
            registration = couple.ana.registration
            let (vault, device) = (fixture.engine.vault, couple.ana.id)
            try await store.write { transaction in
                for var document in Self.documents {
                    document.body = try vault.seal(document: document.body, kind: document.kind, id: document.id)
                    try transaction.put(document)
                }
                // A link has no content, and so no seal.
                try transaction.put(
                    Document(kind: .link, id: .sample(9), owner: .sample(1), position: 0, body: [])
                )
                var replay = Replay.sample(device: device)
                replay.jti = Self.jti
                replay.body = try vault.seal(answer: Array("answer".utf8), to: Self.jti, of: device)
                try transaction.insert(replay)
            }
            let tokens = StoredProviderTokens(store: store, vault: vault)
            _ = try await tokens.exchange("team key") { _ in "provider token" }
            try await KeyringCheck.verify(keyring, against: KeyringCheck.memory(in: store), in: store)
        }

        var keyring: Keyring { file.withLock { $0 } }

        /// Rotates in a process that is killed after a number of steps, and returns the steps that were reported.
        func rotate(steps: Int = .max, keepingOld: Bool = false) async throws -> [KeyringRotation.Step] {
            let ttl = Lifetime(steps: steps)
            let store = MortalStore(base: store, ttl: ttl)
            let rotation = KeyringRotation(store: store, pageSize: 2) { keyring in
                try ttl.step()
                self.file.withLock { $0 = keyring }
                try ttl.step()
            }
            var reported: [KeyringRotation.Step] = []
            try await rotation.run(keyring, keepingOld: keepingOld, at: .sample) { reported.append($0) }
            return reported
        }

        /// Expects that a relay started now can open every sealed value and find every row that is found by a hash.
        func expectOpens() async throws {
            let keyring = keyring
            try await KeyringCheck.verify(keyring, against: KeyringCheck.memory(in: store), in: store)
            let vault = Vault(keyring: keyring)
            let couple = couple
            let registration = registration
            try await store.read { snapshot in
                for device in [couple.ana, couple.ben] {
                    let stored = try #require(try snapshot.device(device.id))
                    let key = try vault.openDeviceKey(of: stored)
                    #expect(key.count == 32)
                    #expect(try vault.registration(of: key) == device.registration)
                    #expect(try vault.pushToken(of: stored)?.count == 64)
                }
                #expect(try snapshot.device(registration: registration)?.id == couple.ana.id)
                #expect(
                    try vault.partnerToken(of: couple.pair, heldBy: couple.ana.person) == couple.anasToken.bytes
                )
                for document in Self.documents {
                    let stored = try #require(try snapshot.document(document.kind, id: document.id))
                    #expect(try vault.openDocument(stored) == document.body)
                }
                let replay = try #require(try snapshot.replay(of: couple.ana.id, jti: Self.jti))
                let answer = try vault.openAnswer(replay.body, to: Self.jti, of: couple.ana.id)
                #expect(answer == Array("answer".utf8))
            }
            let tokens = StoredProviderTokens(store: store, vault: vault)
            #expect(try await tokens.exchange("team key") { $0 ?? "none" } == "provider token")
        }

        /// The keys under which stored values are sealed.
        func keysInUse() async throws -> Set<KeyID> {
            var keys: Set<KeyID> = []
            for column in Vault.sealedColumns {
                let values = try await store.read { try $0.sealedValues(column, after: nil, limit: .max) }
                #expect(!values.isEmpty, "\(column)")
                keys.formUnion(values.compactMap { Keyring.keyID(of: $0.bytes) })
            }
            return keys
        }
    }

    @Test("Everything is sealed under the new key afterwards, and the old one is gone from file and database")
    func rotates() async throws {
        let relay = try await Relay()
        let before = relay.keyring
        let steps = try await relay.rotate()
        let after = relay.keyring
        #expect(after.activeID != before.activeID)
        #expect(after.entries.map(\.id) == [after.activeID])
        #expect(try await relay.keysInUse() == [after.activeID])
        #expect(steps == [.added(after.activeID), .sealedAnew(11), .removed([before.activeID])])
        #expect(try await KeyringCheck.memory(in: relay.store).keys.keys.map(\.self) == [after.activeID])
        #expect(try await relay.store.read { try $0.value(KeyringCheck.rotationName) } == nil)
        try await relay.expectOpens()
    }

    @Test("The address and the secret of a person's own server are sealed anew")
    func servers() async throws {
        let (store, keyring) = (InMemoryStore(), try Keyring.sample())
        let rotated = Mutex<Keyring?>(nil)
        let fixture = try EngineFixture(store: store, gateways: Gateways(RecordingServers()))
        let phone = try await fixture.register(.events)
        let request = AddWebhookDevice(webhook: "https://home.example.org/hook")
        let added: WebhookDeviceAdded = try await fixture.ask { try $0.devices.addServer(request, by: phone) }
        let before = try #require(try await fixture.device(added.deviceID).address)
        try await KeyringCheck.verify(keyring, against: KeyringCheck.memory(in: store), in: store)
        let rotation = KeyringRotation(store: store, pageSize: 2) { keyring in rotated.withLock { $0 = keyring } }
        try await rotation.run(keyring, keepingOld: false, at: .sample) { _ in }
        let vault = Vault(keyring: try #require(rotated.withLock { $0 }))
        let server = try await fixture.device(added.deviceID)
        let after = try #require(server.address)
        #expect(after.sealed != before.sealed)
        let address = try #require(try vault.open(after, of: server.id, on: .webhook).webhook)
        #expect(address.url.text == request.webhook && address.secret?.revealed() == added.webhookSecret)
        #expect(try vault.openDeviceKey(of: server).isEmpty)
    }

    @Test("Killed at every step, it leaves a relay that opens everything, and another run finishes the work")
    func killed() async throws {
        var isThrough = false
        var steps = 0
        while !isThrough {
            let relay = try await Relay()
            let first = relay.keyring.activeID
            do {
                _ = try await relay.rotate(steps: steps)
                isThrough = true
            } catch is Killed {}
            try await relay.expectOpens()
            let interrupted = relay.keyring
            let isNoted = try await relay.store.read { try $0.value(KeyringCheck.rotationName) } != nil
            if !isThrough {
                _ = try await relay.rotate()
                try await relay.expectOpens()
            }
            let keyring = relay.keyring
            #expect(keyring.entries.map(\.id) == [keyring.activeID], "killed at step \(steps)")
            #expect(keyring.activeID != first, "killed at step \(steps)")
            #expect(try await relay.keysInUse() == [keyring.activeID], "killed at step \(steps)")
            // The next run continues with a key that has reached the file.
            if interrupted.activeID != first, isNoted {
                #expect(keyring.activeID == interrupted.activeID, "killed at step \(steps)")
            }
            steps += 1
        }
        #expect(steps > 30, "there were only \(steps) steps to die at")
    }

    @Test("Killed at every step of the second run as well, the third one finishes")
    func killedTwice() async throws {
        for steps in stride(from: 1, to: 40, by: 3) {
            let relay = try await Relay()
            for life in [steps, 40 - steps] {
                do { _ = try await relay.rotate(steps: life) } catch is Killed {}
                try await relay.expectOpens()
            }
            _ = try await relay.rotate()
            #expect(relay.keyring.entries.count == 1)
            #expect(try await relay.keysInUse() == [relay.keyring.activeID])
            try await relay.expectOpens()
        }
    }

    @Test("Old keys stay where they are asked for, and go with the next rotation")
    func keepsOld() async throws {
        let relay = try await Relay()
        let first = relay.keyring.activeID
        let steps = try await relay.rotate(keepingOld: true)
        #expect(steps == [.added(relay.keyring.activeID), .sealedAnew(11)])
        #expect(relay.keyring.entries.map(\.id) == [first, relay.keyring.activeID])
        #expect(try await relay.keysInUse() == [relay.keyring.activeID])
        try await relay.expectOpens()
        _ = try await relay.rotate()
        #expect(relay.keyring.entries.count == 1)
        try await relay.expectOpens()
    }

    @Test("Something that no key opens is named, and no key is removed")
    func unopenable() async throws {
        let relay = try await Relay()
        let damaged = Document.sample(9, body: try Keyring.sample().seal([1], table: "other", column: "", rowID: []))
        try await relay.store.write { try $0.put(damaged) }
        let error = await #expect(throws: RelayError.self) { try await relay.rotate() }
        #expect(error?.description.contains("the contact document \(damaged.id)") == true)
        #expect(relay.keyring.entries.count == 2)
        try await relay.expectOpens()
    }

    @Test("A provider token that cannot be opened is forgotten")
    func unopenableProviderToken() async throws {
        let relay = try await Relay()
        let key = Vault.providerTokenPrefix + "damaged"
        try await relay.store.write { try $0.setValue([0, 0, 0, 1] + [UInt8](repeating: 0, count: 40), for: key) }
        _ = try await relay.rotate()
        #expect(try await relay.store.read { try $0.value(key) } == nil)
        try await relay.expectOpens()
    }
}

@Suite("Rotating the keyring of a relay's files")
struct KeyringFileRotationTests {
    @Test("A running relay's keyring is not rotated; a stopped one's is, and the relay starts on it")
    func files() async throws {
        try await TemporaryDirectory.with { directory in
            let configuration = try RelayConfiguration(environment: TestRelay.environment(directory))
            let relay = try await buildRelay(
                configuration: configuration,
                clock: TestClock(),
                logger: LogRecord().logger
            )
            let old = try Keyring.load(from: configuration.keyring)
            await #expect(throws: StoreError.locked(path: configuration.database)) {
                try await rotateKeyring(configuration: configuration, clock: TestClock())
            }
            #expect(try Keyring.load(from: configuration.keyring) == old)
            await relay.close()
            let draft = try directory.write("keys", to: "data/keyring.12345.new")
            let other = try directory.write("copy", to: "data/keyring.old.new")
            try await rotateKeyring(configuration: configuration, clock: TestClock())
            let new = try Keyring.load(from: configuration.keyring)
            #expect(new.entries.map(\.id) == [new.activeID] && new.activeID != old.activeID)
            #expect(!FileManager.default.fileExists(atPath: draft), "a killed rotation's draft holds keys")
            #expect(FileManager.default.fileExists(atPath: other))
            try await buildRelay(configuration: configuration, clock: TestClock(), logger: LogRecord().logger).close()
        }
    }

    @Test("A command that read the keyring before a rotation writes nothing after it")
    func fenced() async throws {
        try await TemporaryDirectory.with { directory in
            let configuration = try RelayConfiguration(environment: TestRelay.environment(directory))
            try await buildRelay(configuration: configuration, clock: TestClock(), logger: LogRecord().logger).close()
            await #expect(throws: RelayError.keyringChanged) {
                try await withOfflineEngine(configuration, clock: TestClock()) { engine in
                    try await rotateKeyring(configuration: configuration, clock: TestClock())
                    _ = try await engine.write { try $0.devices.enroll("AAAAA") }
                }
            }
            _ = try await enrollDevice(configuration: configuration, clock: TestClock())
        }
    }

    @Test("Where there is no database, none is made")
    func nowhere() async throws {
        try await TemporaryDirectory.with { directory in
            let configuration = try RelayConfiguration(environment: TestRelay.environment(directory))
            await #expect(throws: RelayError.noDatabase(path: configuration.database)) {
                try await rotateKeyring(configuration: configuration, clock: TestClock())
            }
        }
    }
}
