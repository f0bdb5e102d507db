package import AlarmCore

/// A channel for telephone calls.
package protocol CallChannel: Sendable {
    /// Makes one attempt to place a call; a failure is an outcome rather than an error, because the engine decides what
    /// follows.
    func place(_ call: OutgoingCall) async -> DeliveryOutcome

    /// Whether a request that claims to be the provider's is, by its signature over the address and the fields.
    func isGenuine(_ request: CallRequest) -> Bool
}

/// A request that claims to be the call provider's.
package struct CallRequest: Hashable, Sendable {
    /// The complete address to which it was made, as the relay gave it to the provider.
    package var url: String
    /// The fields of its form.
    package var fields: [CallField]
    /// The signature that came with it; nil for none.
    package var signature: String?

    /// Describes a request.
    package init(url: String, fields: [CallField], signature: String?) {
        self.url = url
        self.fields = fields
        self.signature = signature
    }

    /// The value of a field; nil where it is missing.
    package func value(of name: String) -> String? { fields.first { $0.name == name }?.value }
}

/// A field of a form.
package struct CallField: Hashable, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}
