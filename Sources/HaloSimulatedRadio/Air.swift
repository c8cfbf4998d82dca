public import HaloBluetooth

/// An air in memory: virtual devices at their distances, and the radios that look for them.
///
/// Each air is an instance of its own with its own clock and seed, so tests run beside each other and always go the same way.
public actor Air {
  /// The simulation's clock.
  public nonisolated let clock: SimulatedClock
  private let settings: LinkSettings
  private var random: SeededGenerator
  private let traffic: AirTraffic
  private var stations: [DeviceID: Station] = [:]

  private struct Station {
    let peripheral: any VirtualPeripheral
    var distance: Double
    /// Whether a central outside of the simulation has it.
    var isHeld: Bool
    /// Whether another program on the radio's computer has a link with it and receives notifications.
    var isInUse = false
    /// Whether it has bonded.
    var isBonded = false
    /// The link that it has in here.
    var link: SimulatedLink?

    var isInRange: Bool { distance <= Air.range }
    var isFree: Bool { !isHeld && link == nil && isInRange && peripheral.isAwake }
  }

  /// An air without devices. Links in it have `settings`.
  public init(clock: SimulatedClock, seed: UInt64, settings: LinkSettings = LinkSettings()) {
    self.clock = clock
    self.settings = settings
    random = SeededGenerator(seed: seed)
    traffic = AirTraffic(seed: ~seed)
  }

  /// Puts a device into the air, that many metres away. `isHeld` says that another central is connected to it: such a
  /// device neither advertises nor answers. `isBonded` says that it has bonded before.
  public func add(
    _ peripheral: any VirtualPeripheral, distance: Double = 1, isHeld: Bool = false, isBonded: Bool = false
  ) {
    stations[peripheral.profile.device] = Station(
      peripheral: peripheral, distance: distance, isHeld: isHeld, isBonded: isBonded)
  }

  /// Takes a device out of the air; its link ends.
  public func remove(_ device: DeviceID) async {
    await stations.removeValue(forKey: device)?.link?.lose(.disconnected)
  }

  /// Moves a device. Out of range nothing goes over its link any more, which is lost for both sides after two seconds.
  public func move(_ device: DeviceID, to distance: Double) async {
    stations[device]?.distance = distance
    guard let station = stations[device] else { return }
    await station.link?.setStalled(!station.isInRange)
  }

  /// Says whether another central has a device, or will have it as soon as it is free.
  public func setHeld(_ device: DeviceID, _ isHeld: Bool) {
    stations[device]?.isHeld = isHeld
  }

  /// Says whether another program on the radio's computer has a link with a device and receives notifications through it. Scans see the
  /// device, as those of bluetoothd do. See ``HaloBluetooth/LinkTakeover``.
  public func setInUse(_ device: DeviceID, _ isInUse: Bool) { stations[device]?.isInUse = isInUse }

  /// Whether another program on the radio's computer has a link with a device and receives notifications through it.
  public func isInUse(_ device: DeviceID) -> Bool { stations[device]?.isInUse ?? false }

  /// Ends the link of a device, as when its firmware restarts.
  public func dropLink(of device: DeviceID) async {
    await stations[device]?.link?.lose(.disconnected)
  }

  /// Whether a central in here has a link with a device.
  public func isConnected(_ device: DeviceID) -> Bool { stations[device]?.link != nil }

  /// Whether a device has bonded.
  public func isBonded(_ device: DeviceID) -> Bool { stations[device]?.isBonded ?? false }

  /// How often packets meet with faults from now on.
  public nonisolated func setFaults(_ rates: AirFaultRates) { traffic.set(rates) }

  /// Lets a fault happen to the packet of that number, counted from 1 over all links.
  public nonisolated func schedule(_ fault: AirFault, atPacket number: Int) { traffic.add(fault, at: number) }

  /// Causes a fault once: `count` packets that it can happen to are spared, counted from now over all links.
  public nonisolated func schedule(_ fault: AirFault, afterPackets count: Int) { traffic.add(fault, sparing: count) }

  /// How many packets there were, of all links and both ways.
  public nonisolated var packetCount: Int { traffic.count }

  /// Calls `body` with the number of every packet, before it goes. One caller at a time.
  public nonisolated func watchPackets(_ body: @escaping @Sendable (Int) -> Void) { traffic.watch(body) }

  /// Calls `body` with each value that a radio writes to a characteristic or a descriptor of it. One caller at a time.
  package nonisolated func watchWrites(_ body: @escaping @Sendable ([UInt8], Characteristic) -> Void) {
    traffic.watchWrites(body)
  }

  nonisolated func noteWrite(_ value: [UInt8], _ characteristic: Characteristic) {
    traffic.noteWrite(value, characteristic)
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
    let present = stations.values.filter(\.isFree)
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
  func take(_ device: DeviceID, label: String) -> (peripheral: any VirtualPeripheral, link: SimulatedLink)? {
    guard let station = stations[device], station.isFree else { return nil }
    let link = SimulatedLink(
      settings: settings, clock: clock, traffic: traffic, label: label, isBonded: station.isBonded)
    stations[device]?.link = link
    return (station.peripheral, link)
  }

  /// Lets a device go that `link` had taken.
  func release(_ device: DeviceID, from link: SimulatedLink) {
    if stations[device]?.link === link { stations[device]?.link = nil }
  }

  /// Notes that a device has bonded: its later links are encrypted.
  func noteBond(with device: DeviceID) { stations[device]?.isBonded = true }

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
    station.peripheral.profile.advertisement(rssi: strength(at: station.distance))
  }

  /// A number that depends on a device alone, so that devices do not all advertise at once.
  private static func hash(_ device: DeviceID) -> UInt64 {
    device.text.utf8.reduce(14_695_981_039_346_656_037) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
  }
}
