import HaloBluetooth
package import HaloEngine
import HaloHealth
package import HaloHome
import HaloInsights
package import HaloJournal
import HaloReports
package import HaloWearables
package import Logging

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Turns what goes on with devices into what a home is told: a state of all of them whenever one has something new.
package struct HomeFeed: Sendable {
  package let supervisor: Supervisor
  package let journal: Journal
  package let environment: DriverEnvironment
  package let logger: Logger

  /// A device that is looked for and not seen for so long is away. A ring advertises every few seconds; walls and wrists swallow some.
  private static let timeUntilAway = Duration.seconds(600)

  private enum Event {
    case statuses([Supervisor.Status])
    /// A day begins: today's steps are others.
    case midnight
    /// Time has passed since the search with this number began.
    case searched(device: Int, search: Int)
  }

  /// What is known of a device besides its status.
  fileprivate struct Sight: Hashable {
    var isPresent: Bool?
    var search = 0
    var isSearching = false
  }

  /// What makes a new state: the rest of a status changes many times within a sync.
  private struct Key: Hashable {
    let device: Device
    let isPresent: Bool?
    let lastSync: Moment?
    let problem: String?
    let isSpoken: Bool
  }

  /// States, until the task is cancelled.
  package func tell(_ states: AsyncStream<[DeviceState]>.Continuation) async {
    let (events, continuation) = AsyncStream<Event>.makeStream()
    await withDiscardingTaskGroup { group in
      group.addTask {
        for await statuses in await supervisor.updates() { continuation.yield(.statuses(statuses)) }
        continuation.finish()
      }
      group.addTask {
        while (try? await environment.clock.sleep(for: environment.time.untilMidnight)) != nil {
          continuation.yield(.midnight)
        }
      }
      var sights: [Int: Sight] = [:]
      var told: [Int: Key] = [:]
      var latest: [Supervisor.Status] = []
      for await event in events {
        switch event {
        case .statuses(let statuses):
          latest = statuses
          for status in statuses {
            var sight = sights[status.device.id] ?? Sight()
            let begins = sight.note(status)
            sights[status.device.id] = sight
            guard begins else { continue }
            let (device, search) = (status.device.id, sight.search)
            group.addTask {
              if (try? await environment.clock.sleep(for: Self.timeUntilAway)) != nil {
                continuation.yield(.searched(device: device, search: search))
              }
            }
          }
        case .midnight:
          told = [:]
        case .searched(let device, let search):
          guard sights[device]?.search == search, sights[device]?.isSearching == true else { continue }
          sights[device]?.isPresent = false
        }
        let keys = Dictionary(
          uniqueKeysWithValues: latest.map { status in
            (
              status.device.id,
              Key(
                device: status.device, isPresent: sights[status.device.id]?.isPresent, lastSync: status.lastSync,
                problem: status.problem(sights[status.device.id]?.isPresent), isSpoken: status.state.isSpoken)
            )
          })
        // While a device is spoken with its state is half told.
        guard keys != told, !keys.values.contains(where: \.isSpoken) else { continue }
        told = keys
        do { states.yield(try await read(latest, sights)) } catch {
          logger.error("the home is not told", metadata: ["error": "\(error)"])
          told = [:]
        }
      }
      group.cancelAll()
    }
  }

  private func read(_ statuses: [Supervisor.Status], _ sights: [Int: Sight]) async throws -> [DeviceState] {
    let moment = environment.time.moment
    return try await journal.perform { journal in
      // Not the status' device: its last session has ended since.
      try journal.devices().compactMap { device in
        guard let status = statuses.first(where: { $0.device.id == device.id }) else { return nil }
        let isPresent = sights[device.id]?.isPresent
        var state = try DeviceState.read(
          device, in: journal, at: moment, isPresent: isPresent, problem: status.problem(isPresent))
        state.battery = try journal.shownBattery(of: device).map { .init(Int($0.percent), at: $0.time) }
        state.isCharging = try journal.latest(.batteryCharging, of: device).map { $0.value != 0 }
        return state
      }
    }
  }
}

extension HomeFeed.Sight {
  /// Takes a status in; whether a search begins with it.
  fileprivate mutating func note(_ status: Supervisor.Status) -> Bool {
    let wasSearching = isSearching
    isSearching = status.state == .searching
    switch status.state {
    case .searching: break
    case .connecting, .syncing: isPresent = true
    // After a failure nobody knows.
    case .waiting: isPresent = status.problem == nil ? isPresent : nil
    case .lent: break
    case .radio: isPresent = nil
    }
    guard isSearching, !wasSearching else { return false }
    search += 1
    return true
  }
}

extension Supervisor.Status {
  /// Why it cannot be synced: a device that is away is no problem, Bluetooth that is off is one.
  fileprivate func problem(_ isPresent: Bool?) -> String? {
    if case .radio = state { return state.words }
    return isPresent == false ? nil : problem?.english
  }
}

extension WallTime {
  /// From now to a second after the next midnight on the wall. On days with a change of the clock it is an hour off, and then again.
  fileprivate var untilMidnight: Duration {
    .days(1) - .seconds(wallClock.secondOfDay - 1)
  }
}

extension Supervisor.State {
  fileprivate var isSpoken: Bool {
    switch self {
    case .connecting, .syncing: true
    case .searching, .waiting, .radio, .lent: false
    }
  }
}
