/// A simulated radio medium: virtual devices at their distances, and the radios that scan for them.
///
/// Each medium has its own clock and seed, so tests run in parallel and are deterministic.
public actor SimulatedMedium {
  /// The simulation's clock.
  public nonisolated let clock: SimulatedClock
  private let settings: LinkSettings
  private var random: SeededGenerator
  private let traffic: PacketTraffic
  private var nodes: [DeviceID: SimulatedNode] = [:]

  private struct SimulatedNode {
    let peripheral: any VirtualPeripheral
    var distance: Double
    /// True if a central outside of the simulation is connected to the device.
    var isConnectedElsewhere: Bool
    /// True if another program on the radio's computer is connected to the device and receives notifications.
    var isInUse = false
    /// True if the device has bonded.
    var isBonded = false
    /// The device's link within the simulation.
    var link: SimulatedLink?

    var isInRange: Bool { distance <= SimulatedMedium.range }
    var isFree: Bool { !isConnectedElsewhere && link == nil && isInRange && peripheral.isAwake }
  }

  /// A medium without devices. Its links have `settings`.
  public init(clock: SimulatedClock, seed: UInt64, settings: LinkSettings = LinkSettings()) {
    self.clock = clock
    self.settings = settings
    random = SeededGenerator(seed: seed)
    traffic = PacketTraffic(seed: ~seed)
  }

  /// Adds a device at a distance in meters. With `isConnectedElsewhere`, another central is connected to the device, which then
  /// neither advertises nor answers. With `isBonded`, the device has bonded before.
  public func add(
    _ peripheral: any VirtualPeripheral, distance: Double = 1, isConnectedElsewhere: Bool = false,
    isBonded: Bool = false
  ) {
    nodes[peripheral.profile.device] = SimulatedNode(
      peripheral: peripheral, distance: distance, isConnectedElsewhere: isConnectedElsewhere, isBonded: isBonded)
  }

  /// Removes a device and ends its link.
  public func remove(_ device: DeviceID) async {
    await nodes.removeValue(forKey: device)?.link?.lose(.disconnected)
  }

  /// Moves a device. Out of range, no packets get through, and both sides lose the link after two seconds.
  public func move(_ device: DeviceID, to distance: Double) async {
    nodes[device]?.distance = distance
    guard let node = nodes[device] else { return }
    await node.link?.setStalled(!node.isInRange)
  }

  /// Sets whether another central is connected to a device, or connects as soon as it is free.
  public func setConnectedElsewhere(_ device: DeviceID, _ isConnectedElsewhere: Bool) {
    nodes[device]?.isConnectedElsewhere = isConnectedElsewhere
  }

  /// Sets whether another program on the radio's computer is connected to a device and receives notifications. Scans
  /// still find the device, as those of bluetoothd do. See ``HaloBluetooth/LinkTakeover``.
  public func setInUse(_ device: DeviceID, _ isInUse: Bool) { nodes[device]?.isInUse = isInUse }

  /// Returns true if another program on the radio's computer is connected to a device and receives notifications.
  public func isInUse(_ device: DeviceID) -> Bool { nodes[device]?.isInUse ?? false }

  /// Ends the link of a device, as if its firmware restarted.
  public func dropLink(of device: DeviceID) async {
    await nodes[device]?.link?.lose(.disconnected)
  }

  /// Returns true if a central on this medium is connected to a device.
  public func isConnected(_ device: DeviceID) -> Bool { nodes[device]?.link != nil }

  /// Returns true if a device has bonded.
  public func isBonded(_ device: DeviceID) -> Bool { nodes[device]?.isBonded ?? false }

  /// Sets the rates of random faults from now on.
  public nonisolated func setFaults(_ rates: PacketFaultRates) { traffic.set(rates) }

  /// Schedules a fault for the packet with that number, counted from 1 over all links.
  public nonisolated func schedule(_ fault: PacketFault, atPacket number: Int) { traffic.add(fault, at: number) }

  /// Schedules a fault once, after `count` packets that it can affect, counted from now over all links.
  public nonisolated func schedule(_ fault: PacketFault, afterPackets count: Int) {
    traffic.add(fault, skipping: count)
  }

  /// The number of packets on all links in both directions.
  public nonisolated var packetCount: Int { traffic.count }

  /// Calls `body` with the number of each packet before it is sent. One observer at a time.
  public nonisolated func watchPackets(_ body: @escaping @Sendable (Int) -> Void) { traffic.watch(body) }

  /// Calls `body` with each value that a radio writes to a characteristic or one of its descriptors. One observer at a
  /// time.
  package nonisolated func watchWrites(_ body: @escaping @Sendable ([UInt8], Characteristic) -> Void) {
    traffic.watchWrites(body)
  }

  nonisolated func noteWrite(_ value: [UInt8], _ characteristic: Characteristic) {
    traffic.noteWrite(value, characteristic)
  }

  /// Returns a radio on this medium, in that state.
  public nonisolated func central(state: RadioState = .poweredOn) -> SimulatedCentral {
    SimulatedCentral(medium: self, state: state)
  }

  /// The range of the signal, in meters.
  private static let range = 30.0

  /// Returns the advertisements between two moments, in order.
  func advertisements(
    from start: SimulatedClock.Instant, to end: SimulatedClock.Instant
  ) -> [(time: SimulatedClock.Instant, advertisement: Advertisement)] {
    var found: [(time: SimulatedClock.Instant, advertisement: Advertisement)] = []
    // In a fixed order, because all advertisements draw from one random generator.
    let present = nodes.values.filter(\.isFree)
    for node in present.sorted(by: { $0.peripheral.profile.device.text < $1.peripheral.profile.device.text }) {
      let profile = node.peripheral.profile
      let interval = profile.advertisingInterval
      let phase = Duration.milliseconds(Int64(Self.hash(profile.device) % 1000)) * (interval / .seconds(1))
      var count = Int((start.offset - phase) / interval)
      while true {
        let time = SimulatedClock.Instant(offset: phase + interval * count)
        count += 1
        if time < start { continue }
        if time >= end { break }
        found.append((time, advertisement(of: node)))
      }
    }
    return found.sorted { ($0.time, $0.advertisement.device.text) < ($1.time, $1.advertisement.device.text) }
  }

  /// Takes a device for a link. Returns nil if the device does not answer because it is absent, out of range or
  /// connected to another central.
  func take(_ device: DeviceID, label: String) -> (peripheral: any VirtualPeripheral, link: SimulatedLink)? {
    guard let node = nodes[device], node.isFree else { return nil }
    let link = SimulatedLink(
      settings: settings, clock: clock, traffic: traffic, label: label, isBonded: node.isBonded)
    nodes[device]?.link = link
    return (node.peripheral, link)
  }

  /// Releases a device that `link` had taken.
  func release(_ device: DeviceID, from link: SimulatedLink) {
    if nodes[device]?.link === link { nodes[device]?.link = nil }
  }

  /// Records that a device has bonded. Its later links are encrypted.
  func noteBond(with device: DeviceID) { nodes[device]?.isBonded = true }

  nonisolated var linkSettings: LinkSettings { settings }

  /// Returns the signal strength of a device, in dBm.
  func rssi(of device: DeviceID) -> Int? {
    nodes[device].map { strength(at: $0.distance) }
  }

  /// Returns −59 dBm at one meter and 20 dB less per decade of distance, with some noise.
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

  private func advertisement(of node: SimulatedNode) -> Advertisement {
    node.peripheral.profile.advertisement(rssi: strength(at: node.distance))
  }

  /// Returns a number that depends only on the device, so that devices do not all advertise at the same time.
  private static func hash(_ device: DeviceID) -> UInt64 {
    device.text.utf8.reduce(14_695_981_039_346_656_037) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
  }
}
