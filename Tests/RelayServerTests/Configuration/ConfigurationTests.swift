import AlarmCore
import AlarmWire
import Engine
import Logging
import RelayServer
import Testing

@Suite("Reading a configuration")
struct ConfigurationTests {
    private static let home = ["HOME": "/home/ana"]

    private static func entry(_ name: String, in configuration: RelayConfiguration) throws -> ConfigurationEntry {
        try #require(configuration.entries.first { $0.key.name == name })
    }

    @Test("Without any setting, everything but the gateway has a value that works on one machine")
    func defaults() throws {
        let configuration = try RelayConfiguration(environment: Self.home)
        #expect(configuration.listen == ListenAddress(host: "127.0.0.1", port: 8080))
        #expect(configuration.origin.text == "http://127.0.0.1:8080")
        #expect(configuration.database == "/home/ana/.local/share/reveille/reveille.db")
        #expect(configuration.keyring == "/home/ana/.local/share/reveille/keyring")
        #expect(configuration.registration == .closed)
        #expect(configuration.apns == nil)
        #expect(configuration.zoneinfo == "/usr/share/zoneinfo")
        #expect(configuration.logLevel == .info)
        #expect(configuration.logFormat == .text)
        #expect(configuration.limits == Limits())
        #expect(configuration.entries.allSatisfy { $0.source == .defaultValue })
    }

    @Test("A flag wins over the environment, the environment over the file, the file over the default")
    func precedence() async throws {
        try await TemporaryDirectory.with { directory in
            let file = try directory.write(
                "listen: 127.0.0.1:1\nlog-level: debug\nlimit-drain: 1s\nzoneinfo: /file\n",
                to: "relay.yaml"
            )
            let environment = Self.home.merging(
                ["REVEILLE_CONFIG": file, "REVEILLE_LISTEN": "127.0.0.1:2", "REVEILLE_LOG_LEVEL": "error"]
            ) { $1 }
            let configuration = try RelayConfiguration(flags: ["listen": "127.0.0.1:3"], environment: environment)
            #expect(configuration.listen.port == 3)
            #expect(configuration.logLevel == .error)
            #expect(configuration.limits.drain == .seconds(1))
            #expect(try Self.entry("listen", in: configuration).source == .flag)
            #expect(try Self.entry("log-level", in: configuration).source == .environment)
            #expect(try Self.entry("limit-drain", in: configuration).source == .file(file))
            #expect(try Self.entry("database", in: configuration).source == .defaultValue)
        }
    }

    @Test(
        "The data directory is the one named, else systemd's, else that of the user",
        arguments: [
            (["REVEILLE_DATA": "/d", "STATE_DIRECTORY": "/s", "HOME": "/h"], "/d"),
            (["STATE_DIRECTORY": "/s:/t", "XDG_DATA_HOME": "/x", "HOME": "/h"], "/s"),
            (["XDG_DATA_HOME": "/x", "HOME": "/h"], "/x/reveille"),
            (["XDG_DATA_HOME": "", "HOME": "/h"], "/h/.local/share/reveille"),
        ]
    )
    func dataDirectory(environment: [String: String], path: String) throws {
        let configuration = try RelayConfiguration(environment: environment)
        #expect(configuration.data == path)
        #expect(configuration.database == path + "/reveille.db")
    }

    @Test("A list in the file may be a YAML list, and in a variable has commas")
    func lists() async throws {
        try await TemporaryDirectory.with { directory in
            let file = try directory.write("trusted-proxies: [10.0.0.1, 'fd00::1']\n", to: "relay.yaml")
            let fromFile = try RelayConfiguration(flags: ["config": file], environment: Self.home)
            let fromVariable = try RelayConfiguration(
                environment: Self.home.merging(["REVEILLE_TRUSTED_PROXIES": "10.0.0.1, fd00::1"]) { $1 }
            )
            #expect(fromFile.trustedProxies == fromVariable.trustedProxies)
            #expect(fromFile.trustedProxies.count == 2)
        }
    }

    @Test("An empty file sets nothing", arguments: ["", "# nothing yet\n", "---\n"])
    func emptyFile(text: String) async throws {
        try await TemporaryDirectory.with { directory in
            let file = try directory.write(text, to: "relay.yaml")
            #expect(try RelayConfiguration(flags: ["config": file], environment: Self.home).listen.port == 8080)
        }
    }

    @Test("Every limit of the engine has a key")
    func limitsAreComplete() {
        #expect(Limits.keys.count == Mirror(reflecting: Limits()).children.count)
        #expect(Set(ConfigurationKey.all.map(\.name)).count == ConfigurationKey.all.count)
    }

    @Test("Every limit's key sets its own limit", arguments: Limits.keys.map(\.key.name))
    func limit(name: String) throws {
        let key = try #require(Limits.keys.first { $0.key.name == name })
        let text: String
        switch key.field {
        case .count(_, let range): text = "\(range.upperBound)"
        case .span(_, let range): text = "\(range.upperBound)"
        }
        let limits = try RelayConfiguration(flags: [name: text], environment: Self.home).limits
        switch key.field {
        case .count(let path, let range): #expect(limits[keyPath: path] == range.upperBound)
        case .span(let path, let range): #expect(limits[keyPath: path] == range.upperBound)
        }
        #expect(limits != Limits())
    }

    @Test("Every limit of the server has a key, which sets its own limit")
    func serverLimits() throws {
        #expect(ServerLimits.keys.count == Mirror(reflecting: ServerLimits()).children.count)
        for limit in ServerLimits.keys {
            let name = limit.key.name
            switch limit.field {
            case .count(let path, let range):
                let flags = [name: "\(range.upperBound)"]
                let limits = try RelayConfiguration(flags: flags, environment: Self.home).serverLimits
                #expect(limits[keyPath: path] == range.upperBound && limits != ServerLimits(), "\(name)")
            case .span(let path, let range):
                let flags = [name: "\(range.upperBound)"]
                let limits = try RelayConfiguration(flags: flags, environment: Self.home).serverLimits
                #expect(limits[keyPath: path] == range.upperBound && limits != ServerLimits(), "\(name)")
            }
        }
    }

    @Test("Names in the environment are those of the keys in capitals, after REVEILLE_")
    func environmentNames() {
        let names = ConfigurationKey.all.map(\.environmentName)
        for name in ["REVEILLE_LISTEN", "REVEILLE_APNS_KEY_FILE", "REVEILLE_APNS_CA_FILE", "REVEILLE_LIMIT_DRAIN"] {
            #expect(names.contains(name))
        }
    }

    @Test("The listing names every key with its value and where it came from")
    func listing() throws {
        let configuration = try RelayConfiguration(flags: ["log-level": "debug"], environment: Self.home)
        let lines = configuration.entries.listing.split(separator: "\n")
        #expect(lines.count == ConfigurationKey.all.count)
        #expect(lines.contains { $0.split(separator: " ") == ["log-level", "debug", "flag"] })
        #expect(lines.contains { $0.split(separator: " ") == ["apns-key-file", "-", "default"] })
    }

    @Test("The reference explains every key")
    func reference() {
        for key in ConfigurationKey.all {
            #expect(ConfigurationKey.reference.contains("| `\(key.name)` | `\(key.environmentName)` |"))
        }
    }
}
