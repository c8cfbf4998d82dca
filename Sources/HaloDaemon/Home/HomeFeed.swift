import HaloFoundation
package import HaloHome
package import Logging

/// Turns the supervisor's statuses into home states: yields the states of all devices whenever one of them changes.
package struct HomeFeed: Sendable {
  package let supervisor: Supervisor
  package let journal: Journal
  package let environment: DriverEnvironment
  package let logger: Logger

  /// The time without an advertisement after which a device is away. A ring advertises every few seconds, but walls and
  /// bodies block some of them.
  private static let timeUntilAway = Duration.seconds(600)

  private enum Event {
    case statuses([Supervisor.Status])
    /// A new day begins: the steps of today start again.
    case midnight
    /// The time limit of the search with this number has passed.
    case searched(device: Int, search: Int)
  }

  /// The presence of a device, which its status does not contain.
  fileprivate struct Presence: Hashable {
    var isPresent: Bool?
    var search = 0
    var isSearching = false
  }

  /// The fields whose change causes a new state. Other fields of a status change many times within a sync.
  private struct Key: Hashable {
    let device: Device
    let isPresent: Bool?
    let lastSync: Moment?
    let problem: String?
    let hasConnection: Bool
  }

  /// Yields states until the task is canceled.
  package func run(_ states: AsyncStream<[DeviceState]>.Continuation) async {
    let (events, continuation) = AsyncStream<Event>.makeStream()
    await withDiscardingTaskGroup { group in
      group.addTask {
        for await statuses in await supervisor.updates() { continuation.yield(.statuses(statuses)) }
        continuation.finish()
      }
      group.addTask {
        // To one second after midnight. On days with a clock change it is off by an hour; the next wait corrects that.
        func left() -> Duration { .days(1) - .seconds(environment.time.wallClock.secondOfDay - 1) }
        while (try? await environment.clock.sleep(for: left())) != nil {
          continuation.yield(.midnight)
        }
      }
      var presences: [Int: Presence] = [:]
      var published: [Key] = []
      var latest: [Supervisor.Status] = []
      for await event in events {
        switch event {
        case .statuses(let statuses):
          latest = statuses
          for status in statuses {
            let device = status.device.id
            guard presences[device, default: Presence()].note(status), let search = presences[device]?.search else {
              continue
            }
            group.addTask {
              if (try? await environment.clock.sleep(for: Self.timeUntilAway)) != nil {
                continuation.yield(.searched(device: device, search: search))
              }
            }
          }
        case .midnight:
          published = []
        case .searched(let device, let search):
          guard presences[device]?.search == search, presences[device]?.isSearching == true else { continue }
          presences[device]?.isPresent = false
        }
        let keys = latest.map { status in
          let isPresent = presences[status.device.id]?.isPresent
          return Key(
            device: status.device, isPresent: isPresent, lastSync: status.lastSync, problem: status.problem(isPresent),
            hasConnection: status.state.hasConnection)
        }
        // The journal is only partly updated while a device is connected.
        guard keys != published, !keys.contains(where: \.hasConnection) else { continue }
        published = keys
        do { states.yield(try await read(latest, presences)) } catch {
          logger.error("the home could not be updated", metadata: ["error": "\(error)"])
          published = []
        }
      }
      group.cancelAll()
    }
  }

  private func read(_ statuses: [Supervisor.Status], _ presences: [Int: Presence]) async throws -> [DeviceState] {
    let moment = environment.time.moment
    return try await journal.perform { journal in
      // Reads the devices again: the status' copy may precede the end of its last session.
      try journal.devices().compactMap { device in
        guard let status = statuses.first(where: { $0.device.id == device.id }) else { return nil }
        let isPresent = presences[device.id]?.isPresent
        var state = try DeviceState.read(
          device, in: journal, at: moment, isPresent: isPresent, problem: status.problem(isPresent))
        state.battery = try journal.shownBattery(of: device).map { .init(Int($0.percent), at: $0.time) }
        state.isCharging = try journal.latest(.batteryCharging, of: device).map { $0.value != 0 }
        return state
      }
    }
  }
}

extension HomeFeed.Presence {
  /// Updates the presence from a status. Returns whether a search begins.
  fileprivate mutating func note(_ status: Supervisor.Status) -> Bool {
    let wasSearching = isSearching
    isSearching = status.state == .searching
    switch status.state {
    case .searching, .inUse: break
    case .connecting, .syncing: isPresent = true
    // The presence is unknown after a failure.
    case .waiting: isPresent = status.problem == nil ? isPresent : nil
    case .radio: isPresent = nil
    }
    guard isSearching, !wasSearching else { return false }
    search += 1
    return true
  }
}

extension Supervisor.Status {
  /// Why the device cannot be synced. An absent device is not a problem; disabled Bluetooth is.
  fileprivate func problem(_ isPresent: Bool?) -> String? {
    if case .radio = state { return state.words }
    return isPresent == false ? nil : problem?.english
  }
}

extension Supervisor.State {
  fileprivate var hasConnection: Bool {
    switch self {
    case .connecting, .syncing: true
    case .searching, .waiting, .radio, .inUse: false
    }
  }
}
