import Dispatch
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A command of the user's that `/bin/sh` runs in a process group of its own, without input or output.
///
/// It is spawned without Foundation's `Process`, which on Linux up to Swift 6.3 reads beyond a directory entry
/// (swift-corelibs-foundation, pull request 5472) and can end the program in the moment in which an alarm rings.
struct ShellCommand: Sendable {
    /// Descriptors that are closed in the command, more than a listener has: 256.
    private static let descriptors: Int32 = 256

    private let pid: pid_t

    /// Starts a command.
    ///
    /// - Parameters:
    ///   - command: what the shell is to run.
    ///   - environment: the variables of the process.
    /// - Throws: `POSIXError` where the shell cannot be started.
    init(_ command: String, environment: [String: String]) throws {
        var attributes = posix_spawnattr_t()
        var files = posix_spawn_file_actions_t()
        posix_spawnattr_init(&attributes)
        posix_spawn_file_actions_init(&files)
        defer {
            posix_spawnattr_destroy(&attributes)
            posix_spawn_file_actions_destroy(&files)
        }
        // What this program ignores or blocks, its children shall not.
        var none = sigset_t()
        sigemptyset(&none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)
        )
        posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)

        // Not the profile's lock nor a connection: what this program has open is not the command's.
        for descriptor in 3..<Self.descriptors { posix_spawn_file_actions_addclose(&files, descriptor) }

        let copy = { (text: String) in strdup(text) }
        var arguments = ["/bin/sh", "-c", command].map(copy) + [nil]
        var variables = environment.map { copy("\($0.key)=\($0.value)") } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var pid: pid_t = 0
        let status = posix_spawn(&pid, "/bin/sh", &files, &attributes, &arguments, &variables)
        guard status == 0 else { throw POSIXError(POSIXErrorCode(rawValue: status) ?? .ENOEXEC) }
        self.pid = pid
    }

    /// Whether it has not ended yet.
    var isRunning: Bool {
        var info = siginfo_t()
        // Looks without reaping, so that the number stays this command's.
        return waitid(P_PID, id_t(pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_signo == 0
    }

    /// Ends the command with its children, and waits for its end in the background.
    func end() {
        kill(-pid, SIGTERM)
        let pid = pid
        DispatchQueue.global().async { waitpid(pid, nil, 0) }
    }
}
