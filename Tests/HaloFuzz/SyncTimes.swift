import HaloTesting
import HaloBluetooth
import HaloDrivers
import HaloEngine
import HaloHealth
import HaloJournal
import HaloSimulatedRadio
import HaloVirtualDevices
import HaloWearables

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Measures the CPU time of syncing a virtual ring into different journals.
enum SyncTimes {
  /// The time at which files are imported and the ring is synced.
  static let now = Moment(WallClock(date: LineMutator.today, minuteOfDay: 616), secondsFromGMT: 3600)
  /// The radio's identifier of the ring.
  static let device = VirtualColmiRing(.r12, wearer: SimulatedPerson(seed: 1)) { now.wallClock }.profile.device.text
  private static let tries = 3

  /// Syncs a week into an empty journal and into `journal`, and returns both times: the minimum of several runs.
  ///
  /// - Throws: ``FuzzFailure`` if the second took more than twice as long as the first plus half a second.
  static func check(_ journal: Journal, in folder: TemporaryFolder) async throws -> String {
    let empty = try Journal(path: folder.path("empty.sqlite"))
    let before = try await time(empty, in: folder)
    let after = try await time(journal, in: folder)
    guard after < before * 2 + .milliseconds(500) else {
      throw FuzzFailure(description: "a sync took \(before) before, and \(after) afterwards")
    }
    return "a sync of a week: \(before) into an empty journal, \(after) into one with what was imported"
  }

  private static func time(_ journal: Journal, in folder: TemporaryFolder) async throws -> Duration {
    var least: Duration?
    for number in 0..<tries {
      let path = folder.path("sync-\(number).sqlite")
      try journal.backUp(to: path)
      defer { folder.removeDatabase(path) }
      let copy = try Journal(path: path)
      // Nothing else runs in this program, but other programs may use the processors.
      let start = Limits.programTime
      try await sync(copy)
      let time = Limits.programTime - start
      least = min(least ?? time, time)
    }
    return least ?? .zero
  }

  /// Syncs some days of the ring, which a person has worn for years.
  static func sync(_ journal: Journal, days: Int = 7) async throws {
    let start = now.wallClock
    try await SimulatedHome.run(registry: .bundled, start: start, zone: .hoursEast(1), journal: journal) { home in
      let time = home.time
      let ring = VirtualColmiRing(.r12, wearer: SimulatedPerson(seed: 1)) { time.wallClock }
      let device = try await home.pair(ring, name: "ring", wearer: "me")
      _ = try await home.engine.sync(device, days: days)
    }
  }
}
