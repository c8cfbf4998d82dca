import CoreBluetooth
import HaloAppleRadio
import HaloBluetooth
import HaloRadioConformance
import HaloSimulatedRadio

/// A simulated medium with a device, and the Apple radio over Core Bluetooth over that medium.
///
/// It runs at a multiple of real time: Core Bluetooth calls back on queues, for which a simulation at full speed would
/// not wait. Timeouts use this machine's clock, so that nothing depends on its speed.
struct AppleTestbed: Sendable {
  let medium: SimulatedMedium
  let central: SimulatedCentral
  let radio: AppleRadio

  /// Calls `body` with such a medium and radio. With `refusesFirstWrite`, Core Bluetooth reports until the first
  /// write without response that it is not ready for them, and timeouts use the simulation's clock.
  static func withRadio<Result: Sendable>(
    _ device: (any VirtualPeripheral)?, options: AppleConnectOptions = AppleConnectOptions(),
    restoreIdentifier: String? = nil, state: RadioState = .poweredOn, refusesFirstWrite: Bool = false,
    _ body: @escaping @Sendable (AppleTestbed) async throws -> Result
  ) async throws -> Result {
    try await Simulation.run(speed: 50) { clock in
      let medium = SimulatedMedium(
        clock: clock, seed: 1, settings: LinkSettings(connectionInterval: .microseconds(7500)))
      if let device { await medium.add(device) }
      let central = medium.central(state: state)
      func testbed(_ radio: AppleRadio) async throws -> Result {
        try await body(AppleTestbed(medium: medium, central: central, radio: radio))
      }
      if refusesFirstWrite {
        return try await CBCentralManager.withCentralRefusingFirstWrite(central, clock: clock) {
          try await testbed(AppleRadio(options: options, restoreIdentifier: restoreIdentifier, clock: clock))
        }
      }
      return try await CBCentralManager.withCentral(central, clock: clock) {
        try await testbed(AppleRadio(options: options, restoreIdentifier: restoreIdentifier))
      }
    }
  }

  /// Connects to the trial device.
  func withTrial<Result: Sendable>(_ body: (Link) async throws -> Result) async throws -> Result {
    try await radio.withConnection(to: try await firstAdvertisement("trial"), timeout: .seconds(60)) {
      try await body(try await Link($0))
    }
  }

  /// Returns the advertisement of the first device whose name contains `name`.
  func firstAdvertisement(_ name: String) async throws -> Advertisement {
    for try await advertisement in radio.scan(ScanFilter(name: name)) { return advertisement }
    throw CancellationError()
  }
}
