import ArgumentParser
import HaloBluetooth
import HaloCaptures
import HaloHealth
import HaloSimulatedRadio
import HaloWearables
import SystemPackage

/// Which radio a command uses.
struct RadioOptions: ParsableArguments {
  enum Kind: String, ExpressibleByArgument, CaseIterable {
    case simulated
  }

  @Option(help: "Which radio to use. The variable HALO_RADIO sets it as well.")
  var radio: Kind?

  @Option(help: "Simulated radio: which wearer and which chances. The same seed always gives the same.")
  var seed: UInt64 = 1

  @Option(
    help: ArgumentHelp(
      "Simulated radio: the time at home when it begins (default: now).", valueName: "YYYY-MM-DDTHH:MM"),
    transform: parseTime)
  var now: WallClock?

  @Option(help: "Simulated radio: what is in the air.")
  var scene: SimulatedScene = .rings

  @Option(
    help: ArgumentHelp(
      """
      Simulated radio: the device of this capture, which answers what it answered there and in its time. The time is that of the       capture.
      """, valueName: "capture"))
  var replay: String?

  @Option(
    help: ArgumentHelp(
      """
      Simulated radio: how many times faster than real time it goes, 0 for as fast as possible (default: 1 where one watches, \
      otherwise 0).
      """, valueName: "times"))
  var speed: Double?

  /// Calls `body` with the radio, and with the clocks that go with it. A simulated one goes at `speed` where no other is wished.
  func withRadio<Result: Sendable>(
    speed: Double? = nil, _ body: @Sendable (any Central, DriverEnvironment) async throws -> Result
  ) async throws -> Result {
    switch try kind() {
    case .simulated:
      let (scene, seed, now) = (scene, seed, now)
      let speed = self.speed.map { $0 == 0 ? nil : $0 } ?? speed
      let conversation = try replay.map { try CaptureFile.conversation($0, device: nil) }
      return try await Simulation.run(speed: speed) { clock in
        let place =
          if let conversation {
            await SimulatedPlace(clock, replaying: conversation)
          } else {
            await SimulatedPlace(clock, scene: scene, seed: seed, now: now)
          }
        return try await recorded(place.central, place.environment, body)
      }
    }
  }

  /// Calls `body` with the radio, which is written to a capture where 'halo capture record' wants that.
  private func recorded<Result: Sendable>(
    _ central: some Central, _ environment: DriverEnvironment,
    _ body: @Sendable (any Central, DriverEnvironment) async throws -> Result
  ) async throws -> Result {
    guard let file = CaptureRecordCommand.file else { return try await body(central, environment) }
    let writer = CaptureWriter(time: environment.time) { try file.append($0) }
    return try await body(CapturingCentral(central, writer), environment)
  }

  func validate() throws {
    if let speed, !(0...1_000_000).contains(speed) { throw ValidationError("--speed is 0 or more.") }
  }

  /// Whether the simulated radio is the one that is used where nobody chooses another.
  static var isSimulatedByDefault: Bool { Terminal.environment("HALO_RADIO") == Kind.simulated.rawValue }

  /// Whether the simulated radio is used.
  var isSimulated: Bool { (try? kind()) == .simulated }

  private func kind() throws -> Kind {
    if let radio { return radio }
    if replay != nil { return .simulated }
    guard let name = Terminal.environment("HALO_RADIO"), !name.isEmpty else {
      throw ValidationError(
        """
        No radio is chosen. This version of Halo has a simulated one, to try things without hardware: add \
        --radio simulated, or set HALO_RADIO=simulated. Real adapters come later.
        """)
    }
    guard let kind = Kind(rawValue: name) else {
      throw ValidationError("HALO_RADIO is '\(name)'; this version of Halo knows 'simulated'.")
    }
    return kind
  }

  /// A time as people write it.
  static func parseTime(_ text: String) throws -> WallClock {
    let parts = text.split(separator: "T", omittingEmptySubsequences: false)
    let time = parts.count == 2 ? parts[1].split(separator: ":").map { Int($0) ?? -1 } : []
    guard let first = parts.first, let date = CalendarDate(first), time.count == 2, parts[1].count == 5,
      (0..<24).contains(time[0]), (0..<60).contains(time[1])
    else { throw ValidationError("'\(text)' is not a time; write it as in 2026-11-20T08:15.") }
    return WallClock(date: date, minuteOfDay: time[0] * 60 + time[1])
  }
}
