import AlarmWire
import Delivery
import Foundation

extension RelayConfiguration {
    /// Reads the gateway's keys: four belong together and are all set, or none is.
    static func apns(_ reader: inout ConfigurationReader, credentialsDirectory: String?) -> APNs? {
        let keyFile = reader.text(.apnsKeyFile, defaultValue: nil)
        let keyID = reader.value(.apnsKeyID, defaultValue: nil, parse: portalName)
        let teamID = reader.value(.apnsTeamID, defaultValue: nil, parse: portalName)
        let topics = reader.value(.apnsTopic, defaultValue: nil, parse: topics)
        let endpoint = reader.value(.apnsEndpoint, defaultValue: nil, parse: Self.endpoint)
        let sandboxEndpoint = reader.value(.apnsSandboxEndpoint, defaultValue: nil, parse: Self.endpoint)
        let authorityFile = reader.text(.apnsCAFile, defaultValue: nil)

        let needed: [ConfigurationKey] = [.apnsKeyFile, .apnsKeyID, .apnsTeamID, .apnsTopic]
        let all = needed + [.apnsEndpoint, .apnsSandboxEndpoint, .apnsCAFile]
        let given = all.filter { key in reader.entries.contains { $0.key == key && $0.value != nil } }
        let missing = needed.filter { !given.contains($0) }
        guard !given.isEmpty else { return nil }
        guard missing.isEmpty else {
            reader.add(.incomplete(set: given, missing: missing))
            return nil
        }
        if let keyFile {
            let isCredential = credentialsDirectory.map { keyFile.hasPrefix($0 + "/") } ?? false
            if let fault = faultOfKeyFile(keyFile, isCredential: isCredential) {
                reader.add(.badNamedFile(.apnsKeyFile, path: keyFile, reason: fault))
            }
        }
        if let authorityFile, !FileManager.default.isReadableFile(atPath: authorityFile) {
            reader.add(.badNamedFile(.apnsCAFile, path: authorityFile, reason: "cannot be read; check that it exists"))
        }
        guard let keyFile, let keyID, let teamID, let topics else { return nil }
        return APNs(
            keyFile: keyFile,
            keyID: keyID,
            teamID: teamID,
            topics: topics,
            endpoints: APNsEndpoints(
                production: endpoint ?? APNsEndpoints.apple.production,
                sandbox: sandboxEndpoint ?? endpoint ?? APNsEndpoints.apple.sandbox
            ),
            certificateAuthorityFile: authorityFile
        )
    }

    /// Returns the fault of a private key's file, or nil.
    ///
    /// A service manager's credential may be readable by a group; see ``Keyring/FileProtection``.
    private static func faultOfKeyFile(_ path: String, isCredential: Bool) -> String? {
        let resolved = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: resolved) else {
            return "does not exist, or lies where the relay's user may not look"
        }
        guard attributes[.type] as? FileAttributeType == .typeRegular else { return "is not a file" }
        guard FileManager.default.isReadableFile(atPath: resolved) else {
            return "cannot be read by the relay's user; change its owner"
        }
        let mode = (attributes[.posixPermissions] as? NSNumber)?.uint32Value ?? 0
        guard mode & (isCredential ? 0o007 : 0o077) == 0 else {
            return "can be read by others than its owner; run: chmod 600 \(path)"
        }
        return nil
    }

    private static func portalName(_ text: String) -> String? {
        let isName =
            text.utf8.count == 10
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
        return isName ? text : nil
    }

    private static func topics(_ text: String) -> [String]? {
        let topics = list(text)
        let areTopics = topics.allSatisfy { topic in
            (1...155).contains(topic.utf8.count)
                && topic.unicodeScalars.allSatisfy { scalar in
                    scalar.isASCII
                        && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                            || "-.".unicodeScalars.contains(scalar))
                }
        }
        return areTopics ? topics : nil
    }

    private static func endpoint(_ text: String) -> String? {
        guard let origin = try? Origin(text), origin.isSecure else { return nil }
        return origin.text
    }
}
