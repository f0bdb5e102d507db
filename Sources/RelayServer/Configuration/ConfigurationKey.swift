/// One setting, under the same name as a flag, in the environment, and in the file.
///
/// The table of all keys, ``ConfigurationKey/all``, drives the reading, the listing and the reference. Keys and
/// passwords stand in files whose paths are configured; the one value that is a secret itself is never shown.
package struct ConfigurationKey: Hashable, Sendable {
    /// The name in the file, and with two hyphens in front the flag, as in `apns-key-file`.
    package let name: String
    /// The form of a value, as in `HOST:PORT`; follows the word "expected" in an error.
    package let form: String
    /// The default value, in words where it depends on other keys; nil where there is none.
    package let defaultValue: String?
    /// The purpose, in one sentence.
    package let meaning: String
    /// Whether the value must not be shown, neither in listings nor in errors.
    package let isSecret: Bool

    init(_ name: String, form: String, defaultValue: String?, meaning: String, isSecret: Bool = false) {
        self.name = name
        self.form = form
        self.defaultValue = defaultValue
        self.meaning = meaning
        self.isSecret = isSecret
    }

    /// Returns the value, or a placeholder for a secret.
    package func shown(_ value: String) -> String { isSecret ? "(secret)" : value }

    /// The name in the environment, as in `REVEILLE_APNS_KEY_FILE`.
    package var environmentName: String {
        "REVEILLE_" + name.uppercased().replacing("-", with: "_")
    }

    /// The flag, as in `--apns-key-file`.
    package var flag: String { "--" + name }
}
