/// The behaviours in force, and how often each was asked for.
struct BehaviorTable {
    /// A behaviour with the count of the requests that it could have befallen.
    private struct Counted {
        var behavior: GatewaySimulator.Behavior
        var requests = 0

        mutating func befallsNext() -> Bool {
            requests += 1
            return switch behavior.portion {
            case .all: true
            case .first(let count): requests <= count
            case .every(let count): count > 0 && requests.isMultiple(of: count)
            }
        }
    }

    private var overall = Counted(behavior: .genuine)
    private var perToken: [String: Counted] = [:]

    /// The behaviour towards everybody who has none of their own.
    var general: GatewaySimulator.Behavior {
        get { overall.behavior }
        set { overall = Counted(behavior: newValue) }
    }

    subscript(token: String) -> GatewaySimulator.Behavior? {
        get { perToken[token]?.behavior }
        set { perToken[token] = newValue.map { Counted(behavior: $0) } }
    }

    /// The behaviour towards `token`, which may have no device; its GOAWAY is the general one unless it has its own.
    func behavior(for token: String?) -> GatewaySimulator.Behavior {
        guard !perToken.isEmpty, let token, var own = perToken[token]?.behavior else { return general }
        own.goAwayAfterEvery = own.goAwayAfterEvery ?? general.goAwayAfterEvery
        return own
    }

    /// Counts an acceptable request, and says what happens to it instead of what it deserves; nil for nothing.
    mutating func fault(for token: String) -> GatewaySimulator.Behavior? {
        if !perToken.isEmpty, perToken[token] != nil {
            guard perToken[token]?.befallsNext() == true else { return nil }
            return perToken[token]?.behavior
        }
        guard overall.behavior.answer != .genuine, overall.befallsNext() else { return nil }
        return overall.behavior
    }
}
