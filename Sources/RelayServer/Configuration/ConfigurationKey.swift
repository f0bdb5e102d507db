/// One thing that an operator can set: under one name as a flag, in the environment, and in the file.
///
/// The table of all keys, ``ConfigurationKey/all``, drives the reading, the listing and the reference. Keys and passwords
/// stand in files, and the configuration says where; the one value that is a secret itself is never shown.
package struct ConfigurationKey: Hashable, Sendable {
    /// Its name in the file, and with two hyphens in front as a flag, as in `apns-key-file`.
    package let name: String
    /// What a value looks like, as in `HOST:PORT`; follows the word "expected" in an error.
    package let form: String
    /// The value when nobody sets it, in words where it depends on others; nil where there is none.
    package let usual: String?
    /// What it is for, in one sentence.
    package let meaning: String
    /// Whether a value must not be shown: neither in listings nor in errors.
    package let isSecret: Bool

    init(_ name: String, form: String, usual: String?, meaning: String, isSecret: Bool = false) {
        self.name = name
        self.form = form
        self.usual = usual
        self.meaning = meaning
        self.isSecret = isSecret
    }

    /// A value as it may be shown.
    package func shown(_ value: String) -> String { isSecret ? "(secret)" : value }

    /// Its name in the environment, as in `REVEILLE_APNS_KEY_FILE`.
    package var environmentName: String {
        "REVEILLE_" + name.uppercased().replacing("-", with: "_")
    }

    /// Its flag, as in `--apns-key-file`.
    package var flag: String { "--" + name }
}
