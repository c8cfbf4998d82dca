public import HaloCaptures
import HaloFoundation
@_exported public import HaloSimulatedRadio
@_exported public import HaloWearables

/// Virtual devices on their own simulated medium, with its radio and clocks.
public struct SimulatedEnvironment: Sendable {
  /// The medium with the devices.
  public let medium: SimulatedMedium
  /// The radio.
  public let central: SimulatedCentral
  /// The clocks for drivers.
  public let driver: DriverEnvironment
  /// The wearables and machines, including those connected to a phone.
  public private(set) var devices: Set<DeviceID> = []
  public private(set) var rings: [VirtualColmiRing] = []

  /// An environment without devices. The same seed always gives the same faults and signal strengths.
  public init(
    _ clock: SimulatedClock, time: WallTime, seed: UInt64 = 1, settings: LinkSettings = LinkSettings(),
    radio state: RadioState = .poweredOn
  ) {
    medium = SimulatedMedium(clock: clock, seed: seed, settings: settings)
    central = medium.central(state: state)
    driver = DriverEnvironment(clock: clock, time: time)
  }

  /// The environment of a scene. The seed also selects the simulated people who wear the devices.
  public init(_ clock: SimulatedClock, scene: SimulatedScene, seed: UInt64, time: WallTime) async {
    let state: RadioState =
      switch scene {
      case .off: .poweredOff
      case .forbidden: .unauthorized
      case .rings, .empty, .badLink, .gym, .miles, .watch, .lookalikes, .bonds, .held, .inUse: .poweredOn
      }
    self.init(clock, time: time, seed: seed, radio: state)
    await medium.add(StaticGATTDevice("50:8A:06:33:10:2F", "Living room TV"), distance: 4)
    await medium.add(StaticGATTDevice("E8:D0:3C:77:01:90", nil), distance: 9)
    switch scene {
    case .empty: break
    case .rings, .off, .forbidden: await addRings(seed: seed)
    case .held: await addRings(seed: seed, isConnectedElsewhere: true)
    case .inUse:
      await addRings(seed: seed)
      for ring in rings { await medium.setInUse(ring.profile.device, true) }
    case .badLink:
      await addRings(seed: seed)
      await addTreadmill()
      medium.setFaults(.bad)
    case .gym:
      await add(VirtualHeartRateMonitor(.strap, seed: seed), distance: 0.7)
      await add(VirtualHeartRateMonitor(.polarH10, seed: seed &+ 1), distance: 1.5)
      await add(VirtualHeartRateMonitor(.polarSense, seed: seed &+ 2), distance: 8)
      await addTreadmill()
      await add(
        VirtualFitnessMachine(.indoorBike, device: DeviceID("D4:36:39:5B:07:02"), name: "Bike 12"), distance: 5)
    case .miles:
      var quirks = MachineQuirks.strict
      quirks.speedUnit = .milesAccepted
      await addTreadmill(quirks: quirks)
    case .watch: await add(VirtualEverestW311(wearer: SimulatedPerson(seed: seed)) { time.wallClock }, distance: 0.5)
    case .bonds:
      for (number, (acceptsBonding, passkey)) in [(true, nil), (false, nil), (true, 123_456)].enumerated() {
        await add(
          VirtualHeartRateMonitor(
            .strap, seed: UInt64(number) + 1, requiresBond: true, acceptsBonding: acceptsBonding, passkey: passkey))
      }
    case .lookalikes: for device in StaticGATTDevice.lookalikes { await add(device, distance: 2) }
    }
  }

  /// The devices of a capture, starting at the time of its first connection.
  public init(_ clock: SimulatedClock, replaying conversations: [CapturedConversation]) async {
    let begin = conversations.compactMap(\.start).min() ?? CaptureTime(microseconds: 0)
    let start = Date(timeIntervalSince1970: Double(begin.microseconds) / 1_000_000)
    let time =
      conversations.lazy.compactMap { $0.secondsFromGMT(at: begin) }.first.map { offset in
        WallTime.simulated(clock, from: start, zone: WallTime.zoneName(secondsFromGMT: offset)) { _ in offset }
      } ?? .simulated(clock, from: start)
    self.init(clock, time: time)
    for conversation in conversations { await add(ReplayedDevice(conversation)) }
  }

  /// Adds a device. With `isConnectedElsewhere`, a phone is connected to it.
  public mutating func add(_ device: some VirtualPeripheral, distance: Double = 1, isConnectedElsewhere: Bool = false)
    async
  {
    devices.insert(device.profile.device)
    await medium.add(device, distance: distance, isConnectedElsewhere: isConnectedElsewhere)
  }

  /// Returns a ring worn by a simulated person, without adding it.
  public func ring(_ model: VirtualRingModel, seed: UInt64) -> VirtualColmiRing {
    let time = driver.time
    return VirtualColmiRing(model, wearer: SimulatedPerson(seed: seed)) { time.wallClock }
  }

  /// Adds a ring worn by a simulated person.
  @discardableResult
  public mutating func addRing(
    _ model: VirtualRingModel, seed: UInt64, distance: Double = 1, isConnectedElsewhere: Bool = false
  ) async -> VirtualColmiRing {
    let ring = ring(model, seed: seed)
    rings.append(ring)
    await add(ring, distance: distance, isConnectedElsewhere: isConnectedElsewhere)
    return ring
  }

  /// Adds a ring nearby and another one farther away.
  public mutating func addRings(seed: UInt64, isConnectedElsewhere: Bool = false) async {
    await addRing(.r12, seed: seed, distance: 0.6, isConnectedElsewhere: isConnectedElsewhere)
    await addRing(.r02New, seed: seed &+ 0x5A5A, distance: 6, isConnectedElsewhere: isConnectedElsewhere)
  }

  /// Adds a treadmill.
  public mutating func addTreadmill(quirks: MachineQuirks = .strict) async {
    await add(
      VirtualFitnessMachine(
        .treadmill, device: DeviceID("D4:36:39:5B:07:01"), name: "Treadmill 7", quirks: quirks))
  }
}

extension PacketFaultRates {
  /// The faults of a link at the end of its range.
  fileprivate static var bad: PacketFaultRates {
    var rates = PacketFaultRates()
    rates.loss = 0.01
    rates.delay = 0.01
    rates.duplication = 0.01
    rates.truncation = 0.005
    rates.linkLoss = 0.004
    return rates
  }
}
