import AlarmCore
import Testing

@testable import AlarmWire

@Suite("The history of alerts as a table")
struct CareHistoryTableTests {
    private static let at = Instant(seconds: 1_800_000_000)

    private func alert(endedBy name: String? = nil, told: [CareTold] = []) -> CareAlertView {
        CareAlertView(
            id: DocumentID(high: 1, low: 2),
            circle: CircleID(high: 3, low: 4),
            kind: .glucose,
            reading: 55,
            state: .acknowledged,
            at: Self.at,
            due: Self.at + .seconds(60),
            audience: 2,
            endedAt: Self.at + .minutes(6),
            endedBy: name,
            told: told,
            notice: "-"
        )
    }

    private func told(_ name: String?) -> CareTold {
        CareTold(person: PersonID(high: 5, low: 6), name: name, means: .sms, at: Self.at + .minutes(1), outcome: .sent)
    }

    @Test("It has one line for each time a member was told, and one for an alert that no one was told of")
    func lines() {
        let history = CareHistory(alerts: [alert(told: [told("Ben"), told("Carla")]), alert()], notice: "-")
        let lines = history.csv.split(separator: "\r\n", omittingEmptySubsequences: false)
        #expect(lines.count == 5)
        #expect(lines.last == "")
        #expect(Set(lines.dropLast().map { $0.filter { $0 == "," }.count }) == [20])
        #expect(lines[1].hasSuffix("Ben,sms,2027-01-15T08:01:00Z,sent,,,,,"))
        #expect(lines[3].hasSuffix(",,,,,"))
    }

    @Test(
        "A name is never taken for a formula",
        arguments: ["=1+1", "+49", "-2", "@SUM(A1)", "\t=1", "\r=1", " =1", "＝1"]
    )
    func formulas(name: String) throws {
        let history = CareHistory(alerts: [alert(endedBy: name, told: [told(name)])], notice: "-")
        let rows = try parse(history.csv)
        #expect(rows[1][10] == "'" + name)
        #expect(rows[1][12] == "'" + name)
    }

    @Test("A device adds what was said, which no spreadsheet takes for a formula")
    func notes() throws {
        let history = CareHistory(alerts: [alert(told: [told("Ben")]), alert()], notice: "-")
        let rows = try parse(history.csv(notes: [DocumentID(high: 1, low: 2): "=1+1, he said"]))
        #expect(rows[0].last == "notes")
        #expect(rows.map(\.count) == [22, 22, 22])
        #expect(rows[1].last == "'=1+1, he said")
        #expect(try parse(history.csv(notes: [:]))[1].last == "")
    }

    @Test("A place has the time at which it was reported")
    func places() throws {
        var known = alert()
        known.place = try Place(latitude: 1, longitude: 2)
        known.placeAt = Self.at
        let rows = try parse(CareHistory(alerts: [known], notice: "-").csv)
        let column = try #require(rows[0].firstIndex(of: "place as of"))
        #expect(rows[1][column] == "2027-01-15T08:00:00Z")
    }

    @Test("An alert that began again says when its helper was gone, and the other one which alert it continues")
    func again() throws {
        var former = alert(endedBy: "Ben")
        former.leftAt = Self.at + .minutes(9)
        var next = alert()
        next.continues = former.id
        let rows = try parse(CareHistory(alerts: [next, former], notice: "-").csv)
        let gone = try #require(rows[0].firstIndex(of: "helper gone at"))
        let continues = try #require(rows[0].firstIndex(of: "continues alert"))
        #expect(rows.map { $0[gone] } == ["helper gone at", "", "2027-01-15T08:09:00Z"])
        #expect(rows.map { $0[continues] } == ["continues alert", former.id.description, ""])
    }

    @Test("Any name is read back as it was")
    func roundTrip() throws {
        var random = SeededGenerator(seed: 11)
        let symbols: [Character] = ["a", ",", "\"", "\n", "\r", "é", "界", " ", "'"]
        for _ in 0..<500 {
            let name =
                "n"
                + String(
                    (0..<Int.random(in: 0...8, using: &random)).map { _ in symbols.randomElement(using: &random) ?? "a"
                    }
                )
            let history = CareHistory(alerts: [alert(endedBy: name, told: [told(name), told(nil)])], notice: "-")
            let rows = try parse(history.csv)
            try #require(rows.count == 3)
            #expect(rows.allSatisfy { $0.count == 21 })
            #expect(rows[1][10] == name)
            #expect(rows[1][12] == name)
            #expect(rows[2][12] == "")
        }
    }

    /// Reads a table by RFC 4180, scalar by scalar.
    private func parse(_ text: String) throws -> [[String]] {
        var (rows, row, field, isQuoted): ([[String]], [String], String.UnicodeScalarView, Bool) = (
            [], [], .init(), false
        )
        let scalars = Array(text.unicodeScalars)
        var index = 0
        while index < scalars.count {
            let scalar = scalars[index]
            let next = index + 1 < scalars.count ? scalars[index + 1] : nil
            switch (scalar, isQuoted) {
            case ("\"", true) where next == "\"":
                field.append("\"")
                index += 1
            case ("\"", _): isQuoted.toggle()
            case (",", false):
                row.append(String(field))
                field = .init()
            case ("\r", false) where next == "\n":
                rows.append(row + [String(field)])
                (row, field) = ([], .init())
                index += 1
            default: field.append(scalar)
            }
            index += 1
        }
        #expect(!isQuoted && row.isEmpty && field.isEmpty)
        return rows
    }
}
