import Foundation
import TestSupport

extension TemporaryFolder {
    /// Gives a file in the folder, or the folder itself, a mode.
    func setMode(_ mode: Int, of name: String = "") throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path(name))
    }
}
