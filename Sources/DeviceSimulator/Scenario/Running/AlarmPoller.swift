import AlarmCore
import AlarmWire
import CurlClient
import DeviceKit

/// Asks the relay for the view that each alarm's sender has of it, over a connection that never fails.
actor AlarmPoller {
    private struct View: Hashable {
        var state: AlarmState
        var revision: Int
    }

    private let client: CurlClient
    private let clock: @Sendable () -> Instant
    private let timeline: Timeline
    private var observers: [AlarmID: LocalDevice] = [:]
    private var views: [AlarmID: View] = [:]

    init(client: CurlClient, clock: @escaping @Sendable () -> Instant, timeline: Timeline) {
        self.client = client
        self.clock = clock
        self.timeline = timeline
    }

    /// Starts to follow an alarm, with the keys of the device that set it.
    func follow(_ id: AlarmID, as profile: Profile) {
        observers[id] = LocalDevice(
            profile: profile,
            store: InMemoryProfileStore(profile),
            transport: CurlTransport(client: client),
            configuration: LocalDevice.Configuration(repeats: 0),
            clock: clock
        )
    }

    /// Notes changes since the last call.
    func look(at tracks: [RunRecord.AlarmTrack]) async {
        for track in tracks {
            guard let observer = observers[track.id], let view = await view(of: track.id, by: observer) else {
                continue
            }
            guard views.updateValue(view, forKey: track.id) != view else { continue }
            timeline.note(
                .relay,
                "\(track.label) is \(view.state.rawValue)" + (view.revision > 1 ? ", revision \(view.revision)" : ""),
                kind: .state,
                alarm: track.id,
                state: view.state.rawValue
            )
        }
    }

    private func view(of id: AlarmID, by observer: LocalDevice) async -> View? {
        do {
            let view = try await observer.show(id).view
            return View(state: view.state, revision: view.revision)
        } catch {
            // The end of a pair deletes its alarms.
            guard error.problemKind == .gone, let last = views[id] else { return nil }
            return View(state: last.state.isFinal ? last.state : .cancelled, revision: last.revision)
        }
    }
}
