import Foundation
import TestSupport

/// Makes a relay fail or stop at one of its system calls, by strace.
struct Tracer {
    /// The effect on the relay at the call.
    enum Injection {
        /// SIGSTOP with every call, for all threads, which continue when a ``Stepper`` says so.
        case stops
        /// EIO instead of the n-th call; counted for each thread separately.
        case ioError(at: Int)

        var words: String {
            switch self {
            case .stops: "signal=SIGSTOP:when=1+"
            case .ioError(let number): "error=EIO:when=\(number)"
            }
        }
    }

    /// The system calls concerned, separated by commas.
    let calls: String
    let injection: Injection
    /// File into which strace lists the calls.
    let log: URL

    /// Start of the relay's command line.
    ///
    /// The tracer runs as the relay's grandchild (`-D`), so that the process keeps its identifier and its exit status.
    var prelude: String {
        """
        '\(Tool.strace.executable.path)' -D -f -qq -y -o '\(log.path)' -e trace=\(calls) \
        -e inject=\(calls):\(injection.words)
        """
    }

    /// The listed calls, oldest first.
    var lines: [Substring] {
        ((try? String(contentsOf: log, encoding: .utf8)) ?? "").split(separator: "\n")
    }

    /// Number of calls of the kinds in `calls`, by all threads.
    var callCount: Int {
        let kinds = calls.split(separator: ",").map { $0 + "(" }
        return lines.count { line in kinds.contains { line.contains($0) } }
    }

    /// The calls on the database and its log from the first failed one on; empty if none failed.
    ///
    /// SQLite also syncs the folder after creating a log, and ignores the result.
    var linesSinceFailure: [Substring] {
        Array(lines.filter { $0.contains("reveille.db") }.drop { !$0.contains("INJECTED") })
    }

    /// Whether any call was made to fail, including one on the folder.
    var hasInjected: Bool { lines.contains { $0.contains("INJECTED") } }

    /// Returns why strace cannot trace here, as in some containers; nil if it can.
    static func problem() async throws -> String? {
        guard Tool.strace.isInstalled else { return "strace is not installed; install the package strace" }
        let outcome = try await Tool.strace.run(["-qq", "-o", "/dev/null", "/bin/true"])
        return outcome.status == 0
            ? nil : "strace may not trace here: \(outcome.text.trimmingCharacters(in: .whitespacesAndNewlines))"
    }
}
