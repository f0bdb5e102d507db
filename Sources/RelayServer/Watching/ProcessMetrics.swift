import CoreMetrics
import CurlClient
import Foundation
import Synchronization

/// The system's measurements of this process, under the names that Prometheus' own clients use.
///
/// - `process_cpu_seconds_total`, `process_resident_memory_bytes`, `process_virtual_memory_bytes`,
///   `process_open_fds`, `process_max_fds`, `process_start_time_seconds`;
/// - `reveille_build_info`, always 1, labelled with the versions of the build.
struct ProcessMetrics: Sendable {
    private let processor: FloatingPointCounter
    private let resident: Meter
    private let virtual: Meter
    private let openFiles: Meter
    private let maximumFiles: Meter
    private let counted = CountedTime()

    init(factory: any MetricsFactory) {
        processor = FloatingPointCounter(label: "process_cpu_seconds_total", factory: factory)
        resident = Meter(label: "process_resident_memory_bytes", factory: factory)
        virtual = Meter(label: "process_virtual_memory_bytes", factory: factory)
        openFiles = Meter(label: "process_open_fds", factory: factory)
        maximumFiles = Meter(label: "process_max_fds", factory: factory)
        if let start = Self.startTime {
            Meter(label: "process_start_time_seconds", factory: factory).set(start)
        }
        Meter(
            label: "reveille_build_info",
            dimensions: [("libcurl", CurlClient.version), ("swift", Self.swiftVersion)],
            factory: factory
        )
        .set(1)
    }

    /// Measures all of them.
    func measure() {
        processor.increment(by: counted.advance(to: Self.processorTime))
        if let pages = Self.memoryPages {
            let size = Double(sysconf(Int32(_SC_PAGESIZE)))
            virtual.set(pages.total * size)
            resident.set(pages.resident * size)
        }
        if let open = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count {
            openFiles.set(open)
        }
        maximumFiles.set(OpenFiles.limit)
    }

    private static var swiftVersion: String {
        #if compiler(>=6.4)
        "6.4"
        #elseif compiler(>=6.3)
        "6.3"
        #else
        "6.2"
        #endif
    }

    private static var processorTime: Double {
        var usage = rusage()
        #if canImport(Glibc)
        guard unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 else { return 0 }
        #else
        guard unsafe getrusage(RUSAGE_SELF, &usage) == 0 else { return 0 }
        #endif
        return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
    }

    private static var memoryPages: (total: Double, resident: Double)? {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
        let numbers = text.split(separator: " ").prefix(2).compactMap { Double($0) }
        return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
    }

    /// The boot time plus the process's start time after boot (proc(5): field 22, counted after the command's name).
    private static var startTime: Double? {
        guard let own = try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8),
            let machine = try? String(contentsOfFile: "/proc/stat", encoding: .utf8),
            let nameEnd = own.lastIndex(of: ")"),
            let boot = machine.split(separator: "\n").first(where: { $0.hasPrefix("btime ") })?.dropFirst(6),
            let bootTime = Double(boot)
        else { return nil }
        let fields = own[own.index(after: nameEnd)...].split(separator: " ")
        guard fields.count > 19, let ticks = Double(fields[19]) else { return nil }
        return bootTime + ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
}

/// The part of a growing total of time that has been counted already.
final class CountedTime: Sendable {
    private let counted = Mutex(0.0)

    /// Counts up to `total`, and returns the increase.
    func advance(to total: Double) -> Double {
        counted.withLock { counted in
            defer { counted = max(counted, total) }
            return max(total - counted, 0)
        }
    }
}
