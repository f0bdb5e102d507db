import AlarmCore
import AlarmWire

/// A receipt that the relay has not taken yet; it is sent again with the next sync.
struct UnsentReceipt: Hashable, Sendable {
    let id: AlarmID
    let receipt: Receipt
}

extension UnsentReceipt: WireMessage {
    init(reading object: inout ObjectReader) throws(WireError) {
        id = try object.identifier("id")
        receipt = try object.object("receipt")
    }

    var json: JSONValue {
        .object(of: ["id": .identifier(id), "receipt": receipt.json])
    }
}
