import Testing

@testable import StoragePostgres

@Suite("A watermark")
struct WatermarkTests {
    /// A look that finds the floor at 100, while nothing runs but what it says.
    private func sight(
        floor: Int64? = 100,
        oldest: Int64 = 7,
        number: Int64 = 7,
        first: QueuePlace? = nil
    ) -> Watermark.Sight {
        Watermark.Sight(floor: floor, oldest: oldest, number: number, first: first)
    }

    @Test("Stays where it is until a second look says that what ran before the first has ended")
    func settles() {
        var watermark = Watermark()
        watermark.move(after: sight(oldest: 5, number: 7))
        #expect(watermark.mark == .first)
        #expect(watermark.limit == 100)
        watermark.move(after: sight(oldest: 6, number: 9))
        #expect(watermark.mark == .first)
        watermark.move(after: sight(oldest: 7, number: 9))
        #expect(watermark.mark == QueuePlace(startOf: 100))
    }

    @Test("Stops at the first row that shows, and goes on once that is gone")
    func stops() {
        var watermark = Watermark()
        let row = QueuePlace(at: 40, key: 3)
        watermark.move(after: sight())
        watermark.move(after: sight(first: row))
        #expect(watermark.mark == row)
        watermark.move(after: sight())
        #expect(watermark.mark == QueuePlace(startOf: 100))
    }

    @Test("Never passes a floor that transactions may not have seen, though the floor has risen")
    func followsFloor() {
        var watermark = Watermark()
        watermark.move(after: sight())
        watermark.move(after: sight(floor: 200, oldest: 8, number: 9))
        #expect(watermark.mark == QueuePlace(startOf: 100))
        #expect(watermark.limit == 200)
        watermark.move(after: sight(floor: 300, oldest: 8, number: 12))
        #expect(watermark.mark == QueuePlace(startOf: 100))
        watermark.move(after: sight(floor: 300, oldest: 9, number: 12))
        #expect(watermark.mark == QueuePlace(startOf: 200))
    }

    @Test("Never goes back, and begins nowhere without a floor")
    func onlyRises() {
        var watermark = Watermark()
        for _ in 1...3 { watermark.move(after: sight(floor: nil)) }
        #expect(watermark == Watermark())
        watermark.move(after: sight())
        watermark.move(after: sight())
        watermark.move(after: sight(floor: 50))
        watermark.move(after: sight(floor: 50))
        #expect(watermark.mark == QueuePlace(startOf: 100))
    }
}
