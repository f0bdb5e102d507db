import Foundation

/// Runs a program that nobody here wrote, and collects what it says.
struct Tool {
    struct Result {
        var status: Int32
        var output: String
        var errors: String
    }

    let path: String
    /// Arguments before all others.
    var prefix: [String] = []

    static let python = Tool(path: "/usr/bin/env", prefix: ["python3"])
    static let curl = Tool(path: "/usr/bin/curl")
    static let nghttp = Tool(path: "/usr/bin/nghttp")
    static let h2load = Tool(path: "/usr/bin/h2load")

    /// Runs the program on a thread of its own, so that waiting for it blocks no task.
    func run(_ arguments: [String], input: String = "") async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(with: Swift.Result { try runBlocking(arguments, input: input) })
            }
        }
    }

    /// Runs the program, and waits for it here.
    func runBlocking(_ arguments: [String], input: String = "") throws -> Result {
        let directory = FileManager.default.temporaryDirectory.appending(path: "gateway-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        // Files rather than pipes: a program that says much on both at once cannot be stuck on either.
        let files = try ["output", "errors"].map { name in
            let url = directory.appending(path: name)
            try Data().write(to: url)
            return url
        }
        let inputFile = directory.appending(path: "input")
        try Data(input.utf8).write(to: inputFile)
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = prefix + arguments
        process.standardInput = try FileHandle(forReadingFrom: inputFile)
        process.standardOutput = try FileHandle(forWritingTo: files[0])
        process.standardError = try FileHandle(forWritingTo: files[1])
        try process.run()
        process.waitUntilExit()
        let texts = try files.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
        return Result(status: process.terminationStatus, output: texts[0], errors: texts[1])
    }
}
