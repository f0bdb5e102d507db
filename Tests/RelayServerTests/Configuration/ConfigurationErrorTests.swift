import RelayServer
import Testing

@Suite("A configuration that cannot be used")
struct ConfigurationErrorTests {
    private static let home = ["HOME": "/home/ana"]

    private static func faults(
        flags: [String: String] = [:],
        environment: [String: String] = home
    ) throws -> [String] {
        let error = #expect(throws: ConfigurationError.self) {
            try RelayConfiguration(flags: flags, environment: environment)
        }
        return try #require(error).faults.map(\.description)
    }

    @Test(
        "A bad value is quoted with its key and with what was expected",
        arguments: [
            ("listen", "8080", "HOST:PORT"),
            ("listen", "127.0.0.1:99999", "HOST:PORT"),
            ("listen", "::1:8080", "HOST:PORT"),
            ("listen", "[127.0.0.1]:80", "HOST:PORT"),
            ("listen", ":80", "HOST:PORT"),
            ("listen", "a/b:80", "HOST:PORT"),
            ("origin", "relay.example.org", "https://"),
            ("origin", "http://relay.example.org", "https://"),
            ("origin", "https://relay.example.org/p", "https://"),
            ("open-registration", "perhaps", "true or false"),
            ("trusted-proxies", "10.0.0.0/8", "IP addresses"),
            ("trusted-proxies", "10.0.0.1,,10.0.0.2", "IP addresses"),
            ("log-level", "loud", "one of trace"),
            ("log-format", "xml", "text or json"),
            ("apns-key-id", "short", "ten capital letters"),
            ("apns-team-id", "abcdefghij", "ten capital letters"),
            ("apns-topic", "com.example app", "bundle identifiers"),
            ("apns-endpoint", "http://127.0.0.1:2197", "https://"),
            ("apns-sandbox-endpoint", "127.0.0.1:2197", "https://"),
            ("simulated-clock", "4567", "HOST:PORT on this machine"),
            ("simulated-clock", "192.0.2.1:4567", "HOST:PORT on this machine"),
            ("simulated-clock", "0.0.0.0:4567", "HOST:PORT on this machine"),
            ("simulated-clock", "[2001:db8::1]:4567", "HOST:PORT on this machine"),
            ("simulated-clock", "time.example.org:4567", "HOST:PORT on this machine"),
            ("limit-pending-alarms", "0", "from 1 to 10000"),
            ("limit-pending-alarms", "many", "from 1 to 10000"),
            ("limit-drain", "5", "a span from 0s to 1m"),
            ("limit-drain", "2h", "a span from 0s to 1m"),
            ("limit-lease", "-60s", "a span from 15s"),
        ]
    )
    func badValue(name: String, value: String, expected: String) throws {
        let text = try Self.faults(flags: [name: value]).joined(separator: "\n")
        #expect(text.contains("--\(name): \"\(value)\" is not usable; expected "))
        #expect(text.contains(expected))
    }

    @Test("All faults are listed at once, each with the name by which it was set")
    func everything() throws {
        let faults = try Self.faults(
            flags: ["listen": "x"],
            environment: Self.home.merging(["REVEILLE_LOG_LEVEL": "loud", "REVEILLE_LIMIT_DRAIN": "x"]) { $1 }
        )
        #expect(faults.count == 3)
        #expect(faults[0].hasPrefix("--listen: "))
        #expect(faults[1].hasPrefix("REVEILLE_LOG_LEVEL: "))
        #expect(faults[2].hasPrefix("REVEILLE_LIMIT_DRAIN: "))
    }

    @Test("An unknown name in the file is told with file, line and the key that was perhaps meant")
    func unknownName() async throws {
        try await TemporaryDirectory.with { directory in
            let file = try directory.write("listen: 127.0.0.1:1\napns_key_file: /k\nlistn: x\n", to: "relay.yaml")
            #expect(
                try Self.faults(flags: ["config": file]) == [
                    "\(file), line 2: there is no key \"apns_key_file\"; did you mean apns-key-file?",
                    "\(file), line 3: there is no key \"listn\"; did you mean listen?",
                ]
            )
        }
    }

    @Test(
        "A file that is no list of keys and values is refused with its path",
        arguments: [
            ("- listen\n", "has to hold keys and values"),
            ("listen: [\n", "is not YAML"),
            ("listen: 127.0.0.1:1\nlisten: 127.0.0.1:2\n", "is not YAML"),
            ("apns-key-file:\n  path: x\n", "takes a value, not keys of its own"),
            ("config: other.yaml\n", "there is no key \"config\""),
        ]
    )
    func badFile(text: String, reason: String) async throws {
        try await TemporaryDirectory.with { directory in
            let file = try directory.write(text, to: "relay.yaml")
            let faults = try Self.faults(flags: ["config": file])
            #expect(faults.count == 1)
            #expect(faults[0].hasPrefix(file))
            #expect(faults[0].contains(reason))
        }
    }

    @Test("A list where one value belongs is refused")
    func listForOne() async throws {
        try await TemporaryDirectory.with { directory in
            let file = try directory.write("listen: [a, b]\n", to: "relay.yaml")
            let faults = try Self.faults(flags: ["config": file])
            #expect(faults.count == 1)
            #expect(faults[0].hasPrefix("\(file): listen: \"a,b\""))
        }
    }

    @Test("A file that is missing is named")
    func missingFile() throws {
        #expect(
            try Self.faults(flags: ["config": "/nowhere/relay.yaml"]) == [
                "/nowhere/relay.yaml: cannot be read; check that it exists and its permissions"
            ]
        )
    }

    @Test("Some of the gateway's keys without the others are an error that names both")
    func partialGateway() throws {
        let faults = try Self.faults(flags: ["apns-key-id": "ABCDE12345", "apns-topic": "com.example.app"])
        #expect(
            faults == [
                """
                REVEILLE_APNS_KEY_ID, REVEILLE_APNS_TOPIC are set but REVEILLE_APNS_KEY_FILE, REVEILLE_APNS_TEAM_ID are \
                not; set all of them, or none
                """
            ]
        )
    }

    @Test("A listening address that no device can name needs an origin")
    func originForAnyAddress() throws {
        let faults = try Self.faults(flags: ["listen": "0.0.0.0:8080"])
        #expect(faults.count == 1)
        #expect(faults[0].contains("0.0.0.0:8080"))
        #expect(faults[0].hasSuffix("set REVEILLE_ORIGIN"))
    }

    @Test("Without a home there is no place to keep data in")
    func noHome() throws {
        let faults = try Self.faults(environment: [:])
        #expect(faults.contains { $0.hasSuffix("set REVEILLE_DATA") })
    }

    @Test("A flag that is no key is told")
    func unknownFlag() throws {
        #expect(
            try Self.faults(flags: ["lissten": "x"]) == [
                #"there is no key "lissten"; see reveille config for all of them"#
            ]
        )
    }
}
