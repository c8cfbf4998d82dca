import CoreBluetooth
import HaloAppleRadio
import HaloBluetooth
import HaloRadioConformance
import HaloSimulatedRadio

/// An air with a device in it, and Apple's radio over Core Bluetooth over that air.
///
/// It goes at a multiple of a person's speed: Core Bluetooth calls back on queues, which a simulation that runs as fast as it can would not
/// wait for. Time-outs are those of this machine's clock, so that nothing depends on how fast it is.
struct Place: Sendable {
  let air: Air
  let central: SimulatedCentral
  let radio: AppleRadio

  /// Calls `body` with one. Where it `isReluctant`, Core Bluetooth says that it takes no write without response until one was written, and
  /// time-outs are those of the simulation.
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

  /// A link with the first device whose name holds that.
  func withTrial<Result: Sendable>(_ body: (Link) async throws -> Result) async throws -> Result {
    try await radio.withConnection(to: try await hear("trial"), timeout: .seconds(60)) {
      try await body(try await Link($0))
    }
  }

  /// What the first device says of itself whose name holds that.
  func hear(_ name: String) async throws -> Advertisement {
    for try await advertisement in radio.scan(ScanFilter(name: name)) { return advertisement }
    throw CancellationError()
  }
}
