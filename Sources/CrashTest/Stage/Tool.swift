import Foundation

/// A program or library of the system that a fault needs.
struct Tool {
    /// Where it may be, first come first taken.
    let places: [String]
    /// Debian's package that has it.
    let package: String

    static let strace = Tool(places: ["/usr/bin/strace", "/usr/local/bin/strace"], package: "strace")
    static let mount = Tool(places: ["/usr/bin/mount", "/bin/mount"], package: "mount")
    static let unmount = Tool(places: ["/usr/bin/umount", "/bin/umount"], package: "mount")
    static let faketime = Tool(
        places: ["x86_64", "aarch64", "arm", "i386"].map { "/usr/lib/\($0)-linux-gnu\($0 == "arm" ? "eabihf" : "")" }
            .map { $0 + "/faketime/libfaketime.so.1" },
        package: "libfaketime"
    )

    /// Its path; nil where it is not installed.
    var path: String? { places.first { FileManager.default.fileExists(atPath: $0) } }

    /// Runs it to its end and returns its status and what it wrote; -1 where it is not installed.
    func run(_ arguments: [String]) async throws -> (status: Int32, output: String) {
        guard let path else { return (-1, "the package \(package) is not installed") }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        process.standardInput = FileHandle.nullDevice
        // Waiting by hand can spin: Foundation is asked to call back instead.
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        process.terminationHandler = { _ in end.finish() }
        try process.run()
        for await _ in ends {}
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        return (process.terminationStatus, String(decoding: text, as: UTF8.self))
    }
}
