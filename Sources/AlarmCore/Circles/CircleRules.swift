/// What holds for a person across all their circles.
public enum CircleRules {
    /// In which circles a person is.
    public struct Known: Hashable, Sendable {
        /// How many, families and care circles.
        public var circles: Int
        /// Whether one is a family.
        public var hasFamily: Bool
        /// Whether they are the dweller of one.
        public var isDweller: Bool

        /// Says so.
        public init(circles: Int = 0, hasFamily: Bool = false, isDweller: Bool = false) {
            self.circles = circles
            self.hasFamily = hasFamily
            self.isDweller = isDweller
        }

        /// Counts one more.
        public mutating func count(_ role: Role) {
            circles += 1
            if role.kind == .family { hasFamily = true }
            if role == .dweller { isDweller = true }
        }
    }

    /// Checks that a person who is in these circles may be in one more as `role`.
    ///
    /// - Throws: ``CircleError/alreadyInFamily`` for a second family, ``CircleError/alreadyDweller`` for a second care
    ///   circle of one's own, ``CircleError/tooManyCircles``.
    public static func requireRoom(for known: Known, as role: Role) throws(CircleError) {
        if role.kind == .family, known.hasFamily { throw .alreadyInFamily }
        if role == .dweller, known.isDweller { throw .alreadyDweller }
        guard known.circles < Circle.mostPerPerson else { throw .tooManyCircles }
    }
}
