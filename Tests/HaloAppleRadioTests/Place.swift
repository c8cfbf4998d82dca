import CoreBluetooth
import HaloAppleRadio
import HaloBluetooth
import HaloRadioConformance
import HaloSimulatedRadio

/// A simulated medium with a device, and the Apple radio over Core Bluetooth over that medium.
///
/// It runs at a multiple of real time: Core Bluetooth calls back on queues, for which a simulation at full speed would
/// not wait. Time-outs use this machine's clock, so that nothing depends on its speed.
struct Place: Sendable {
  let air: Air
  let central: SimulatedCentral
  let radio: AppleRadio

  /// Calls `body` with such a medium and radio. With `isReluctant`, Core Bluetooth refuses writes without response before
  /// the first one, and time-outs use the simulation's clock.
  static func withRadio<Result: Sendable>(
    _ device: (any VirtualPeripheral)?, options: AppleConnectOptions = AppleConnectOptions(),
    restoreIdentifier: String? = nil, state: RadioState = .poweredOn, isReluctant: Bool = false,
    _ body: @escaping @Sendable (Place) async throws -> Result
  ) async throws -> Result {
    try await Simulation.run(speed: 50) { clock in
      let air = Air(clock: clock, seed: 1, settings: LinkSettings(connectionInterval: .microseconds(7500)))
      if let device { await air.add(device) }
      let central = air.central(state: state)
      func place(_ radio: AppleRadio) async throws -> Result {
        try await body(Place(air: air, central: central, radio: radio))
      }
      if isReluctant {
        return try await CBCentralManager.withReluctantCentral(central, clock: clock) {
          try await place(AppleRadio(options: options, restoreIdentifier: restoreIdentifier, clock: clock))
        }
      }
      return try await CBCentralManager.withCentral(central, clock: clock) {
        try await place(AppleRadio(options: options, restoreIdentifier: restoreIdentifier))
      }
    }
  }

  /// Connects to the trial device.
  func withTrial<Result: Sendable>(_ body: (Link) async throws -> Result) async throws -> Result {
    try await radio.withConnection(to: try await hear("trial"), timeout: .seconds(60)) {
      try await body(try await Link($0))
    }
  }

  /// Returns the advertisement of the first device whose name contains `name`.
  func hear(_ name: String) async throws -> Advertisement {
    for try await advertisement in radio.scan(ScanFilter(name: name)) { return advertisement }
    throw CancellationError()
  }
}
