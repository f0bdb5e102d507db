import Foundation

/// The disk under the database: what one durable write costs without any database.
struct Disk {
    /// Why the disk cannot be measured.
    struct Failure: Error, CustomStringConvertible {
        let path: String
        let reason: Int32

        var description: String { "\(path): \(String(cString: strerror(reason)))" }
    }

    let path: String

    /// Appends 4 KiB and waits until they are on the disk, again and again.
    ///
    /// One after another, as a database without group commit would.
    func run(seconds: Double) throws -> Run {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failure(path: path, reason: errno) }
        defer { close(descriptor) }
        let page = [UInt8](repeating: 0xA5, count: 4096)
        let clock = ContinuousClock()
        let start = clock.now
        var latencies: [Double] = []
        var (begin, elapsed) = (0.0, 0.0)
        while elapsed < seconds {
            guard write(descriptor, page, page.count) == page.count, fdatasync(descriptor) == 0 else {
                throw Failure(path: path, reason: errno)
            }
            elapsed = (clock.now - start) / .seconds(1)
            latencies.append(elapsed - begin)
            begin = elapsed
        }
        return Run(count: latencies.count, seconds: elapsed, latencies: latencies)
    }
}
