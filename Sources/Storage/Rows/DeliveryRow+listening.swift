extension DeliveryRow {
    /// The reason of a delivery that found no event stream of its device.
    package static let notListening = "not listening"

    /// Whether it waits for its device to listen.
    package var awaitsListener: Bool { state == .pending && reason == Self.notListening }
}
