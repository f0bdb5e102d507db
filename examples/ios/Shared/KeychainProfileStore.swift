// Not built here: see README.md.
import DeviceKit
import Foundation
import Security

/// Keeps the profile in the keychain, where app and extension both find it, and no backup does.
final class KeychainProfileStore: ProfileStore {
    static let appGroup = "group.org.example.reveille"

    private let lock: Int32

    /// Opens the lock that app and extension share; nil where the app group is not set up.
    init?() {
        guard
            let folder = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: Self.appGroup)
        else { return nil }
        let path = folder.appending(path: "profile.lock").path
        lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0 else { return nil }
        // Its file may be needed while the phone is locked.
        try? FileManager.default.setAttributes(
            [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication],
            ofItemAtPath: path
        )
    }

    deinit { close(lock) }

    private static var query: [CFString: Any] {
        [
            kSecClass: kSecClassGenericPassword,
            kSecAttrService: "profile",
            kSecAttrAccount: "device",
            kSecUseDataProtectionKeychain: true,
        ]
    }

    func load() throws(ProfileError) -> Profile? {
        var found: CFTypeRef?
        let status = SecItemCopyMatching(Self.query.merging([kSecReturnData: true]) { $1 } as CFDictionary, &found)
        if status == errSecItemNotFound { return nil }
        guard status == errSecSuccess, let data = found as? Data else { throw Self.failure(status) }
        return try Profile(parsing: Array(data))
    }

    func save(_ profile: Profile) throws(ProfileError) {
        let values: [CFString: Any] = [
            kSecValueData: Data(profile.wire),
            kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
        ]
        var status = SecItemUpdate(Self.query as CFDictionary, values as CFDictionary)
        if status == errSecItemNotFound {
            status = SecItemAdd(Self.query.merging(values) { $1 } as CFDictionary, nil)
        }
        guard status == errSecSuccess else { throw Self.failure(status) }
    }

    /// Removes the profile, and with it every key.
    static func remove() throws(ProfileError) {
        let status = SecItemDelete(query as CFDictionary)
        guard status == errSecSuccess || status == errSecItemNotFound else { throw failure(status) }
    }

    func exclusively<Result>(_ body: () throws -> Result) throws -> Result {
        while flock(lock, LOCK_EX) != 0 {
            guard errno == EINTR else {
                throw ProfileError.inputOutput(path: "profile.lock", reason: String(cString: strerror(errno)))
            }
        }
        defer { flock(lock, LOCK_UN) }
        return try body()
    }

    private static func failure(_ status: OSStatus) -> ProfileError {
        let reason = SecCopyErrorMessageString(status, nil) as String? ?? "error \(status)"
        return .inputOutput(path: "keychain", reason: reason)
    }
}
