import DeviceKit
import Foundation

/// The folder of a profile on this machine: `${XDG_DATA_HOME:-~/.local/share}/reveille/profiles/NAME`.
struct DeviceFolder {
    /// The path of the folder.
    let path: String
    /// The folder of all profiles.
    let parent: String

    /// Finds the folder of the profile called `name`.
    init(of name: ProfileName, in environment: [String: String]) throws(CommandFailure) {
        func variable(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        guard let data = variable("XDG_DATA_HOME") ?? variable("HOME").map({ $0 + "/.local/share" }) else {
            throw CommandFailure("There is no home directory to keep a profile in. Set HOME or XDG_DATA_HOME.")
        }
        parent = data + "/reveille/profiles"
        path = parent + "/" + name.text
    }

    /// The names of the profiles in a folder, sorted.
    static func names(in parent: String) -> [ProfileName] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
        return files.sorted().compactMap { ProfileName($0) }.filter { name in
            FileManager.default.fileExists(atPath: "\(parent)/\(name)/lock")
                || FileManager.default.fileExists(atPath: "\(parent)/\(name)/profile.json")
        }
    }

    /// The names of the profiles in a folder that a relay knows as devices, sorted.
    ///
    /// One whose registration did not succeed is none; one that is damaged counts, since its owner may well mean it.
    static func devices(in parent: String) -> [ProfileName] {
        names(in: parent).filter { name in
            guard let bytes = FileManager.default.contents(atPath: "\(parent)/\(name)/profile.json") else {
                return false
            }
            return (try? Profile(parsing: [UInt8](bytes)))?.isRegistered ?? true
        }
    }

    /// Whether the folder exists.
    var exists: Bool { FileManager.default.fileExists(atPath: path) }

    /// Creates the folder if it does not exist, and locks it.
    func open() throws -> ProfileFolder {
        do {
            try FileManager.default.createDirectory(
                atPath: parent,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw CommandFailure("The directory \(parent) cannot be made: \(error.localizedDescription)")
        }
        return try ProfileFolder(path)
    }
}
