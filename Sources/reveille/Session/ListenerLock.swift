import Foundation

/// The right to listen with a profile, which one process has at a time: with two, an answer given to one is lost to the
/// other.
final class ListenerLock {
    private let descriptor: Int32

    /// Takes the right; the system gives it back when the process ends, however it ends.
    ///
    /// - Parameters:
    ///   - folder: the folder of the profile.
    ///   - name: the name of the profile.
    /// - Throws: `CommandFailure` where another process has it.
    init(in folder: String, of name: ProfileName) throws(CommandFailure) {
        let path = folder + "/listening"
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw CommandFailure("\(path) cannot be opened: \(String(cString: strerror(errno)))")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw CommandFailure(
                "Another 'reveille listen' has the profile \(name). Answer there, or end it first.",
                exitCode: CommandFailure.temporary
            )
        }
    }

    deinit {
        close(descriptor)
    }
}
