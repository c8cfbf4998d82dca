import Synchronization

/// Scans for devices for a limited time.
struct DeviceFinder: Sendable {
  let radio: any Central
  let clock: any Clock<Duration>
  let seconds: Int

  /// Returns the nearby device of a kind with the strongest signal. If `wanted` is a name or identifier, returns that
  /// device as soon as it is found; otherwise the only one whose name begins with it.
  func device(
    _ kind: DeviceKind, _ wanted: String?, knownAs identifier: DeviceID? = nil
  ) async throws -> Advertisement {
    @Sendable func isWanted(_ advertisement: Advertisement) -> Bool {
      wanted.map { advertisement.isCalled($0, knownAs: identifier) } ?? kind.matches(advertisement)
    }
    // Scan for the full time to find the strongest device, but stop as soon as a requested one is found.
    let seenDevices = try await look { wanted != nil && isWanted($0) }
    let found = seenDevices.all
    let exact = found.values.filter(isWanted)
    let similar = seenDevices.similar(to: wanted ?? "")
    let wantedOnes = exact.isEmpty && wanted != nil && similar.count == 1 ? similar : exact
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
    throw Failure(
      EX.unavailable, seenDevices.summary(after: seconds, lookingFor: wanted, or: kind.words),
      Phrase.sentences(advice + kind.advice + [list]) ?? list)
  }

  /// Scans until the time is over, or until `isEnough` returns true for a device. Returns the devices that were found.
  @discardableResult
  func look(
    _ filter: ScanFilter = ScanFilter(), into seenDevices: SeenDevices = SeenDevices(),
    until isEnough: @escaping @Sendable (Advertisement) -> Bool = { _ in false }
  ) async throws -> SeenDevices {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for try await advertisement in radio.scan(filter) {
          seenDevices.add(advertisement)
          if isEnough(advertisement) { return }
        }
      }
      group.addTask { try await clock.sleep(for: .seconds(seconds)) }
      defer { group.cancelAll() }
      try await group.next()
    }
    return seenDevices
  }
}

extension Advertisement {
  /// True if the device has a name or identifier, or is `identifier`.
  func isCalled(_ name: String, knownAs identifier: DeviceID?) -> Bool {
    device == identifier || [device.text.foldedName, self.name?.foldedName].contains(name.foldedName)
  }
}

/// The devices that were found, each with its latest advertisement.
final class SeenDevices: Sendable {
  private let state = Mutex<[DeviceID: Advertisement]>([:])

  var all: [DeviceID: Advertisement] { state.withLock { $0 } }

  /// Returns the message that the search found only other devices.
  func summary(after seconds: Int, lookingFor wanted: String?, or kind: Phrase = "") -> Phrase {
    let name = wanted.map { Phrase(verbatim: "'\($0)'") } ?? kind
    return switch all.count {
    case 0: Phrase("searched \(seconds) s for \(name) and found nothing.")
    case 1: Phrase("searched \(seconds) s for \(name) and found 1 other device.")
    case let count: Phrase("searched \(seconds) s for \(name) and found \(count) other devices.")
    }
  }

  /// The devices, the strongest signal first.
  var sorted: [Advertisement] {
    all.values.sorted { ($0.rssi ?? -200, $1.device.text) > ($1.rssi ?? -200, $0.device.text) }
  }

  /// The devices whose name begins with a text, the strongest signal first.
  func similar(to name: String) -> [Advertisement] {
    sorted.filter { $0.name?.foldedName.hasPrefix(name.foldedName) ?? false }
  }

  /// Adds an advertisement.
  func add(_ advertisement: Advertisement) {
    state.withLock { $0[advertisement.device] = advertisement.named(asIn: $0[advertisement.device]) }
  }
}
