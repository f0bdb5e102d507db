import AlarmCore
import ArgumentParser
import DeviceKit

/// Whom somebody means by a partner's name, or by the first characters of a pair's id.
struct PartnerChoice {
    /// The pairs to choose from.
    let pairs: [KnownPair]
    /// What a hint has to add to a command so that it speaks for the same device.
    let profileFlag: String

    /// The pair that `text` means; nil stands for the only one there is.
    func pair(_ text: String?) throws(CommandFailure) -> KnownPair {
        guard let first = pairs.first else {
            throw CommandFailure("There is no partner yet. Pair with 'reveille pair new\(profileFlag)'.")
        }
        guard let text else {
            guard pairs.count == 1 else {
                throw CommandFailure("Which partner? Name one with --to: \(names).", exitCode: .validationFailure)
            }
            return first
        }
        let named = pairs.filter { $0.partnerName.lowercased() == text.lowercased() }
        if let only = named.first, named.count == 1 { return only }
        guard named.isEmpty else {
            throw CommandFailure(
                "Several partners are called \(text.asForeign). Give the pair's id, from 'reveille pair list\(profileFlag)'."
            )
        }
        switch Abbreviation(text, among: pairs.map(\.id)) {
        case .name(let id): return pairs.first { $0.id == id } ?? first
        case .ambiguous: throw CommandFailure("Several ids of pairs begin with \(text.asForeign). Type more of it.")
        case .unknown: throw CommandFailure("There is no partner \(text.asForeign). There are: \(names).")
        }
    }

    private var names: String { pairs.map { $0.partnerName.asForeign }.joined(separator: ", ") }
}
