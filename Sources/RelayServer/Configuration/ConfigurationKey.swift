/// One thing that an operator can set: under one name as a flag, in the environment, and in the file.
///
/// The table of all keys, ``ConfigurationKey/all``, drives the reading, the listing and the reference. No value of any key
/// is a secret: keys and passwords stand in files, and the configuration says where.
package struct ConfigurationKey: Hashable, Sendable {
    /// Its name in the file, and with two hyphens in front as a flag, as in `apns-key-file`.
    package let name: String
    /// What a value looks like, as in `HOST:PORT`; follows the word "expected" in an error.
    package let form: String
    /// The value when nobody sets it, in words where it depends on others; nil where there is none.
    package let usual: String?
    /// What it is for, in one sentence.
    package let meaning: String

    init(_ name: String, form: String, usual: String?, meaning: String) {
        self.name = name
        self.form = form
        self.usual = usual
        self.meaning = meaning
    }

    /// Its name in the environment, as in `REVEILLE_APNS_KEY_FILE`.
    package var environmentName: String {
        "REVEILLE_" + name.uppercased().replacing("-", with: "_")
    }

    /// Its flag, as in `--apns-key-file`.
    package var flag: String { "--" + name }
}
