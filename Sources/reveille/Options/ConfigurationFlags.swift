import ArgumentParser
import RelayServer

/// A flag for every key of the relay's configuration, made from the table of keys.
///
/// ArgumentParser finds a type's flags in its mirror and returns their values by name, so the table need not be
/// repeated as properties.
struct ConfigurationFlags: ParsableArguments {
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// The given values, by the name of the key.
    private(set) var values: [String: String] = [:]

    init() {}

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Name.self)
        for key in ConfigurationKey.all {
            let name = Name(stringValue: key.name)
            if key.isSwitch {
                let isOn = try container.decode(Flag<Bool>.self, forKey: name).wrappedValue
                values[key.name] = isOn ? "true" : nil
            } else {
                values[key.name] = try container.decode(Option<String?>.self, forKey: name).wrappedValue
            }
        }
    }
}

extension ConfigurationFlags: CustomReflectable {
    /// The flags, for ArgumentParser.
    var customMirror: Mirror {
        let flags = ConfigurationKey.all.map { key in (label: Optional(key.name), value: key.flagDefinition) }
        return Mirror(self, children: AnyCollection(flags), displayStyle: .struct)
    }
}

extension ConfigurationKey {
    /// Whether the flag needs no value, because the key is off by default.
    fileprivate var isSwitch: Bool { defaultValue == "false" }

    fileprivate var flagDefinition: Any {
        let help = ArgumentHelp(stringLiteral: defaultValue.map { "\(meaning) (default: \($0))" } ?? meaning)
        return isSwitch
            ? Flag(wrappedValue: false, name: .customLong(name), help: help) as Any
            : Option<String?>(name: .customLong(name), help: help) as Any
    }
}
