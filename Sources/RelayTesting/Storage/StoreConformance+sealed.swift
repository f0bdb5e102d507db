import AlarmCore
import Storage

extension StoreConformance {
    private static let columns: [SealedColumn] = [
        .deviceKey, .deviceAddress, .answer, .document, .value(prefix: "kept "),
    ]

    static let sealed = [
        Check("Sealed values are walked page by page, each once, whatever the size of the pages") { store in
            try await fill(store)
            for column in columns {
                let all = try await store.read { try $0.sealedValues(column, after: nil, limit: 99) }
                for limit in 1...4 {
                    var walked: [SealedValue] = []
                    var page: [SealedValue] = []
                    repeat {
                        let last = page.last?.place
                        page = try await store.read { try $0.sealedValues(column, after: last, limit: limit) }
                        try expect(page.count <= limit, "a page of \(column) has \(page.count) values, not \(limit)")
                        walked += page
                    } while !page.isEmpty
                    try expect(walked, is: all, "\(column) in pages of \(limit)")
                }
                try expect(try await store.read { try $0.sealedValues(column, after: nil, limit: 0) }, is: [], "none")
            }
        },
        Check("A walk over sealed values finds those of its column, and no others") { store in
            try await fill(store)
            let expected: [Set<SealedValue>] = [
                Set((1...3).map { SealedValue(place: .deviceKey(.sample($0)), bytes: [UInt8($0)]) }),
                Set(
                    [1, 3].map {
                        SealedValue(place: .deviceAddress(.sample($0)), bytes: Device.SealedAddress.sample.sealed)
                    }
                ),
                Set(
                    (1...3).map {
                        SealedValue(place: .answer(.sample(1), jti: Replay.sample($0).jti), bytes: Replay.sample().body)
                    }
                ),
                Set(
                    [Document.Kind.contact, .watch, .beat].map {
                        SealedValue(place: .document($0, .sample(1)), bytes: [1, 2, 3])
                    }
                ),
                Set(["kept a", "kept b", "kept ü"].map { SealedValue(place: .value($0), bytes: Array($0.utf8)) }),
            ]
            for (column, values) in zip(columns, expected) {
                let found = try await store.read { try $0.sealedValues(column, after: nil, limit: 99) }
                try expect(Set(found), is: values, "the values of \(column)")
                try expect(found.count, is: values.count, "how many values of \(column)")
            }
        },
        Check("A sealed value is replaced where it is still the same, and nothing else of its row") { store in
            try await fill(store)
            for column in columns {
                let values = try await store.read { try $0.sealedValues(column, after: nil, limit: 99) }
                let old = try await store.write { transaction in
                    guard let first = values.first else { return SealedValue?.none }
                    try expect(transaction.replace(first, with: [9, 9]), "\(column) was not replaced")
                    try expect(!transaction.replace(first, with: [8]), "\(column) was replaced although it had changed")
                    return first
                }
                guard let old else { throw ConformanceFailure(what: "\(column) is empty", place: #fileID) }
                var expected = values
                expected[0].bytes = [9, 9]
                let found = try await store.read { try $0.sealedValues(column, after: nil, limit: 99) }
                try expect(found, is: expected, "the values of \(column) afterwards")
                try expect(found.first?.place, is: old.place, "the place of the replaced value of \(column)")
            }
            try await store.read { snapshot in
                var device = Device.sample(1, sealedKey: [9, 9])
                device.address?.sealed = [9, 9]
                try expect(snapshot.device(.sample(1)), is: device, "the device")
                try expect(snapshot.device(registration: device.registration), is: device, "the device by registration")
            }
            try expect(try await store.device(.sample(1))?.sealedKey, is: [9, 9], "the device that requests ask for")
            let missing = SealedValue(place: .deviceKey(.sample(9)), bytes: [1])
            try expect(
                try await store.write { try $0.replace(missing, with: [2]) },
                is: false,
                "a row that is not there"
            )
        },
        Check("A replaced value keeps its end, and a purge takes it then") { store in
            try await store.write { try $0.setValue([1], for: "kept", until: .sample) }
            let value = SealedValue(place: .value("kept"), bytes: [1])
            try expect(try await store.write { try $0.replace(value, with: [2]) }, "the value was not replaced")
            try expect(try await store.read { try $0.value("kept") }, is: [2], "the value")
            try await store.write { transaction in
                _ = try transaction.purge(at: .sample + .seconds(1), endedBefore: .sample, limit: 9)
            }
            try expect(try await store.read { try $0.value("kept") }, is: nil, "the value after its end")
        },
    ]

    private static func fill(_ store: any Store) async throws {
        try await store.write { transaction in
            for number in 1...3 {
                let address = number == 2 ? nil : Device.SealedAddress.sample
                try transaction.insert(Device.sample(number, sealedKey: [UInt8(number)], address: address))
                try transaction.insert(Replay.sample(number))
            }
            for kind in [Document.Kind.contact, .watch, .beat] { try transaction.put(Document.sample(1, kind: kind)) }
            for key in ["kept b", "kept ü", "kept a", "other", "kept"] {
                try transaction.setValue(Array(key.utf8), for: key)
            }
        }
    }
}
