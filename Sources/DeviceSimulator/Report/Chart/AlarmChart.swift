import AlarmCore

/// Chart of one alarm: time from left to right, participants from top to bottom.
struct AlarmChart {
    /// A mark, or several of one kind that would overlap.
    struct Mark {
        let shape: MarkShape
        let lane: Timeline.Lane
        let x: Double
        let y: Double
        var entries: [Timeline.Entry]
    }

    /// A section of the bar of states.
    struct StateStretch {
        let state: String
        let start: Double
        let end: Double
        let entry: Timeline.Entry
    }

    /// The width of the drawing, in CSS pixels, and of the column of lanes beside it.
    static let width = 1036.0
    static let laneColumnWidth = 130.0
    /// Height of the time axis above the lanes, in CSS pixels.
    static let axisHeight = 40.0
    /// Margins in CSS pixels; the last state's name has to fit on the right.
    private static let margins = (left: 26.0, right: 118.0)
    /// Distance in CSS pixels below which marks of one kind are drawn as one.
    private static let nearest = 13.0

    let alarm: RunRecord.AlarmTrack
    let lanes: [ChartLane]
    let scale: TimeScale
    let ticks: [TimeTick]
    let marks: [Mark]
    let states: [StateStretch]
    let links: [(link: ChartLink, from: (x: Double, y: Double), to: (x: Double, y: Double))]
    /// Number of entries that the chart shows.
    let count: Int

    var height: Double { (lanes.last.map { $0.top + $0.height } ?? Self.axisHeight) + 8 }

    init(of alarm: RunRecord.AlarmTrack, in record: RunRecord) {
        let moments = ChartMoments(of: alarm, in: record)
        let lanes = ChartLane.lanes(of: moments, alarm: alarm, from: Self.axisHeight)
        let scale = TimeScale(
            moments: moments.instants,
            spacing: moments.spacing,
            range: Self.margins.left...(Self.width - Self.margins.right)
        )
        let rows = Dictionary(lanes.map { ($0.lane, $0) }) { first, _ in first }
        let places = moments.moments.map { moment in
            (x: scale.x(ofMoment: moment.number), y: Self.y(of: moment.entry, in: rows[moment.entry.lane]))
        }
        self.alarm = alarm
        self.lanes = lanes
        self.scale = scale
        ticks = TimeTick.ticks(on: scale, due: alarm.due)
        count = moments.moments.count
        let entries = moments.moments.map(\.entry)
        links = ChartLink.links(between: entries).map { ($0, places[$0.from], places[$0.to]) }
        states = Self.states(of: Array(zip(entries, places.map(\.x))))
        marks = Self.marks(of: Array(zip(entries, places)))
    }

    private static func y(of entry: Timeline.Entry, in lane: ChartLane?) -> Double {
        guard let lane else { return axisHeight }
        return entry.kind == .state && lane.hasStateBar ? lane.barY + 9.5 : lane.markY
    }

    private static func states(of entries: [(entry: Timeline.Entry, x: Double)]) -> [StateStretch] {
        let changes = entries.filter { $0.entry.kind == .state && $0.entry.lane == .relay }
        return changes.indices.map { index in
            StateStretch(
                state: changes[index].entry.state ?? "unknown",
                start: changes[index].x,
                end: index + 1 < changes.count ? changes[index + 1].x : width - 8,
                entry: changes[index].entry
            )
        }
    }

    private static func marks(of entries: [(entry: Timeline.Entry, place: (x: Double, y: Double))]) -> [Mark] {
        var (marks, latest) = ([Mark](), [Timeline.Lane: Int]())
        for (entry, place) in entries where !(entry.kind == .state && entry.lane == .relay) {
            let shape = MarkShape(of: entry)
            if let last = latest[entry.lane], marks[last].shape == shape, place.x - marks[last].x < nearest {
                marks[last].entries.append(entry)
            } else {
                latest[entry.lane] = marks.count
                marks.append(Mark(shape: shape, lane: entry.lane, x: place.x, y: place.y, entries: [entry]))
            }
        }
        return marks
    }
}
