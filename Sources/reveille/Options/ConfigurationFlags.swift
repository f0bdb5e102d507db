import ArgumentParser
import RelayServer

/// A flag for every key of the relay's configuration, made from the one table of keys.
///
/// ArgumentParser learns of a type's flags from its mirror and hands their values out by name, so that the table need not
/// be written a second time as properties.
struct ConfigurationFlags: ParsableArguments {
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// What was given, by the name of its key.
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
    /// Whether its flag needs no value: it is off unless somebody turns it on.
    fileprivate var isSwitch: Bool { usual == "false" }

    fileprivate var flagDefinition: Any {
        let help = ArgumentHelp(stringLiteral: usual.map { "\(meaning) (default: \($0))" } ?? meaning)
        return isSwitch
            ? Flag(wrappedValue: false, name: .customLong(name), help: help) as Any
            : Option<String?>(name: .customLong(name), help: help) as Any
    }
}
