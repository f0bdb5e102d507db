import AlarmWire

@testable import GatewaySimulator

extension FuzzTarget {
    /// The strict JSON parser, against its own writer and the gateway's syntax check.
    static let json = FuzzTarget(name: "json") { input in
        let limits = JSONLimits(bytes: 1 << 16, depth: 8)
        do throws(WireError) {
            let value = try JSONValue(parsing: input, limits: limits)
            let again = try? JSONValue(parsing: value.text, limits: limits)
            require(again == value, "what was written is read back")
            require(again?.text == value.text, "writing is stable")
            require(JSONSyntax.isObject(input) == (value.type == .object), "both know an object: \(value.type)")
        } catch {
            guard JSONSyntax.isObject(input) else { return }
            switch error.reason {
            case .duplicateName, .syntax(.tooDeep, _), .syntax(.loneSurrogate, _), .tooLarge: break
            default: require(false, "the syntax check accepts what the parser refuses: \(error)")
            }
        }
    }
}
