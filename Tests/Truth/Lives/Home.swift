import HaloBluetooth
import HaloDrivers
import HaloEngine
import HaloHealth
import HaloJournal
import HaloSimulatedRadio
import HaloVirtualDevices
import HaloWearables

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A simulated place where somebody lives for some days, whose clock on the wall may be moved.
struct Home: Sendable {
  /// From when on (seconds since 1970) the clock on the wall is how far ahead of UTC.
  typealias Zones = [(from: Int, offset: Int)]

  let clock: SimulatedClock
  let air: Air
  let time: WallTime
  let journal: Journal
  let engine: Engine
  let begin: Int
  let zones: Zones

  /// A home whose clock shows `start` first. Devices keep the time of the first zone until they are told another.
  init(_ clock: SimulatedClock, start: WallClock, zones: Zones, seed: UInt64, path: String) throws {
    self.clock = clock
    self.zones = zones
    air = Air(clock: clock, seed: seed)
    let begin = start.secondsSince1970 - zones[0].offset
    self.begin = begin
    let offset: @Sendable (Date) -> Int = { date in Self.offset(zones, Int(date.timeIntervalSince1970)) }
    let start = Date(timeIntervalSince1970: Double(begin))
    time = .simulated(clock, from: start, zone: "Etc/Test", secondsFromGMT: offset)
    journal = try Journal(path: path)
    engine = Engine(
      journal: journal, radio: air.central(), registry: .bundled,
      environment: DriverEnvironment(clock: clock, time: time))
  }

  private static func offset(_ zones: Zones, _ seconds: Int) -> Int {
    (zones.last { $0.from <= seconds } ?? zones[0]).offset
  }

  /// Seconds since 1970.
  var now: Int { begin + Int(clock.now.offset / .seconds(1)) }

  /// The clock of a device that nobody sets.
  var unsetClock: @Sendable () -> WallClock {
    let (begin, offset, clock) = (begin, zones[0].offset, clock)
    return { WallClock(secondsSince1970: begin + offset + Int(clock.now.offset / .seconds(1))) }
  }

  /// Waits until the clock on the wall shows `wall`, at the latest; not at all if it has.
  func sleep(until wall: WallClock) async throws {
    while true {
      let left = wall.secondsSince1970 - now - Self.offset(zones, now)
      guard left > 0 else { return }
      // A clock that is moved meanwhile is looked at again.
      let change = zones.first { $0.from > now }.map { $0.from - now } ?? left
      try await clock.sleep(for: .seconds(min(left, max(change, 1))))
    }
  }

  /// Pairs a device of the made-up person.
  func pair(_ peripheral: any VirtualPeripheral, name: String) async throws -> Device {
    await air.add(peripheral)
    let profile = peripheral.profile
    return try engine.pair(
      Advertisement(
        device: profile.device, name: profile.name, services: profile.advertisedServices,
        manufacturerData: profile.manufacturerData, rssi: -50, isConnectable: true), name: name, wearer: "me")
  }
}
