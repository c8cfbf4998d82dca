import ArgumentParser
import HaloBluetooth
import HaloHealth
import HaloReports
import Synchronization

/// Scans for devices for a limited time.
struct DeviceFinder: Sendable {
  let radio: any Central
  let clock: any Clock<Duration>
  let seconds: Int

  /// Scans for all devices, until the time is over.
  func all(_ filter: ScanFilter, into seenDevices: SeenDevices) async throws {
    try await look(filter, into: seenDevices) { _, _ in false }
  }

  /// Returns the nearby device of a kind with the strongest signal. If `wanted` is a name or identifier, returns that
  /// device as soon as it is found.
  func device(
    _ kind: DeviceKind, _ wanted: String?, knownAs identifier: DeviceID? = nil
  ) async throws -> Advertisement {
    @Sendable func isWanted(_ advertisement: Advertisement) -> Bool {
      guard let wanted else { return kind.matches(advertisement) }
      return advertisement.device == identifier || advertisement.device.text.foldedName == wanted.foldedName
        || advertisement.name?.foldedName == wanted.foldedName
    }
    // Scan for the full time to find the strongest device, but stop as soon as a requested one is found.
    let seenDevices = SeenDevices()
    try await look(ScanFilter(), into: seenDevices) { advertisement, _ in wanted != nil && isWanted(advertisement) }
    let found = seenDevices.all
    let wantedOnes = found.values.filter(isWanted)
    if let device = wantedOnes.max(by: { (kind.rank($0), $0.rssi ?? -200) < (kind.rank($1), $1.rssi ?? -200) }) {
      return device
    }
    let advice = [
      Phrase(
        """
        A ring connects to one phone or computer at a time and does not advertise meanwhile: close its app, or turn \
        off Bluetooth on the phone. A sleeping ring wakes up on its charger or when it is moved.
        """)
    ]
    let list =
      wanted == nil
      ? Phrase("'halo scan' lists nearby devices.")
      : Phrase("'halo scan' lists nearby devices with names and identifiers.")
    StandardError.report(
      seenDevices.summary(after: seconds, lookingFor: wanted.map { Phrase(verbatim: "'\($0)'") } ?? kind.words),
      Phrase.sentences(advice + kind.advice + [list]) ?? list)
    throw ExitCode(EX.unavailable)
  }

  /// Scans until the time is over, or until `isEnough` returns true for a device and the number of devices found so
  /// far.
  func look(
    _ filter: ScanFilter, into seenDevices: SeenDevices,
    until isEnough: @escaping @Sendable (Advertisement, Int) -> Bool
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for try await advertisement in radio.scan(filter) {
          let count = seenDevices.add(advertisement)
          if isEnough(advertisement, count) { return }
        }
      }
      group.addTask { try await clock.sleep(for: .seconds(seconds)) }
      defer { group.cancelAll() }
      try await group.next()
    }
  }
}

/// The devices that were found, each with its latest advertisement.
final class SeenDevices: Sendable {
  private let state = Mutex<[DeviceID: Advertisement]>([:])

  var all: [DeviceID: Advertisement] { state.withLock { $0 } }

  /// Returns the message that the search found only other devices.
  func summary(after seconds: Int, lookingFor name: Phrase) -> Phrase {
    switch all.count {
    case 0: Phrase("searched \(seconds) s for \(name) and found nothing.")
    case 1: Phrase("searched \(seconds) s for \(name) and found 1 other device.")
    case let count: Phrase("searched \(seconds) s for \(name) and found \(count) other devices.")
    }
  }

  /// The devices, the strongest signal first.
  var sorted: [Advertisement] {
    all.values.sorted { ($0.rssi ?? -200, $1.device.text) > ($1.rssi ?? -200, $0.device.text) }
  }

  /// Adds an advertisement. Returns the number of devices.
  func add(_ advertisement: Advertisement) -> Int {
    state.withLock { seen in
      seen[advertisement.device] = advertisement.named(asIn: seen[advertisement.device])
      return seen.count
    }
  }
}
