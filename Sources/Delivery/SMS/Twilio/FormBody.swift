/// The body of an HTML form request (`application/x-www-form-urlencoded`).
struct FormBody {
    private(set) var bytes: [UInt8] = []

    /// Adds a field.
    mutating func add(_ name: StaticString, _ value: String) {
        if !bytes.isEmpty { bytes.append(UInt8(ascii: "&")) }
        bytes += Array("\(name)=".utf8)
        let digits = Array("0123456789ABCDEF".utf8)
        for byte in value.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                bytes.append(byte)
            default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0x0F)]]
            }
        }
    }
}
