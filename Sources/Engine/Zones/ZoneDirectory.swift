package import AlarmCore
internal import Foundation
internal import Synchronization

/// The time zones of this machine, read from its compiled tz database.
///
/// It uses the system's files rather than Foundation's zones, which are compiled in and go stale. A zone is parsed once
/// and kept; `refresh(at:)` notices new data. Only names of real files count, so that abbreviations such as `PST`,
/// which name no zone, are refused.
package final class ZoneDirectory: ZoneProvider {
    /// The directory in which Debian and most systems keep the compiled tz database.
    package static let standardPath = "/usr/share/zoneinfo"

    /// The shortest time between two checks of the files by `refresh(at:)`.
    package static let refreshInterval = Span.minutes(1)

    private struct Entry {
        var stamp: ZoneFile.Stamp
        var rules: ZoneRules
    }

    private struct State {
        var entries: [String: Entry] = [:]
        var release: Release
        var checked: Instant?
    }

    private let path: String
    private let state: Mutex<State>

    /// Reads zones from the directory at `path`.
    ///
    /// Only the version is read at first: a missing directory shows in `status` and as unknown zones.
    package init(path: String = ZoneDirectory.standardPath) {
        self.path = path
        state = Mutex(State(release: Release(in: path)))
    }

    /// The directory for an environment: `TZDIR` if it is set and not empty, else the standard one.
    package static func path(in environment: [String: String]) -> String {
        guard let path = environment["TZDIR"], !path.isEmpty else { return standardPath }
        return path
    }

    /// The rules of the zone called `name`, or nil if it has none that can be used.
    package func rules(for name: String) -> ZoneRules? {
        try? zone(named: name)
    }

    /// The rules of the zone called `name`.
    ///
    /// - Throws: the reason why the name leads to no zone.
    package func zone(named name: String) throws(ZoneDirectoryError) -> ZoneRules {
        guard ZoneFileName.isPlausible(name) else { throw .notAZoneName(name) }
        if let known = state.withLock({ $0.entries[name] }) { return known.rules }
        // Read outside the lock: two readers of one zone get the same rules. Unknown names are not kept, as anyone can
        // make up any number of them.
        let entry = try read(name)
        state.withLock { $0.entries[name] = entry }
        return entry.rules
    }

    /// Checks whether the data changed, if the last check is a minute or more ago.
    ///
    /// A zone whose new file cannot be read keeps its rules until it can: half-installed data silence no alarm.
    ///
    /// - Parameter now: the present time; a step of the clock to the past causes a check at once.
    /// - Returns: the names of the zones in use whose rules changed.
    package func refresh(at now: Instant) -> Set<String> {
        Set(replaceRules(at: now).keys)
    }

    /// Checks as ``refresh(at:)`` does.
    ///
    /// - Returns: the former rules of the zones in use whose rules changed, for recomputing what was derived from them.
    package func replaceRules(at now: Instant) -> [String: ZoneRules] {
        let known: [String: ZoneFile.Stamp]? = state.withLock { state in
            if let checked = state.checked, checked <= now, now - checked < ZoneDirectory.refreshInterval { return nil }
            state.checked = now
            return state.entries.mapValues(\.stamp)
        }
        guard let known else { return [:] }
        var replacements: [String: Entry] = [:]
        for (name, stamp) in known where file(name).stamp() != stamp {
            replacements[name] = try? read(name)
        }
        let release = Release(in: path)
        return state.withLock { state in
            state.release = release
            var former: [String: ZoneRules] = [:]
            for (name, entry) in replacements {
                if let rules = state.entries[name]?.rules, rules != entry.rules { former[name] = rules }
                state.entries[name] = entry
            }
            return former
        }
    }

    /// The data that the zones come from, as of the last check.
    package var status: ZoneDataStatus {
        let release = state.withLock { $0.release }
        return ZoneDataStatus(path: path, version: release.version, modified: release.modified)
    }

    /// The names of all zones in the directory, sorted.
    ///
    /// It reads the beginning of every file: for listings and checks, not for every request.
    package func names() -> [String] {
        let root = URL(fileURLWithPath: path)
        let prefix = root.path.hasSuffix("/") ? root.path.count : root.path.count + 1
        guard
            let files = FileManager.default.enumerator(
                at: root,
                includingPropertiesForKeys: nil,
                options: [.skipsHiddenFiles]
            )
        else { return [] }
        var names: [String] = []
        for case let file as URL in files {
            let name = String(file.path.dropFirst(prefix))
            if ZoneFileName.isPlausible(name), (try? read(name)) != nil { names.append(name) }
        }
        return names.sorted()
    }

    private func file(_ name: String) -> ZoneFile {
        ZoneFile(path: "\(path)/\(name)")
    }

    private func read(_ name: String) throws(ZoneDirectoryError) -> Entry {
        let file = file(name)
        guard let stamp = file.stamp() else { throw .unknownZone(name) }
        guard let contents = file.contents(of: stamp) else { throw .unreadable(name) }
        do throws(TZifError) {
            return Entry(stamp: stamp, rules: try ZoneRules(tzif: contents))
        } catch .notTZif {
            // The directory also holds tables and lists that are no zones.
            throw .unknownZone(name)
        } catch {
            throw .invalidFile(name, error)
        }
    }
}

extension ZoneDirectory {
    /// The release of the data, as stated in one of its files.
    private struct Release {
        var version: String?
        var modified: Instant?

        init(in path: String) {
            for (name, prefix) in [("tzdata.zi", "# version "), ("+VERSION", "")] {
                let file = ZoneFile(path: "\(path)/\(name)")
                guard let stamp = file.stamp(), let contents = file.contents(of: stamp) else { continue }
                modified = Release.instant(stamp.modified)
                let line = String(decoding: contents.prefix { $0 != UInt8(ascii: "\n") }.prefix(80), as: UTF8.self)
                guard line.hasPrefix(prefix) else { continue }
                let version = line.dropFirst(prefix.count).trimmingCharacters(in: .whitespaces)
                guard !version.isEmpty else { continue }
                self.version = version
                return
            }
        }

        private static func instant(_ date: Date) -> Instant? {
            Int64(exactly: (date.timeIntervalSince1970 * 1000).rounded(.down)).map(Instant.init(milliseconds:))
        }
    }
}
