import Testing

@testable import CurlClient

@Suite("The queue of requests that wait for a place")
struct WaitingLineTests {
    private func submission(_ id: UInt64, timeout: Duration? = nil) throws -> Submission {
        let request = HTTPRequest(url: "https://localhost/", timeout: timeout)
        return Submission(
            id: id,
            request: request,
            receiver: .stream(StreamBuffer(id: id, limit: 1, inbox: try Inbox()))
        )
    }

    private func ids(_ line: inout WaitingLine) -> [UInt64] {
        var ids: [UInt64] = []
        while let next = line.popFirst() { ids.append(next.id) }
        return ids
    }

    @Test("First come, first served; those who came back are served before, the oldest first")
    func order() throws {
        var line = WaitingLine()
        for id in 1...4 as ClosedRange<UInt64> { line.append(try submission(id)) }
        let (first, second) = (line.popFirst(), line.popFirst())
        let (one, two) = (try #require(first), try #require(second))
        line.putBack(two)
        line.putBack(one)
        let frontMadeAt = line.frontMadeAt
        #expect(frontMadeAt == one.madeAt)
        let served = ids(&line)
        #expect(served == [1, 2, 3, 4])
        #expect(line.isEmpty)
    }

    @Test("A request that leaves the middle of the line is passed over")
    func removal() throws {
        var line = WaitingLine()
        for id in 1...3000 as ClosedRange<UInt64> { line.append(try submission(id)) }
        var left: [UInt64] = []
        for id in 1...2990 as ClosedRange<UInt64> where !id.isMultiple(of: 1000) {
            if let gone = line.remove(id) { left.append(gone.id) }
        }
        #expect(left.count == 2988)
        let again = line.remove(7)
        #expect(again == nil)
        line.putBack(try submission(7))
        let returned = line.remove(7)
        #expect(returned?.id == 7)
        let rest = ids(&line)
        #expect(rest == [1000, 2000] + Array(2991...3000))
    }

    @Test("Requests that time out leave in order, and the next timeout is known")
    func expiry() throws {
        var line = WaitingLine()
        let long = try submission(2, timeout: .seconds(3600))
        line.append(try submission(1, timeout: .milliseconds(1)))
        line.append(long)
        line.append(try submission(3))
        let last = try submission(4, timeout: .milliseconds(1))
        line.putBack(last)
        let early = line.removeExpired(now: long.madeAt - 10)
        #expect(early.isEmpty)
        let expired = line.removeExpired(now: last.madeAt + 1000)
        #expect(expired.map(\.id) == [4, 1])
        #expect(line.wakeAt == long.deadline)
        let rest = ids(&line)
        #expect(rest == [2, 3])
        #expect(line.wakeAt == nil)
    }
}
