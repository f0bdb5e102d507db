/// One lane of a chart, with its position.
struct ChartLane {
    let lane: Timeline.Lane
    /// The role of the lane's participant for the alarm, in one word.
    let role: String
    let top: Double
    /// Conditions, in as many rows as overlap.
    let strips: [[RunRecord.Condition]]
    let hasStateBar: Bool

    /// Height of a row of conditions, in CSS pixels.
    static let stripHeight = 17.0
    /// Height of the marks and the labels under them, in CSS pixels.
    private static let marksHeight = 52.0
    /// Height of the bar of states and the space around it, in CSS pixels.
    private static let barHeight = 40.0

    /// Vertical position of the marks' centres.
    var markY: Double { top + 17 + Double(strips.count) * Self.stripHeight + (hasStateBar ? Self.barHeight : 0) }

    /// Vertical position of the top of the bar of states.
    var barY: Double { top + 11 + Double(strips.count) * Self.stripHeight }

    let height: Double

    /// Lays the lanes out from top to bottom.
    static func lanes(of moments: ChartMoments, alarm: RunRecord.AlarmTrack, from top: Double) -> [ChartLane] {
        var (lanes, top) = ([ChartLane](), top)
        for lane in moments.lanes {
            let strips = rows(moments.conditions.filter { $0.lane == lane })
            let hasStateBar = lane == .relay
            let hasMarks = !hasStateBar || moments.moments.contains { $0.entry.lane == lane && $0.entry.kind != .state }
            let height =
                Double(strips.count) * stripHeight + (hasStateBar ? barHeight : 0) + (hasMarks ? marksHeight : 0)
            lanes.append(
                ChartLane(
                    lane: lane,
                    role: role(of: lane, for: alarm),
                    top: top,
                    strips: strips,
                    hasStateBar: hasStateBar,
                    height: height
                )
            )
            top += height
        }
        return lanes
    }

    private static func role(of lane: Timeline.Lane, for alarm: RunRecord.AlarmTrack) -> String {
        switch lane {
        case .scenario: "what is done"
        case .relay: "its view of the alarm"
        case .gateway: "push service"
        case .mail: "mail server"
        case .sms: "text messages"
        case .contact: "contact"
        case .phone(let name):
            name == alarm.sender
                ? (alarm.receivers.contains(name) ? "sender, receiver" : "sender")
                : (alarm.receivers.contains(name) ? "receiver" : "phone")
        }
    }

    /// Puts overlapping conditions into different rows.
    private static func rows(_ conditions: [RunRecord.Condition]) -> [[RunRecord.Condition]] {
        var rows: [[RunRecord.Condition]] = []
        for condition in conditions.sorted(by: { $0.start < $1.start }) {
            let free = rows.firstIndex { row in
                guard let last = row.last?.end else { return false }
                return last <= condition.start
            }
            if let free { rows[free].append(condition) } else { rows.append([condition]) }
        }
        return rows
    }
}
