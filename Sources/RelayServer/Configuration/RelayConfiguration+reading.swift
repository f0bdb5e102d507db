import AlarmCore
import AlarmWire
import Delivery
import Engine
import Logging

extension RelayConfiguration {
    /// Reads a configuration: flags win over the environment, the environment over the file, the file over defaults.
    ///
    /// - Parameters:
    ///   - flags: values by the name of their key, as in `["listen": "127.0.0.1:8080"]`.
    ///   - environment: the variables of the process.
    /// - Throws: all faults of the configuration at once.
    package init(flags: [String: String] = [:], environment: [String: String]) throws(ConfigurationError) {
        var reader = ConfigurationReader(flags: flags, environment: environment)
        let listen = reader.value(.listen, defaultValue: "127.0.0.1:8080", parse: ListenAddress.init)
        let tls = Self.tls(&reader)
        let origin = Self.origin(&reader, listen: listen, isSecure: tls != nil)
        if let origin, OriginReach(of: origin) == .nowhere {
            let reason = "\(origin) is an address to listen on, to which no device and no link finds"
            reader.add(.noValue(.origin, reason: reason))
        }
        let data = Self.data(&reader, environment: environment)
        let database = reader.text(.database, defaultValue: data.map { $0 + "/reveille.db" })
        let databaseServer = Self.databaseServer(&reader, database)
        let keyring = reader.text(.keyring, defaultValue: data.map { $0 + "/keyring" })
        let isOpen = reader.value(.openRegistration, defaultValue: "false", parse: Self.bool)
        let proxies = reader.value(.trustedProxies, defaultValue: "127.0.0.1,::1", parse: Self.addresses)
        let hasWebApp = reader.value(.webApp, defaultValue: "on", parse: Self.bool)
        let credentialsDirectory = environment["CREDENTIALS_DIRECTORY"]
        let apns = Self.apns(&reader, credentialsDirectory: credentialsDirectory)
        let webPush = Self.webPush(&reader, origin: origin)
        let contactChannels = ContactChannelConfiguration.read(&reader)
        let policyFile = reader.text(.policyFile, defaultValue: nil)
        let zoneinfo = reader.text(.zoneinfo, defaultValue: ZoneDirectory.path(in: environment))
        let metricsListen = reader.value(.metricsListen, defaultValue: "none") { text -> ListenAddress?? in
            text == "none" ? .some(nil) : ListenAddress(text).map { .some($0) }
        }
        let heartbeat = Self.heartbeat(&reader)
        let logLevel = reader.value(.logLevel, defaultValue: "info") { Logger.Level(rawValue: $0.lowercased()) }
        let logFormat = reader.value(.logFormat, defaultValue: "text") { LogFormat(rawValue: $0.lowercased()) }
        let simulatedClock = reader.value(.simulatedClock, defaultValue: nil) { text in
            ListenAddress(text).flatMap { $0.isLoopback ? $0 : nil }
        }
        let limits: Limits = Self.limits(&reader)
        let serverLimits: ServerLimits = Self.limits(&reader)
        guard reader.faults.isEmpty, let listen, let origin, let data, let database, let keyring, let isOpen,
            let proxies, let hasWebApp,
            let zoneinfo, let logLevel, let logFormat, let contactChannels
        else { throw ConfigurationError(faults: reader.faults) }
        self.init(
            listen: listen,
            tls: tls,
            origin: origin,
            data: data,
            database: database,
            databaseServer: databaseServer,
            keyring: keyring,
            credentialsDirectory: credentialsDirectory,
            registration: isOpen ? .open : .closed,
            trustedProxies: proxies,
            hasWebApp: hasWebApp,
            apns: apns,
            webPush: webPush,
            contactChannels: contactChannels,
            policyFile: policyFile,
            zoneinfo: zoneinfo,
            metricsListen: metricsListen ?? nil,
            heartbeat: heartbeat,
            logLevel: logLevel,
            logFormat: logFormat,
            simulatedClock: simulatedClock,
            limits: limits,
            serverLimits: serverLimits,
            entries: reader.entries
        )
    }

    private static func tls(_ reader: inout ConfigurationReader) -> TLS? {
        let certificate = reader.text(.tlsCertificateFile, defaultValue: nil)
        let key = reader.text(.tlsKeyFile, defaultValue: nil)
        if let certificate, let key { return TLS(certificateFile: certificate, keyFile: key) }
        if certificate != nil { reader.add(.incomplete(set: [.tlsCertificateFile], missing: [.tlsKeyFile])) }
        if key != nil { reader.add(.incomplete(set: [.tlsKeyFile], missing: [.tlsCertificateFile])) }
        return nil
    }

    private static func origin(
        _ reader: inout ConfigurationReader,
        listen: ListenAddress?,
        isSecure: Bool
    ) -> Origin? {
        reader.value(
            .origin,
            defaultValue: "\(isSecure ? "https" : "http")://\(listen ?? ListenAddress(host: "127.0.0.1", port: 8080))",
            blame: "devices need an https address at which they reach what listens on \(listen?.description ?? "it")"
        ) { try? Origin($0) }
    }

    private static func data(_ reader: inout ConfigurationReader, environment: [String: String]) -> String? {
        func variable(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        // systemd separates several directories with colons; the first is the one to write to.
        let state = variable("STATE_DIRECTORY")?.split(separator: ":").first.map(String.init)
        let home = variable("XDG_DATA_HOME") ?? variable("HOME").map { $0 + "/.local/share" }
        let path = reader.text(.data, defaultValue: state ?? home.map { $0 + "/reveille" })
        if path == nil { reader.add(.noValue(.data, reason: "there is no home directory to keep data in")) }
        return path
    }

    private static func heartbeat(_ reader: inout ConfigurationReader) -> HeartbeatMonitor? {
        let url = reader.value(.heartbeatURL, defaultValue: nil, parse: HeartbeatMonitor.URL.init)
        let interval = reader.value(.heartbeatInterval, defaultValue: "\(HeartbeatMonitor.defaultInterval)") { text in
            (try? Span(text: text)).flatMap { HeartbeatMonitor.intervals.contains($0) ? $0 : nil }
        }
        guard let url, let interval else { return nil }
        return HeartbeatMonitor(url: url, interval: interval)
    }

    private static func limits<Group: LimitSet>(_ reader: inout ConfigurationReader) -> Group {
        var limits = Group()
        for limit in Group.keys {
            switch limit.field {
            case .count(let path, let range):
                let count = reader.value(limit.key, defaultValue: limit.key.defaultValue) { text in
                    Int(text).flatMap { range.contains($0) ? $0 : nil }
                }
                if let count { limits[keyPath: path] = count }
            case .span(let path, let range):
                let span = reader.value(limit.key, defaultValue: limit.key.defaultValue) { text in
                    (try? Span(text: text)).flatMap { range.contains($0) ? $0 : nil }
                }
                if let span { limits[keyPath: path] = span }
            }
        }
        return limits
    }

    private static func bool(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "true", "yes", "on", "1": true
        case "false", "no", "off", "0": false
        default: nil
        }
    }

    private static func addresses(_ text: String) -> Set<IPAddress>? {
        if text.lowercased() == "none" { return [] }
        let addresses = list(text).map { IPAddress($0) }
        let known = addresses.compactMap(\.self)
        return known.isEmpty || known.count < addresses.count ? nil : Set(known)
    }

    /// Splits a text at commas and trims spaces around the parts.
    static func list(_ text: String) -> [String] {
        text.split(separator: ",", omittingEmptySubsequences: false).map { part in
            String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }
    }
}
