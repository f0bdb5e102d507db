import Configuration

/// Reads keys from flags, environment and file, in this order, and gathers what is wrong with them.
///
/// The providers' snapshots are asked one by one, for text: a `ConfigReader` would take a value of the wrong kind for none
/// at all, and would not say where a value came from.
struct ConfigurationReader {
    private var snapshots: [(ConfigurationSource, any ConfigSnapshot)]
    /// What was read, in the order of reading.
    private(set) var entries: [ConfigurationEntry] = []
    /// What is wrong so far.
    private(set) var faults: [ConfigurationError.Fault] = []

    /// Prepares to read; reads the file that flags or environment name.
    ///
    /// An empty variable counts as none, because that is how service managers and containers leave one out.
    init(flags: [String: String], environment: [String: String]) {
        let names = Set(ConfigurationKey.all.map(\.name))
        faults = flags.keys.filter { !names.contains($0) }.sorted().map { .unknownFlag($0) }
        snapshots = [
            (.flag, InMemoryProvider(values: Self.values(flags)).snapshot()),
            (.environment, Self.snapshot(of: environment)),
        ]
        guard let path = text(.config, usual: nil) else { return }
        do throws(ConfigurationError) {
            if let file = try ConfigurationFile(path: path).snapshot { snapshots.append((.file(path), file)) }
        } catch {
            faults += error.faults
        }
    }

    /// Reads a text; nil when nobody set it and there is none to assume.
    mutating func text(_ key: ConfigurationKey, usual: String?) -> String? {
        value(key, usual: usual) { $0 }
    }

    /// Reads a value by `parse`, which yields nil for a text that it cannot use.
    ///
    /// The usual text is parsed as any other; one that cannot be used is reported as `blame` says.
    mutating func value<Value>(
        _ key: ConfigurationKey,
        usual: String?,
        blame: String? = nil,
        parse: (String) -> Value?
    ) -> Value? {
        let (given, source) = lookUp(key)
        guard let text = given ?? usual else {
            entries.append(ConfigurationEntry(key: key, value: nil, source: .usual))
            return nil
        }
        entries.append(ConfigurationEntry(key: key, value: key.shown(text), source: source))
        guard let value = parse(text) else {
            if source == .usual, let blame {
                faults.append(.noValue(key, reason: blame))
            } else {
                faults.append(.badValue(key, value: key.shown(text), from: source, expected: key.form))
            }
            return nil
        }
        return value
    }

    /// Notes a fault that concerns more than one value.
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
        return (nil, .usual)
    }

    /// The text of a value; a list of the file becomes one with commas, as it would be in a variable.
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
