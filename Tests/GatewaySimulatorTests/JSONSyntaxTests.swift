import AlarmCore
import Foundation
import Testing

@testable import GatewaySimulator

@Suite("JSON is checked to the letter of RFC 8259")
struct JSONSyntaxTests {
    @Test(
        "An object of the grammar is one",
        arguments: [
            "{}", " \t\r\n{ } \n", #"{"a":1}"#, #"{"a":-0.5e+10,"b":[true,false,null,{}],"c":{"d":[]}}"#,
            #"{"":"\u00e9\n\"\\\/"}"#, #"{"é":"😀"}"#, #"{"a":0}"#, #"{"a" : [ 1 , 2 ] , "b" : "" }"#,
            #"{"a":[[],[[]],{"b":{}}]}"#,
        ]
    )
    func valid(text: String) {
        #expect(JSONSyntax.isObject(Array(text.utf8)))
    }

    @Test(
        "Anything else is none",
        arguments: [
            "", " ", "[]", "1", "\"a\"", "null", "{", "}", "{}{}", "{},", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#,
            #"{,"a":1}"#, "{a:1}", #"{'a':1}"#, #"{"a":01}"#, #"{"a":1.}"#, #"{"a":.1}"#, #"{"a":+1}"#, #"{"a":1e}"#,
            #"{"a":-}"#, #"{"a":[1,]}"#, #"{"a":[,1]}"#, #"{"a":[1}"#, #"{"a":{"b":1]}"#, #"{"a":tru}"#, #"{"a":NaN}"#,
            #"{"a":"\x"}"#, #"{"a":"\u12g4"}"#, #"{"a":"\u12"}"#, "{\"a\":\"\n\"}", #"{"a":"b}"#, #"{"a":1 2}"#,
            #"{"a":1}}"#, #"{"a":[1 2]}"#, #"{"a":[]]}"#, "\u{FEFF}{}", #"{"a":1"b":2}"#, #"{1:2}"#, #"{"a"::1}"#,
        ]
    )
    func invalid(text: String) {
        #expect(!JSONSyntax.isObject(Array(text.utf8)))
    }

    @Test("Text that is not UTF-8 is none")
    func encoding() {
        #expect(!JSONSyntax.isObject(Array(#"{"a":""#.utf8) + [0xC3, 0x28] + Array(#""}"#.utf8)))
    }

    @Test("Nesting as deep as a payload is long overflows nothing")
    func depth() {
        let depth = 100_000
        let text = #"{"a":"# + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + "}"
        #expect(JSONSyntax.isObject(Array(text.utf8)))
        #expect(!JSONSyntax.isObject(Array(text.utf8.dropLast(2))))
    }

    @Test("A spoilt object is judged as Foundation judges it", arguments: 0..<200 as Range<UInt64>)
    func agreement(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let alphabet = Array(#"{}[]:,"\ue1-.0tn "#.utf8)
        for _ in 0..<20 {
            var bytes = Array(#"{"a":[1,-2.5e3,"\u00e9"],"b":{"c":null,"d":true}}"#.utf8)
            for _ in 0..<Int.random(in: 0...2, using: &generator) {
                bytes[bytes.indices.randomElement(using: &generator) ?? 0] =
                    alphabet[
                        Int.random(in: alphabet.indices, using: &generator)
                    ]
            }
            let decoded = try? JSONSerialization.jsonObject(with: Data(bytes))
            let isObject = JSONSyntax.isObject(bytes)
            #expect(isObject == (decoded is [String: Any]), "seed \(seed): \(String(decoding: bytes, as: UTF8.self))")
        }
    }
}
