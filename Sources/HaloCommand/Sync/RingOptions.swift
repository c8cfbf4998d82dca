import ArgumentParser
import HaloBluetooth
import HaloWearables

/// Which ring a command speaks with.
struct RingOptions: ParsableArguments {
  @OptionGroup var radioOptions: RadioOptions

  @Option(help: ArgumentHelp("Which ring: its name or identifier (default: the strongest).", valueName: "name"))
  var device: String?

  @Option(help: "How long to look for it.")
  var seconds: Int = 3

  /// Finds the ring, calls `found`, connects, and calls `body` with its driver. Every frame goes to `recorder` first.
  func withRing<Result: Sendable>(
    recorder: some FrameRecorder, found: @Sendable (Advertisement) -> Void = { _ in },
    body: @Sendable (ColmiRingDriver, Advertisement) async throws -> Result
  ) async throws -> Result {
    try await report {
      try await radioOptions.withRadio { radio, environment in
        let finder = DeviceFinder(radio: radio, clock: environment.clock, seconds: seconds)
        let ring = try await finder.ring(device)
        found(ring)
        return try await radio.withConnection(to: ring) { connection in
          try await RecordingConnection.with(connection, recorder: recorder, time: environment.time) { connection in
            try await ColmiRingDriver.withDriver(over: connection, environment) { try await body($0, ring) }
          }
        }
      }
    }
  }

  func validate() throws {
    guard (1...600).contains(seconds) else { throw ValidationError("--seconds is 1 to 600.") }
    guard device?.isEmpty != true else { throw ValidationError("--device wants a name or an identifier.") }
  }
}
