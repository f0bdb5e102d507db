/// A label under a mark, placed so that it covers no other.
struct MarkLabel {
    let lane: Timeline.Lane
    let text: String
    let x: Double
    let y: Double

    /// Approximate width of a letter in a label, in CSS pixels.
    private static let letter = 5.9
    /// Minimum distance between equal labels in a lane, in CSS pixels.
    private static let nearest = 64.0
    /// Distance of the first and the second line of labels from a mark's centre, in CSS pixels.
    private static let lines = [19.0, 30.0]

    /// Returns the labels for these marks, the most informative first; a label that does not fit is left out.
    ///
    /// The same text is in the mark's tooltip and in the table.
    static func labels(for marks: [AlarmChart.Mark], within width: Double) -> [MarkLabel] {
        var (labels, taken) = ([MarkLabel](), [Timeline.Lane: [(line: Int, range: ClosedRange<Double>)]]())
        for mark in marks.enumerated().sorted(by: { ($0.element.weight, $0.offset) < ($1.element.weight, $1.offset) })
            .map(\.element)
        {
            guard let text = text(for: mark) else { continue }
            let half = Double(text.columns) * letter / 2 + 3
            let x = min(max(mark.x, half), width - half)
            let range = (x - half)...(x + half)
            let isFree = { (line: Int) in
                taken[mark.lane, default: []].allSatisfy { $0.line != line || !$0.range.overlaps(range) }
            }
            let isSaid = labels.contains { $0.lane == mark.lane && $0.text == text && abs($0.x - x) < nearest }
            guard !isSaid, let line = lines.indices.first(where: isFree) else { continue }
            taken[mark.lane, default: []].append((line, range))
            labels.append(MarkLabel(lane: mark.lane, text: text, x: x, y: mark.y + lines[line]))
        }
        return labels.sorted { ($0.y, $0.x) < ($1.y, $1.x) }
    }

    private static func text(for mark: AlarmChart.Mark) -> String? {
        let words = Set(mark.entries.compactMap(MarkShape.label))
        let count = mark.entries.count > 1 ? "×\(mark.entries.count)" : nil
        let word = words.count == 1 ? words.first : nil
        let parts = [word, count].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }
}

extension AlarmChart.Mark {
    /// Priority of the mark's label; the smallest is placed first.
    fileprivate var weight: Int {
        switch shape {
        case .ring, .silentRing: 0
        case .answer: 1
        case .refusal: 2
        case .notice, .push: 3
        case .arming, .disarming: 4
        case .request, .change: 5
        case .arrival, .state, .note: 6
        }
    }
}
