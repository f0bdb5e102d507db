import Foundation

/// Lets strace fail, or end, a relay at one of its system calls.
struct Tracer {
    /// What befalls the relay at the call.
    enum Injection {
        /// SIGSTOP with every call, for all threads: it goes on at a ``Stepper``'s word.
        case stops
        /// EIO instead of the n-th call; counted for each thread by itself.
        case ioError(at: Int)

        var words: String {
            switch self {
            case .stops: "signal=SIGSTOP:when=1+"
            case .ioError(let number): "error=EIO:when=\(number)"
            }
        }
    }

    /// The system calls that are meant, with commas between.
    let calls: String
    let injection: Injection
    /// The file into which it lists the calls.
    let log: URL

    /// What the relay's command line begins with.
    ///
    /// The tracer runs as the relay's grandchild (`-D`), so that the process keeps its number and its exit status.
    var prelude: String {
        """
        '\(Tool.strace.path ?? "strace")' -D -f -qq -y -o '\(log.path)' -e trace=\(calls) \
        -e inject=\(calls):\(injection.words)
        """
    }

    /// The calls that were made, oldest first.
    var lines: [Substring] {
        ((try? String(contentsOf: log, encoding: .utf8)) ?? "").split(separator: "\n")
    }

    /// How many calls of the one kind that is meant were made, by all threads.
    var callCount: Int { lines.count { $0.contains("\(calls)(") } }

    /// The calls on the database and its log from the first one on that was made to fail; empty when none was.
    ///
    /// SQLite also syncs the folder when it has made a log, and passes over what comes of that.
    var linesSinceFailure: [Substring] {
        Array(lines.filter { $0.contains("reveille.db") }.drop { !$0.contains("INJECTED") })
    }

    /// Whether any call was made to fail, be it one on the folder.
    var hasInjected: Bool { lines.contains { $0.contains("INJECTED") } }

    /// Whether strace may trace here: a container may forbid it.
    static func problem() async throws -> String? {
        guard Tool.strace.path != nil else { return "strace is not installed; install the package strace" }
        let (status, output) = try await Tool.strace.run(["-qq", "-o", "/dev/null", "/bin/true"])
        return status == 0
            ? nil : "strace may not trace here: \(output.trimmingCharacters(in: .whitespacesAndNewlines))"
    }
}
