internal import AlarmCore
internal import Storage

extension RowMap {
    /// Every device of a person, if known.
    func devices(of person: PersonID) -> [Device]? {
        households[person]?.compactMap { devices[$0] ?? nil }
    }

    /// Keeps a device that was read.
    mutating func keep(_ device: Device) { devices[device.id] = device }

    /// Keeps every device of a person.
    mutating func keep(_ found: [Device], of person: PersonID) {
        households[person] = found.map(\.id)
        for device in found { keep(device) }
    }

    /// Takes over a device that was added or replaced.
    mutating func put(_ device: Device) {
        let former = devices[device.id] ?? nil
        devices[device.id] = device
        if let former, former.person == device.person, former.since == device.since { return }
        // Its place among the person's devices is the database's to tell.
        if let former { households[former.person] = nil }
        households[device.person] = nil
    }

    /// Takes over that a device was deleted.
    mutating func delete(_ device: DeviceID) {
        if let person = (devices[device] ?? nil)?.person { households[person]?.removeAll { $0 == device } }
        devices[device] = .some(nil)
    }

    /// Takes over a pair that was read, added or replaced.
    mutating func keep(_ pair: Pair) { pairs[pair.id] = pair }

    /// Takes over an edge that was read or added.
    mutating func keep(_ edge: Edge) { edges[edge.tokenHash] = edge }

    /// Takes over that the edges of a pair were deleted.
    mutating func deleteEdges(of pair: PairID) {
        for (hash, edge) in edges where edge?.pair == pair { edges[hash] = .some(nil) }
    }
}
