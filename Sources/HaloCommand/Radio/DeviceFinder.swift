import ArgumentParser
import HaloBluetooth
import HaloReports
import HaloWearables
import Synchronization

/// Looks for devices for a while.
struct DeviceFinder: Sendable {
  let radio: any Central
  let clock: any Clock<Duration>
  let seconds: Int

  /// Looks for every device, until the time is over.
  func all(_ filter: ScanFilter, into sightings: Sightings) async throws {
    try await look(filter, into: sightings) { _, _ in false }
  }

  /// The strongest ring near by, or the one that `wanted` names by name or identifier, as soon as it is seen.
  func ring(_ wanted: String?, knownAs identifier: DeviceID? = nil) async throws -> Advertisement {
    try await device(.ring, wanted, knownAs: identifier)
  }

  /// The strongest device of a kind near by, or the one that `wanted` names by name or identifier, as soon as it is seen.
  func device(
    _ kind: DeviceKind, _ wanted: String?, knownAs identifier: DeviceID? = nil
  ) async throws -> Advertisement {
    @Sendable func isWanted(_ advertisement: Advertisement) -> Bool {
      guard let wanted else { return kind.matches(advertisement) }
      return advertisement.device == identifier || advertisement.device.text.lowercased() == wanted.lowercased()
        || advertisement.name?.lowercased() == wanted.lowercased()
    }
    // The strongest of several is worth waiting for; a certain one is not.
    let sightings = Sightings()
    try await look(ScanFilter(), into: sightings) { advertisement, _ in wanted != nil && isWanted(advertisement) }
    let found = sightings.all
    let wantedOnes = found.values.filter(isWanted)
    if let device = wantedOnes.max(by: { (kind.rank($0), $0.rssi ?? -200) < (kind.rank($1), $1.rssi ?? -200) }) {
      return device
    }
    let advice = [
      Phrase(
        """
        A ring talks to one phone or computer at a time and is silent meanwhile: if a phone has it, close its app or turn Bluetooth off \
        there. A ring that sleeps wakes up on its charger, or when it is moved.
        """)
    ]
    let list =
      wanted == nil
      ? Phrase("'halo scan' lists what is near by.")
      : Phrase("'halo scan' lists what is near by, with names and identifiers.")
    StandardError.report(
      sightings.summary(after: seconds, lookingFor: wanted.map { Phrase(verbatim: "'\($0)'") } ?? kind.words),
      Phrase.sentences(advice + kind.advice + [list]) ?? list)
    throw ExitCode(EX.unavailable)
  }

  /// Looks until the time is over, or `isEnough` says of a device and of how many there are so far that it is.
  func look(
    _ filter: ScanFilter, into sightings: Sightings, until isEnough: @escaping @Sendable (Advertisement, Int) -> Bool
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for try await advertisement in radio.scan(filter) {
          let count = sightings.add(advertisement)
          if isEnough(advertisement, count) { return }
        }
      }
      group.addTask { try await clock.sleep(for: .seconds(seconds)) }
      defer { group.cancelAll() }
      try await group.next()
    }
  }
}

/// The devices that were seen, each as it was seen last.
final class Sightings: Sendable {
  private let state = Mutex<[DeviceID: Advertisement]>([:])

  var all: [DeviceID: Advertisement] { state.withLock { $0 } }

  /// The strongest first.
  /// What was seen when none of it was looked for.
  func summary(after seconds: Int, lookingFor name: Phrase) -> Phrase {
    switch all.count {
    case 0: Phrase("looked \(seconds) s for \(name) and saw nothing.")
    case 1: Phrase("looked \(seconds) s for \(name) and saw 1 other device.")
    case let count: Phrase("looked \(seconds) s for \(name) and saw \(count) other devices.")
    }
  }

  var sorted: [Advertisement] {
    all.values.sorted { ($0.rssi ?? -200, $1.device.text) > ($1.rssi ?? -200, $0.device.text) }
  }

  /// Adds one; how many devices there are now.
  func add(_ advertisement: Advertisement) -> Int {
    state.withLock { seen in
      seen[advertisement.device] = advertisement.named(asIn: seen[advertisement.device])
      return seen.count
    }
  }
}
