/// The rules for a person across all their circles.
public enum CircleRules {
    /// A summary of the circles in which a person is.
    public struct Known: Hashable, Sendable {
        /// The number of families and care circles.
        public var circles: Int
        /// Whether one of them is a family.
        public var hasFamily: Bool
        /// Whether the person is the dweller of one of them.
        public var isDweller: Bool

        /// Makes a summary.
        public init(circles: Int = 0, hasFamily: Bool = false, isDweller: Bool = false) {
            self.circles = circles
            self.hasFamily = hasFamily
            self.isDweller = isDweller
        }

        /// Counts one more circle.
        public mutating func count(_ role: Role) {
            circles += 1
            if role.kind == .family { hasFamily = true }
            if role == .dweller { isDweller = true }
        }
    }

    /// Checks that a person who is in these circles may join one more as `role`.
    ///
    /// - Throws: ``CircleError/alreadyInFamily`` for a second family, ``CircleError/alreadyDweller`` for a second care
    ///   circle of one's own, ``CircleError/tooManyCircles``.
    public static func requireRoom(for known: Known, as role: Role) throws(CircleError) {
        if role.kind == .family, known.hasFamily { throw .alreadyInFamily }
        if role == .dweller, known.isDweller { throw .alreadyDweller }
        guard known.circles < Circle.mostPerPerson else { throw .tooManyCircles }
    }
}
