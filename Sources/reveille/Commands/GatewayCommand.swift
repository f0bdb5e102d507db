import AlarmCore
import ArgumentParser
import DeviceSimulator
import Foundation
import GatewaySimulator
import RelayServer

/// `reveille gateway`: runs the simulated APNs.
struct GatewayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gateway",
        abstract: "Run a push gateway that is as strict as Apple's, and as nasty as you like.",
        discussion: """
            Speaks APNs over HTTP/2 and TLS on this machine: for trying a push server without an account, and for seeing \
            what it does when the gateway throttles, hangs, resets or closes. Prints what a relay has to be told and every \
            request that comes. docs/gateway.md describes the behaviours and the control endpoint.
            """
    )

    @Option(
        help: ArgumentHelp("Where the sandbox listens. (default: 127.0.0.1:2197)", valueName: "address"),
        transform: Self.address
    )
    var listen = ListenAddress(host: "127.0.0.1", port: 2197)

    @Option(
        help: ArgumentHelp("Where production listens as well. (default: nowhere)", valueName: "address"),
        transform: Self.address
    )
    var productionListen: ListenAddress?

    @Option(
        help: ArgumentHelp(
            "Where the control endpoint listens, plain HTTP. (default: 127.0.0.1:2198)",
            valueName: "address"
        ),
        transform: Self.address
    )
    var control = ListenAddress(host: "127.0.0.1", port: 2198)

    @Option(
        help: ArgumentHelp(
            "An app that may be pushed to; once for each. (default: \(DemoEnvironment.topic))",
            valueName: "bundle-id"
        )
    )
    var topic: [String] = []

    @Option(
        help: ArgumentHelp(
            "The team key: read if the file is there, else made and written. (default: a temporary file)",
            valueName: "file"
        ),
        completion: .file()
    )
    var key: String?

    @Option(help: ArgumentHelp("The name of the team key. (default: a random one)", valueName: "name"))
    var keyID: String?

    @Option(help: ArgumentHelp("The name of the team. (default: a random one)", valueName: "name"))
    var teamID: String?

    @Option(
        help: ArgumentHelp("How the gateway behaves at first: a YAML file.", valueName: "file"),
        completion: .file(extensions: ["yaml", "yml", "json"])
    )
    var behavior: String?

    @Option(
        help: ArgumentHelp("Add every request to this file, as a line of JSON.", valueName: "file"),
        completion: .file()
    )
    var record: String?

    @Option(
        help: ArgumentHelp(
            "Write the authority's certificate to this file. (default: a temporary file)",
            valueName: "file"
        ),
        completion: .file()
    )
    var ca: String?

    @Option(help: ArgumentHelp("The source of all chance. (default: a random one)", valueName: "number"))
    var seed: UInt64?

    @Flag(help: "Do not print the requests that come.")
    var quiet = false

    @Flag(help: "Listen on an address that others can reach, knowing that all that is sent is recorded.")
    var iKnow = false

    func validate() throws {
        for topic in topic where topic.isEmpty || topic.utf8.contains(where: { !Self.isTopicCharacter($0) }) {
            throw ValidationError(
                "--topic \(topic.debugDescription): expected a bundle identifier, as in com.example.app."
            )
        }
        guard (keyID == nil) == (teamID == nil) else {
            throw ValidationError("--key-id and --team-id go together.")
        }
        for name in [keyID, teamID].compactMap({ $0 }) where !Self.isKeyName(name) {
            throw ValidationError("\(name.debugDescription): expected a name of 1 to 20 letters and digits.")
        }
    }

    func run() async throws {
        let behaviors = try behavior.map(BehaviorDocument.load)
        let record = try record.map(PushRecord.init)
        let files = try GatewayFiles(authority: ca, key: key)
        defer { files.clear() }
        let interruption = Interruption()
        let seed = seed ?? .random(in: .min ... .max)
        let gateway = try await start(seed: seed)
        do {
            try await serve(gateway, behaviors, record, files, seed: seed, until: interruption.signals)
        } catch {
            try? await gateway.shutdown()
            throw error
        }
        withExtendedLifetime(interruption) {}
        try await gateway.shutdown()
        let log = gateway.log
        let accepted = log.count(where: \.isAccepted)
        Terminal.remark("Received: \(gateway.recordedCount). Accepted of the newest \(log.count): \(accepted).")
    }

    private func start(seed: UInt64) async throws -> GatewaySimulator {
        var configuration = GatewaySimulator.Configuration()
        (configuration.host, configuration.port) = (listen.host, listen.port)
        (configuration.productionHost, configuration.productionPort) = (productionListen?.host, productionListen?.port)
        (configuration.controlHost, configuration.controlPort) = (control.host, control.port)
        configuration.allowPublicAddress = iKnow
        configuration.seed = seed
        do {
            return try await GatewaySimulator.start(configuration)
        } catch GatewaySimulator.StartError.publicAddress(let host) {
            throw CommandFailure(
                "\(host) can be reached by others, and the gateway takes pushes from everybody and records them: "
                    + "listen on 127.0.0.1, or add --i-know if this network is a laboratory."
            )
        } catch let error as GatewaySimulator.StartError {
            throw CommandFailure("--control: \(error)")
        } catch {
            let addresses = [listen, productionListen, control].compactMap { $0?.description }.joined(separator: ", ")
            throw CommandFailure("The gateway cannot listen on all of \(addresses): \(error)")
        }
    }

    private func serve(
        _ gateway: GatewaySimulator,
        _ behaviors: BehaviorFile?,
        _ record: PushRecord?,
        _ files: GatewayFiles,
        seed: UInt64,
        until signals: AsyncStream<Int32>
    ) async throws {
        if let behaviors { gateway.apply(behaviors) }
        let topics = topic.isEmpty ? [DemoEnvironment.topic] : topic
        let teamKey = try teamKey(of: gateway, topics: Set(topics), files)
        try files.write(authority: gateway.certificateAuthorityPEM)
        let pushes = gateway.receivedPushes()
        let now = Instant(seconds: Int64(Date().timeIntervalSince1970))
        let briefing = GatewayStartupInfo(
            host: listen.host,
            port: gateway.port,
            productionPort: gateway.productionPort,
            control: gateway.controlPort.map { ListenAddress(host: control.host, port: $0).description },
            files: files,
            key: teamKey,
            topics: topics,
            token: exampleDevices(of: gateway, topics: topics, seed: seed),
            authorization: try teamKey.authorization(issuedAt: now),
            seed: seed
        )
        for line in briefing.lines { Terminal.say(line) }
        try await withThrowingTaskGroup { group in
            group.addTask { for await _ in signals { return } }
            group.addTask {
                for await push in pushes {
                    try record?.add(push)
                    if !quiet { Terminal.say(push.line) }
                }
            }
            try await group.next()
            group.cancelAll()
        }
    }

    /// Reads the given team key, or creates one and writes it to a file.
    private func teamKey(
        of gateway: GatewaySimulator,
        topics: Set<String>,
        _ files: GatewayFiles
    ) throws -> TeamKey {
        let text = files.keyText()
        if text != nil, keyID == nil {
            throw CommandFailure("\(files.key.path) holds a key: name it by --key-id and --team-id.")
        }
        guard let keyID, let teamID else {
            let made = try gateway.makeTeamKey(topics: topics)
            try files.write(key: made.pem)
            return made
        }
        let key =
            try text.map { TeamKey(pem: $0, keyID: keyID, teamID: teamID) } ?? TeamKey(keyID: keyID, teamID: teamID)
        do {
            try gateway.register(key, topics: topics)
        } catch {
            throw CommandFailure(
                "\(files.key.path) is not a P-256 private key in PEM (PKCS#8), as Apple's .p8 files are."
            )
        }
        if text == nil { try files.write(key: key.pem) }
        return key
    }

    /// Registers one device for each app, always the same ones for a seed; returns the token of the first.
    private func exampleDevices(of gateway: GatewaySimulator, topics: [String], seed: UInt64) -> String {
        var generator = SeededGenerator(seed: seed)
        let tokens = topics.map { gateway.registerDevice(topic: $0, environment: .sandbox, using: &generator) }
        return tokens.first ?? ""
    }

    private static func address(_ text: String) throws -> ListenAddress {
        guard let address = ListenAddress(text) else {
            throw ValidationError("expected ADDRESS:PORT, as in 127.0.0.1:2197, found \(text.debugDescription)")
        }
        return address
    }

    private static func isTopicCharacter(_ character: UInt8) -> Bool {
        isLetterOrDigit(character) || character == UInt8(ascii: "-") || character == UInt8(ascii: ".")
    }

    private static func isKeyName(_ text: String) -> Bool {
        1...20 ~= text.utf8.count && text.utf8.allSatisfy(isLetterOrDigit)
    }

    private static func isLetterOrDigit(_ character: UInt8) -> Bool {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"):
            true
        default: false
        }
    }
}
