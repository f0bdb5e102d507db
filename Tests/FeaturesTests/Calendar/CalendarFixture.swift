import AlarmCore
import AlarmWire
import Engine
import Features
import RelayTesting

/// Ana and Ben, who set each other alarms, at a relay that knows its own address.
struct CalendarFixture {
    let fixture: EngineFixture
    let couple: PairedDevices

    init() async throws {
        let channel = RecordingChannel()
        let letters = ContactChannels(origin: "https://relay.example.org")
        fixture = try EngineFixture(channel: channel, gateways: Gateways(channel, contactChannels: letters))
        couple = try await fixture.couple()
    }

    /// Makes a person's address, and returns the right that it holds.
    func link(of device: Device) async throws -> Capability {
        let made: CalendarLink = try await fixture.ask { try $0.calendarFeeds.makeLink(by: device) }
        let prefix = "https://relay.example.org/calendar.ics?t="
        guard made.url.hasPrefix(prefix),
            let token = Capability(String(made.url.dropFirst(prefix.count)), for: .calendar)
        else { throw Problem(.malformed, detail: made.url) }
        return token
    }

    /// What a calendar program reads that has this right.
    func read(_ token: Capability) async throws -> String? {
        try await fixture.engine.read { try fixture.engine.calendar(for: token, in: $0) }
    }

    /// The calendar of a device's person.
    func calendar(of device: Device) async throws -> ReadCalendar { try await fixture.calendar(of: device) }
}

extension EngineFixture {
    /// The calendar of a device's person.
    func calendar(of device: Device) async throws -> ReadCalendar {
        ReadCalendar(try await engine.read { try self.engine.calendar(of: device.person, in: $0) })
    }
}

/// A calendar's lines, unfolded.
struct ReadCalendar {
    let lines: [String]
    let text: String

    init(_ text: String) {
        self.text = text
        lines = text.replacing("\r\n ", with: "").split(separator: "\r\n").map(String.init)
    }

    /// The values of a property of all events, in order; parameters stand before them as in the text.
    func values(_ name: String) -> [String] {
        lines.filter { $0.hasPrefix("\(name):") || $0.hasPrefix("\(name);") }.map {
            String($0.dropFirst(name.count + 1))
        }
    }

    /// The values of a property of the events alone.
    func ofEvents(_ name: String) -> [String] {
        let start = lines.firstIndex(of: "BEGIN:VEVENT") ?? lines.endIndex
        return ReadCalendar(lines[start...].joined(separator: "\r\n")).values(name)
    }
}
