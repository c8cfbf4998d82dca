public import HaloBluetooth

/// An air in memory: virtual devices at their distances, and the radios that look for them.
///
/// Each air is an instance of its own with its own clock and seed, so tests run beside each other and always go the same way.
public actor Air {
  /// The simulation's clock.
  public nonisolated let clock: SimulatedClock
  private let settings: LinkSettings
  private var random: SeededGenerator
  private var stations: [DeviceID: Station] = [:]

  private struct Station {
    let peripheral: any VirtualPeripheral
    var distance: Double
    var isHeld: Bool
  }

  /// An air without devices. Links in it have `settings`.
  public init(clock: SimulatedClock, seed: UInt64, settings: LinkSettings = LinkSettings()) {
    self.clock = clock
    self.settings = settings
    random = SeededGenerator(seed: seed)
  }

  /// Puts a device into the air, that many metres away. `isHeld` says that another central is connected to it: such a
  /// device neither advertises nor answers.
  public func add(_ peripheral: any VirtualPeripheral, distance: Double = 1, isHeld: Bool = false) {
    stations[peripheral.profile.device] = Station(peripheral: peripheral, distance: distance, isHeld: isHeld)
  }

  /// A radio in this air, in that state.
  public nonisolated func central(state: RadioState = .poweredOn) -> SimulatedCentral {
    SimulatedCentral(air: self, state: state)
  }

  /// How far a signal reaches, in metres.
  private static let range = 30.0

  /// The advertisements between two moments, in order.
  func advertisements(
    from start: SimulatedClock.Instant, to end: SimulatedClock.Instant
  ) -> [(time: SimulatedClock.Instant, advertisement: Advertisement)] {
    var found: [(time: SimulatedClock.Instant, advertisement: Advertisement)] = []
    // In order, because each advertisement draws from the same chances.
    let present = stations.values.filter { !$0.isHeld && $0.distance <= Self.range }
    for station in present.sorted(by: { $0.peripheral.profile.device.text < $1.peripheral.profile.device.text }) {
      let profile = station.peripheral.profile
      let interval = profile.advertisingInterval
      let phase = Duration.milliseconds(Int64(Self.hash(profile.device) % 1000)) * (interval / .seconds(1))
      var count = Int((start.offset - phase) / interval)
      while true {
        let time = SimulatedClock.Instant(offset: phase + interval * count)
        count += 1
        if time < start { continue }
        if time >= end { break }
        found.append((time, advertisement(of: station)))
      }
    }
    return found.sorted { ($0.time, $0.advertisement.device.text) < ($1.time, $1.advertisement.device.text) }
  }

  /// Takes a device for a link; `nil` where it does not answer: it is not there, out of range, or another central has it.
  func take(_ device: DeviceID) -> (any VirtualPeripheral)? {
    guard let station = stations[device], !station.isHeld, station.distance <= Self.range else { return nil }
    stations[device]?.isHeld = true
    return station.peripheral
  }

  /// Lets a device go.
  func release(_ device: DeviceID) {
    stations[device]?.isHeld = false
  }

  /// A new link.
  func link() -> SimulatedLink { SimulatedLink(settings: settings, clock: clock) }

  nonisolated var linkSettings: LinkSettings { settings }

  /// The signal strength of a device in dBm.
  func rssi(of device: DeviceID) -> Int? {
    stations[device].map { strength(at: $0.distance) }
  }

  /// −59 dBm at a metre, 20 dB a decade of distance, and some noise.
  private func strength(at distance: Double) -> Int {
    var loss = 0
    var metres = max(distance, 0.1) * 10
    while metres >= 10 {
      loss += 20
      metres /= 10
    }
    let rest = Int((metres - 1) * 20 / 9)
    return -39 - loss - rest + Int.random(in: -3...3, using: &random)
  }

  private func advertisement(of station: Station) -> Advertisement {
    let profile = station.peripheral.profile
    return Advertisement(
      device: profile.device, name: profile.name, services: profile.advertisedServices,
      manufacturerData: profile.manufacturerData, rssi: strength(at: station.distance), isConnectable: true)
  }

  /// A number that depends on a device alone, so that devices do not all advertise at once.
  private static func hash(_ device: DeviceID) -> UInt64 {
    device.text.utf8.reduce(14_695_981_039_346_656_037) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
  }
}
