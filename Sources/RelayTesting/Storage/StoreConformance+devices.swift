import AlarmCore
import Storage

extension StoreConformance {
    static let devices = [
        Check("A device is found by its name and by its registration, whole") { store in
            try await store.write { try $0.insert(Device.sample(1)) }
            try await store.read { snapshot in
                try expect(snapshot.device(.sample(1)), is: .sample(1), "by name")
                try expect(
                    snapshot.device(registration: Device.sample(1).registration),
                    is: .sample(1),
                    "by registration"
                )
                try expect(snapshot.device(.sample(2)), is: nil, "another name")
                try expect(snapshot.device(registration: [1]), is: nil, "another registration")
            }
        },
        Check("A device loses its address and gets another one") { store in
            try await store.write { try $0.insert(Device.sample(1)) }
            try await store.write { try $0.update(Device.sample(1, address: nil)) }
            try expect(try await store.read { try $0.device(.sample(1)) }, is: .sample(1, address: nil), "without")
            try await store.write { try $0.update(Device.sample(1)) }
            try expect(try await store.read { try $0.device(.sample(1)) }, is: .sample(1), "with")
        },
        Check("A device keeps the name of a platform that this version does not know") { store in
            guard let platform = Device.Platform(rawValue: "carrier-pigeon") else { return }
            let device = Device(
                id: .sample(1),
                person: .sample(1),
                platform: platform,
                capabilities: Device.sample(1).capabilities,
                timeZone: "UTC",
                locale: "en",
                keyGeneration: 1,
                sealedKey: [],
                registration: [1],
                address: .sample,
                since: .sample
            )
            try await store.write { try $0.insert(device) }
            try expect(try await store.read { try $0.device(.sample(1)) }, is: device, "the device")
        },
        Check("A device becomes another person's") { store in
            try await store.write { try $0.insert(Device.sample(1)) }
            var device = Device.sample(1)
            device.join(.sample(2))
            let moved = device
            try await store.write { try $0.update(moved) }
            try await store.read { snapshot in
                try expect(snapshot.devices(of: .sample(1)), is: [], "the former person's")
                try expect(snapshot.devices(of: .sample(2)), is: [moved], "the present person's")
            }
        },
        Check("A deleted device is found no more, and its key may register again") { store in
            try await store.write { transaction in
                try transaction.insert(Device.sample(1))
                try transaction.insert(Device.sample(2))
            }
            try await store.write { try $0.delete(.sample(1)) }
            try await store.read { snapshot in
                try expect(snapshot.device(.sample(1)), is: nil, "by name")
                try expect(snapshot.device(registration: Device.sample(1).registration), is: nil, "by registration")
                try expect(snapshot.devices(of: .sample(1)), is: [.sample(2)], "the person's")
            }
            try await expectRefusal("a second time", by: store, as: \.isMissing) { try $0.delete(.sample(1)) }
            try await store.write { try $0.insert(Device.sample(1)) }
        },
        Check("How many alarms a device left unanswered is kept") { store in
            var device = Device.sample(1)
            try await store.write { [device] in try $0.insert(device) }
            device.unanswered = 3
            try await store.write { [device] in try $0.update(device) }
            try expect(try await store.read { try $0.device(.sample(1)) }, is: device, "the device")
        },
        Check("A person's devices come oldest first") { store in
            let others: PersonID = .sample(2)
            try await store.write { transaction in
                try transaction.insert(Device.sample(1, since: .sample + .seconds(9)))
                try transaction.insert(Device.sample(2, since: .sample + .seconds(3)))
                try transaction.insert(Device.sample(3, person: others))
                try transaction.insert(Device.sample(4, since: .sample + .seconds(9)))
            }
            let names = try await store.read { try $0.devices(of: .sample(1)).map(\.id) }
            try expect(names, is: [.sample(2), .sample(1), .sample(4)], "the order")
        },
        Check("A device's name and registration are taken once") { store in
            try await store.write { try $0.insert(Device.sample(1)) }
            try await expectRefusal("the name", by: store, as: \.isDuplicate) { try $0.insert(Device.sample(1)) }
            let twin = Device(
                id: .sample(2),
                person: .sample(1),
                platform: .events,
                capabilities: Device.sample(1).capabilities,
                timeZone: "UTC",
                locale: "en",
                keyGeneration: 1,
                sealedKey: [],
                registration: Device.sample(1).registration,
                address: nil,
                since: .sample
            )
            try await expectRefusal("the registration", by: store, as: \.isDuplicate) { try $0.insert(twin) }
            try await expectRefusal("an unknown device", by: store, as: \.isMissing) { try $0.update(Device.sample(3)) }
        },
        Check("An enrolment is kept, used, and found by its hash alone") { store in
            let fresh = Enrolment(lookup: [1, 2], expiresAt: .sample)
            let used = Enrolment(lookup: [1, 2], expiresAt: .sample, usedBy: .sample(1))
            try await store.write { try $0.put(fresh) }
            try expect(try await store.read { try $0.enrolment([1, 2]) }, is: fresh, "fresh")
            try await store.write { try $0.put(used) }
            try expect(try await store.read { try $0.enrolment([1, 2]) }, is: used, "used")
            try expect(try await store.read { try $0.enrolment([1]) }, is: nil, "another hash")
        },
    ]
}
