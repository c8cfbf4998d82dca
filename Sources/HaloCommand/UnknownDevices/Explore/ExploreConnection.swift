import HaloDaemon
import Synchronization

/// A connection to a device of any kind.
struct ExploreConnection: Sendable {
  let radioOptions: RadioOptions
  let journalOptions: JournalFileOption
  let device: String
  let seconds: Int
  var attempts = LinkAttempts()

  /// Finds the device, calls `found`, connects, and calls `body`. If the device is paired, it is reserved meanwhile,
  /// and the daemon releases it. Nothing is stored in the journal, because exploration is not a measurement.
  func run<Result: Sendable>(
    speed: Double? = nil, found: @escaping @Sendable (Advertisement) -> Void = { _ in },
    body: @escaping @Sendable (any Connection, Advertisement, DriverEnvironment) async throws -> Result
  ) async throws -> Result {
    let journal = try journalOptions.openIfExists(isSimulated: radioOptions.isSimulated)
    return try await radioOptions.withRadio(speed: speed) { radio, environment in
      @Sendable func visit(_ identifier: DeviceID?) async throws -> Result {
        let finder = DeviceFinder(radio: radio, clock: environment.clock, seconds: seconds)
        let seen = try await finder.anything(device, knownAs: identifier)
        found(seen)
        let link = { @Sendable in
          while true {
            do {
              return try await radio.withConnection(to: seen) { try await body($0, seen, environment) }
            } catch let error as BluetoothError where error.reason == .disconnected && attempts.another() {
              try await environment.clock.sleep(for: RetryPolicy.link.firstPause)
            }
          }
        }
        // The device may be paired under a name other than the given one.
        guard identifier == nil, let journal,
          let paired = try journal.devices().first(where: { $0.identifier == seen.device })
        else { return try await link() }
        return try await Engine.forCommand(journal, radio, environment).holding(paired) { try await link() }
      }
      guard let journal, let paired = try journal.devices().first(where: { $0.isCalled(device) }) else {
        return try await visit(nil)
      }
      return try await Engine.forCommand(journal, radio, environment).holding(paired) {
        try await visit(paired.identifier)
      }
    }
  }
}

/// The links with a device: another follows a lost one if nothing was printed.
final class LinkAttempts: Sendable {
  private static let most = 3
  private let count = Mutex(1)

  /// True if no other link follows.
  var isLast: Bool { count.withLock { $0 >= Self.most } }

  /// Begins another, and returns true, unless this was the last.
  func another() -> Bool {
    guard !isLast else { return false }
    count.withLock { $0 += 1 }
    return true
  }

  /// Makes this the last, because something is printed.
  func end() { count.withLock { $0 = Self.most } }
}

extension DeviceFinder {
  /// Returns the device with the name or identifier `wanted` as soon as it is found; otherwise the only one whose
  /// name begins with it.
  func anything(_ wanted: String, knownAs identifier: DeviceID?) async throws -> Advertisement {
    @Sendable func isMatch(_ advertisement: Advertisement) -> Bool {
      advertisement.isCalled(wanted, knownAs: identifier)
    }
    let seenDevices = try await look(until: isMatch)
    if let found = seenDevices.sorted.first(where: isMatch) { return found }
    let similar = seenDevices.similar(to: wanted)
    if similar.count == 1 { return similar[0] }
    let name = Phrase(verbatim: "'\(wanted)'")
    throw Failure(
      EX.unavailable,
      Phrase.all(similar.map { Phrase(verbatim: "'\($0.label)'") }).map {
        Phrase("searched \(seconds) s for \(name) and found \($0). Pass the full name.")
      } ?? seenDevices.summary(after: seconds, lookingFor: wanted),
      Phrase(
        """
        A device does not advertise while it is connected to another phone or computer, and many sleep until they \
        are moved or worn. 'halo scan' lists nearby devices with names and identifiers.
        """))
  }
}
