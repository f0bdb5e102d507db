import AlarmCore

extension MemoryTransaction {
    func forget(_ person: PersonID) -> Int {
        let own = CircleID(own: person)
        let keys = Set(tables.changesOfPerson[person].elements.map(\.minor))
        for key in keys {
            guard var row = tables.alarms[key] else { continue }
            if row.circle == own {
                forget(key)
            } else {
                row.content.message = nil
                row.content.reply = nil
                row.content.timeZone = nil
                row.content.subject = nil
                make(.alarm(key, row))
            }
        }
        for number in tables.devicesOfPerson[person].elements.map(\.minor) {
            guard let device = tables.devices[number] else { continue }
            for invite in Set(tables.invitesOfDevice[device.id].elements) { make(.invite(invite, nil)) }
            for name in tables.replays.keys where name.device == device.id { make(.replay(name, nil)) }
            make(.device(number, nil))
        }
        deleteDocuments(of: person)
        make(.lastChange(person, nil))
        return keys.count
    }
}
