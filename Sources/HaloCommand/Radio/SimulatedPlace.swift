import ArgumentParser
import HaloBluetooth
import HaloCaptures
import HaloHealth
import HaloSimulatedRadio
import HaloVirtualDevices
import HaloWearables

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What is in a simulated air: rings, other devices, or what can be wrong with it.
enum SimulatedScene: String, ExpressibleByArgument, CaseIterable {
  /// A ring near by, another further away, and things that are no wearables.
  case rings
  /// No ring.
  case empty
  /// The rings and a treadmill, over a link that loses, delays, doubles and cuts packets, and breaks now and then.
  case badLink = "bad-link"
  /// A gym: straps and an armband that measure the heart of somebody who trains, and machines.
  case gym
  /// An Everest W311 watch.
  case watch
  /// Devices that look like rings and speak otherwise, a scale, and a thermometer that anybody can read.
  case lookalikes
  /// A ring that a phone holds.
  case held
  /// Bluetooth is turned off.
  case off
  /// This program may not use Bluetooth.
  case forbidden
}

/// A simulated place: its air, its radio and its time of day.
struct SimulatedPlace {
  let central: SimulatedCentral
  let environment: DriverEnvironment
  /// The devices that it has, also those that another phone holds.
  let devices: Set<DeviceID>

  init(_ clock: SimulatedClock, scene: SimulatedScene, seed: UInt64, now: WallClock?) async {
    let system = WallTime.system
    var start = system.now
    if let now {
      // Twice, because the offset depends on the moment that is looked for.
      for _ in 0..<2 {
        start = Date(timeIntervalSince1970: Double(now.secondsSince1970 - system.secondsFromGMT(at: start)))
      }
    }
    let begin = start
    let time = WallTime.system { begin.addingTimeInterval(clock.now.offset / .seconds(1)) }
    let air = Air(clock: clock, seed: seed)
    var devices: Set<DeviceID> = []
    func add(_ device: some VirtualPeripheral, distance: Double, isHeld: Bool = false) async {
      devices.insert(device.profile.device)
      await air.add(device, distance: distance, isHeld: isHeld)
    }
    func ring(_ model: VirtualRingModel, _ seed: UInt64) -> VirtualColmiRing {
      let ring = VirtualColmiRing(model, wearer: Wearer(seed: seed)) { time.wallClock }
      SimulatedFinger.current?.add(ring)
      return ring
    }
    await air.add(Bystander("50:8A:06:33:10:2F", "Living room TV"), distance: 4)
    await air.add(Bystander("E8:D0:3C:77:01:90", nil), distance: 9)
    if scene == .gym {
      await add(VirtualHeartRateMonitor(.strap, seed: seed), distance: 0.7)
      await add(VirtualHeartRateMonitor(.polarH10, seed: seed &+ 1), distance: 1.5)
      await add(VirtualHeartRateMonitor(.polarSense, seed: seed &+ 2), distance: 8)
    } else if scene == .watch {
      await add(VirtualEverestW311(wearer: Wearer(seed: seed)) { time.wallClock }, distance: 0.5)
    } else if scene == .lookalikes {
      for device in ShelfDevice.lookalikes { await add(device, distance: 2) }
    } else if scene != .empty {
      await add(ring(.r12, seed), distance: 0.6, isHeld: scene == .held)
      await add(ring(.r02New, seed &+ 0x5A5A), distance: 6, isHeld: scene == .held)
    }
    if scene == .gym || scene == .badLink {
      await add(
        VirtualFitnessMachine(.treadmill, device: DeviceID("D4:36:39:5B:07:01"), name: "Treadmill 7"), distance: 1)
    }
    if scene == .gym {
      await add(
        VirtualFitnessMachine(.indoorBike, device: DeviceID("D4:36:39:5B:07:02"), name: "Bike 12"), distance: 5)
    }
    if scene == .badLink { air.setFaults(.bad) }
    central =
      switch scene {
      case .off: air.central(state: .poweredOff)
      case .forbidden: air.central(state: .unauthorized)
      case .rings, .badLink, .empty, .gym, .watch, .lookalikes, .held: air.central()
      }
    environment = DriverEnvironment(clock: clock, time: time)
    self.devices = devices
  }
}

extension SimulatedPlace {
  /// The place of a capture: its devices, at the time when the first of them was spoken with.
  init(_ clock: SimulatedClock, replaying conversations: [CapturedConversation]) async {
    let air = Air(clock: clock, seed: 1)
    var devices: Set<DeviceID> = []
    for conversation in conversations {
      let device = ReplayedDevice(conversation)
      devices.insert(device.profile.device)
      await air.add(device, distance: 1)
    }
    let begin = conversations.compactMap(\.start).min() ?? CaptureTime(microseconds: 0)
    let start = Date(timeIntervalSince1970: Double(begin.microseconds) / 1_000_000)
    @Sendable func now() -> Date { start.addingTimeInterval(clock.now.offset / .seconds(1)) }
    let time =
      conversations.lazy.compactMap { $0.secondsFromGMT(at: begin) }.first.map { offset in
        WallTime(zone: Words.zone(secondsFromGMT: offset), secondsFromGMT: { _ in offset }, now: now)
      } ?? WallTime.system(now: now)
    central = air.central()
    environment = DriverEnvironment(clock: clock, time: time)
    self.devices = devices
  }
}

extension AirFaultRates {
  /// A link at the end of its reach.
  fileprivate static var bad: AirFaultRates {
    var rates = AirFaultRates()
    rates.loss = 0.01
    rates.delay = 0.01
    rates.duplication = 0.01
    rates.truncation = 0.005
    rates.linkLoss = 0.004
    return rates
  }
}

/// A device that advertises and is nobody's wearable.
private struct Bystander: VirtualPeripheral {
  let profile: PeripheralProfile

  init(_ address: String, _ name: String?) {
    profile = PeripheralProfile(device: DeviceID(address), name: name, services: [])
  }

  func value(of characteristic: Characteristic) async throws(AttributeError) -> [UInt8] {
    throw AttributeError(code: 0x02)
  }

  func serve(_ link: VirtualLink) async {}
}
