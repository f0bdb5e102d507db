import Configuration

/// Reads keys from flags, environment and file, in this order, and collects their faults.
///
/// The providers' snapshots are asked one by one, for text: a `ConfigReader` would treat a value of the wrong kind as
/// missing, and would not say where a value came from.
struct ConfigurationReader {
    private var snapshots: [(ConfigurationSource, any ConfigSnapshot)]
    /// The entries, in the order of reading.
    private(set) var entries: [ConfigurationEntry] = []
    /// The faults so far.
    private(set) var faults: [ConfigurationError.Fault] = []

    /// Prepares to read, and reads the file that the flags or the environment name.
    ///
    /// An empty variable counts as missing, because service managers and containers leave a variable out in this way.
    init(flags: [String: String], environment: [String: String]) {
        let names = Set(ConfigurationKey.all.map(\.name))
        faults = flags.keys.filter { !names.contains($0) }.sorted().map { .unknownFlag($0) }
        snapshots = [
            (.flag, InMemoryProvider(values: Self.values(flags)).snapshot()),
            (.environment, Self.snapshot(of: environment)),
        ]
        guard let path = text(.config, defaultValue: nil) else { return }
        do throws(ConfigurationError) {
            if let file = try ConfigurationFile(path: path).snapshot { snapshots.append((.file(path), file)) }
        } catch {
            faults += error.faults
        }
    }

    /// Reads a text; nil when it is not set and has no default.
    mutating func text(_ key: ConfigurationKey, defaultValue: String?) -> String? {
        value(key, defaultValue: defaultValue) { $0 }
    }

    /// Reads a value with `parse`, which returns nil for a text that cannot be used.
    ///
    /// The default text is parsed like any other; one that cannot be used is reported as `blame` says.
    mutating func value<Value>(
        _ key: ConfigurationKey,
        defaultValue: String?,
        blame: String? = nil,
        parse: (String) -> Value?
    ) -> Value? {
        let (given, source) = lookUp(key)
        guard let text = given ?? defaultValue else {
            entries.append(ConfigurationEntry(key: key, value: nil, source: .defaultValue))
            return nil
        }
        entries.append(ConfigurationEntry(key: key, value: key.shown(text), source: source))
        guard let value = parse(text) else {
            if source == .defaultValue, let blame {
                faults.append(.noValue(key, reason: blame))
            } else {
                faults.append(.badValue(key, value: key.shown(text), from: source, expected: key.form))
            }
            return nil
        }
        return value
    }

    /// Adds a fault that concerns more than one value.
    mutating func add(_ fault: ConfigurationError.Fault) {
        faults.append(fault)
    }

    private mutating func lookUp(_ key: ConfigurationKey) -> (String?, ConfigurationSource) {
        for (source, snapshot) in snapshots {
            do {
                if let text = try Self.text(of: key, in: snapshot) { return (text, source) }
            } catch {
                faults.append(.badValue(key, value: "a list", from: source, expected: key.form))
                return (nil, source)
            }
        }
        return (nil, .defaultValue)
    }

    /// Returns the text of a value; a list in the file becomes one text with commas, as in a variable.
    private static func text(of key: ConfigurationKey, in snapshot: any ConfigSnapshot) throws -> String? {
        let place = AbsoluteConfigKey([key.name])
        let value: ConfigValue?
        do {
            value = try snapshot.value(forKey: place, type: .string).value
        } catch {
            value = try snapshot.value(forKey: place, type: .stringArray).value
        }
        switch value?.content {
        case .string(let text): return text
        case .stringArray(let texts): return texts.joined(separator: ",")
        default: return nil
        }
    }

    private static func values(_ texts: [String: String]) -> [AbsoluteConfigKey: ConfigValue] {
        var values: [AbsoluteConfigKey: ConfigValue] = [:]
        for (name, text) in texts {
            values[AbsoluteConfigKey([name])] = ConfigValue(.string(text), isSecret: false)
        }
        return values
    }

    private static func snapshot(of environment: [String: String]) -> any ConfigSnapshot {
        let provider = EnvironmentVariablesProvider(environmentVariables: environment.filter { !$0.value.isEmpty })
        return KeyMappingProvider(upstream: provider) { key in AbsoluteConfigKey(["reveille"] + key.components) }
            .snapshot()
    }
}
