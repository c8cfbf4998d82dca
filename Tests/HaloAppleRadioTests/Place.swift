import CoreBluetooth
import HaloAppleRadio
import HaloBluetooth
import HaloSimulatedRadio

/// An air with a device in it, and Apple's radio over Core Bluetooth over that air.
///
/// It goes at a multiple of a person's speed: Core Bluetooth calls back on queues, which a simulation that runs as fast as it can would not
/// wait for. Time-outs are those of this machine's clock, so that nothing depends on how fast it is.
struct Place: Sendable {
  let air: Air
  let central: SimulatedCentral
  let radio: AppleRadio

  /// Calls `body` with one.
  static func withRadio<Result: Sendable>(
    _ device: some VirtualPeripheral, options: AppleConnectOptions = AppleConnectOptions(),
    _ body: @escaping @Sendable (Place) async throws -> Result
  ) async throws -> Result {
    try await Simulation.run(speed: 50) { clock in
      let air = Air(clock: clock, seed: 1, settings: LinkSettings(connectionInterval: .microseconds(7500)))
      await air.add(device)
      let central = air.central()
      return try await CBCentralManager.withCentral(central, clock: clock) {
        try await body(Place(air: air, central: central, radio: AppleRadio(options: options)))
      }
    }
  }

  /// What the first device says of itself whose name holds that.
  func hear(_ name: String) async throws -> Advertisement {
    for try await advertisement in radio.scan(ScanFilter(name: name)) { return advertisement }
    throw CancellationError()
  }
}
