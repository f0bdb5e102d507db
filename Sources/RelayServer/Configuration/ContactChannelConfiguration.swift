package import CurlClient
package import Delivery

/// The channels to people without the app.
package struct ContactChannelConfiguration: Sendable {
    /// A mail server and the sender of letters.
    package struct Mail: Hashable, Sendable {
        package var host: String
        package var port: UInt16
        package var security: MailServer.Security
        package var user: String?
        package var passwordFile: String?
        package var from: Mailbox
        package var returnPath: EmailAddress?
        package var certificateAuthorityFile: String?
    }

    /// An account with the provider of SMS.
    package struct Twilio: Hashable, Sendable {
        package var account: String
        package var apiKey: String?
        package var secretFile: String
        package var from: String
        package var endpoint: String
        /// Calls; nil for none.
        package var calls: Calls?
    }

    /// What calls need besides an account with the provider.
    package struct Calls: Hashable, Sendable {
        /// The number that calls.
        package var from: String
        /// The file of the account's auth token.
        package var tokenFile: String
    }

    /// The servers that contacts may name.
    package enum Webhooks: String, CaseIterable, Hashable, Sendable {
        case none, `public`, `private`
    }

    /// E-mail; nil for none.
    package var mail: Mail?
    /// SMS; nil for none.
    package var twilio: Twilio?
    /// The most SMS segments in a day.
    package var segmentsPerDay: Int
    /// The most calls in a day.
    package var callsPerDay: Int
    /// The servers that may receive webhooks.
    package var webhooks: Webhooks
    /// Authorities to trust for webhooks besides the system's.
    package var webhookAuthorityFile: String?
}

extension ContactChannelConfiguration {
    /// Reads the keys of contact channels: those that belong together are all set, or none is.
    static func read(_ reader: inout ConfigurationReader) -> ContactChannelConfiguration? {
        let mail = mail(&reader)
        let twilio = twilio(&reader)
        let segments = reader.value(.smsSegmentsPerDay, defaultValue: ConfigurationKey.smsSegmentsPerDay.defaultValue) {
            text in
            Int(text).flatMap { (0...1_000_000).contains($0) ? $0 : nil }
        }
        let calls = reader.value(.callsPerDay, defaultValue: ConfigurationKey.callsPerDay.defaultValue) { text in
            Int(text).flatMap { (0...1_000_000).contains($0) ? $0 : nil }
        }
        let webhooks = reader.value(.webhooks, defaultValue: Webhooks.public.rawValue) {
            Webhooks(rawValue: $0.lowercased())
        }
        let authorities = reader.text(.webhookCAFile, defaultValue: nil)
        guard let segments, let calls, let webhooks else { return nil }
        return ContactChannelConfiguration(
            mail: mail,
            twilio: twilio,
            segmentsPerDay: segments,
            callsPerDay: calls,
            webhooks: webhooks,
            webhookAuthorityFile: authorities
        )
    }

    private static func mail(_ reader: inout ConfigurationReader) -> Mail? {
        let server = reader.value(.smtpServer, defaultValue: nil) { HostAndPort($0) }
        let security = reader.value(.smtpSecurity, defaultValue: MailServer.Security.startTLS.rawValue) {
            MailServer.Security(rawValue: $0.lowercased())
        }
        let user = reader.text(.smtpUser, defaultValue: nil)
        let passwordFile = reader.text(.smtpPasswordFile, defaultValue: nil)
        let from = reader.value(.smtpFrom, defaultValue: nil) { try? EmailAddress($0) }
        let returnPath = reader.value(.smtpReturnPath, defaultValue: nil) { try? EmailAddress($0) }
        let name = reader.text(.smtpFromName, defaultValue: "Reveille") ?? ""
        let authorities = reader.text(.smtpCAFile, defaultValue: nil)
        let given = reader.given(among: [
            .smtpServer, .smtpUser, .smtpPasswordFile, .smtpFrom, .smtpReturnPath, .smtpCAFile,
        ])
        guard !given.isEmpty else { return nil }
        var missing: [ConfigurationKey] = [.smtpServer, .smtpFrom].filter { !given.contains($0) }
        if user != nil, passwordFile == nil { missing.append(.smtpPasswordFile) }
        if passwordFile != nil, user == nil { missing.append(.smtpUser) }
        guard missing.isEmpty else {
            reader.add(.incomplete(set: given, missing: missing))
            return nil
        }
        reader.check(secretFile: passwordFile, of: .smtpPasswordFile)
        guard let server, let security, let from else { return nil }
        let isLocal = ["localhost", "127.0.0.1", "[::1]"].contains(server.host)
        if security == .none, !isLocal {
            reader.add(
                .badNamedFile(.smtpSecurity, path: server.host, reason: "is not this machine; use starttls or tls")
            )
        }
        return Mail(
            host: server.host,
            port: server.port,
            security: security,
            user: user,
            passwordFile: passwordFile,
            from: Mailbox(name: name, address: from),
            returnPath: returnPath,
            certificateAuthorityFile: authorities
        )
    }

    private static func twilio(_ reader: inout ConfigurationReader) -> Twilio? {
        let account = reader.text(.twilioAccount, defaultValue: nil)
        let apiKey = reader.text(.twilioAPIKey, defaultValue: nil)
        let secretFile = reader.text(.twilioSecretFile, defaultValue: nil)
        let from = reader.text(.twilioFrom, defaultValue: nil)
        let endpoint = reader.text(.twilioEndpoint, defaultValue: TwilioConfiguration.twilio)
        let callFrom = reader.text(.twilioCallFrom, defaultValue: nil)
        let tokenFile = reader.text(.twilioAuthTokenFile, defaultValue: nil)
        let needed: [ConfigurationKey] = [.twilioAccount, .twilioSecretFile, .twilioFrom]
        let given = reader.given(among: needed + [.twilioAPIKey, .twilioAuthTokenFile, .twilioCallFrom])
        guard !given.isEmpty else { return nil }
        var missing = needed.filter { !given.contains($0) }
        // An API key's secret signs nothing: without the token nobody could tell Twilio's word on a call from another's.
        if callFrom != nil, apiKey != nil, tokenFile == nil { missing.append(.twilioAuthTokenFile) }
        guard missing.isEmpty, let account, let secretFile, let from, let endpoint else {
            reader.add(.incomplete(set: given, missing: missing))
            return nil
        }
        reader.check(secretFile: secretFile, of: .twilioSecretFile)
        reader.check(secretFile: tokenFile, of: .twilioAuthTokenFile)
        return Twilio(
            account: account,
            apiKey: apiKey,
            secretFile: secretFile,
            from: from,
            endpoint: endpoint,
            calls: callFrom.map { Calls(from: $0, tokenFile: tokenFile ?? secretFile) }
        )
    }
}

extension ConfigurationReader {
    /// Returns those of `keys` that are set.
    fileprivate func given(among keys: [ConfigurationKey]) -> [ConfigurationKey] {
        keys.filter { key in entries.contains { $0.key == key && $0.value != nil && $0.source != .defaultValue } }
    }

    /// Adds the fault, if any, of a file that holds a secret.
    mutating func check(secretFile path: String?, of key: ConfigurationKey) {
        guard let path, let fault = SecretLine.fault(of: path) else { return }
        add(.badNamedFile(key, path: path, reason: fault))
    }
}

/// A host and a port, as `mail.example.org:587`.
struct HostAndPort: Hashable {
    let host: String
    let port: UInt16

    init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]), port > 0 else {
            return nil
        }
        let host = text[..<colon].lowercased()
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        let isPlain = !host.isEmpty && host.utf8.allSatisfy { $0.isHostByte }
        guard isBracketed || isPlain else { return nil }
        self.host = host
        self.port = port
    }
}

extension UInt8 {
    fileprivate var isHostByte: Bool {
        (0x61...0x7A).contains(self) || (0x30...0x39).contains(self) || self == 0x2D || self == 0x2E
    }
}
