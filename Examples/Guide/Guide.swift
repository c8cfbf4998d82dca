import HaloBluetooth
import HaloColmiRing
import HaloHealth
import HaloSimulatedRadio
import HaloVirtualDevices
import HaloWearables

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The steps of the guide in `docs/guide` as one program: from a radio to a night. It uses the simulated radio, so it
/// runs on every system and always has the same output.
@main
enum Guide {
  static func main() async throws {
    for line in try await Simulation.run({ clock in try await tour(clock) }) { print(line) }
  }

  static func tour(_ clock: SimulatedClock) async throws -> [String] {
    let begin = Date(timeIntervalSince1970: 1_794_536_160)
    let time = WallTime.simulated(clock, from: begin, zone: "UTC") { _ in 0 }
    let medium = SimulatedMedium(clock: clock, seed: 1, settings: LinkSettings())
    let virtualRing = VirtualColmiRing(.r12, wearer: SimulatedPerson(seed: 1)) { time.wallClock }
    await medium.add(virtualRing, isBonded: true)
    let radio = medium.central()
    let environment = DriverEnvironment(clock: clock, time: time)

    let ring = try await firstRing(radio)
    var lines = ["\(ring.label) is a ring."]
    for service in try await services(of: ring, radio) { lines.append("It has the service \(service.uuid).") }
    lines.append("Asked for its charge, it answers \(try await askForCharge(ring, radio)).")
    let (report, readings) = try await sync(ring, radio, environment)
    if let reason = report.interruption { lines.append("The sync is incomplete: \(reason)") }
    lines.append("It kept \(readings.samples.count) values and \(readings.nights.count) nights.")
    if let night = lastNight(in: readings) { lines += drawn(night) }
    return lines
  }

  /// Scans until an advertisement is a ring's.
  static func firstRing(_ radio: some Central) async throws -> Advertisement {
    for try await advertisement in radio.scan(ScanFilter()) where ColmiRingDriver.match(advertisement) != nil {
      return advertisement
    }
    throw CancellationError()
  }

  /// Connects, and discovers the services and characteristics.
  static func services(of ring: Advertisement, _ radio: some Central) async throws -> [Service] {
    try await radio.withConnection(to: ring) { connection in try await connection.services() }
  }

  /// Sends one request without a driver: subscribe first, then write, then wait for the answer.
  static func askForCharge(_ ring: Advertisement, _ radio: some Central) async throws -> String {
    try await radio.withConnection(to: ring) { connection in
      let services = try await connection.services()
      let inlet: BluetoothUUID? = BluetoothUUID("6E400002-B5A3-F393-E0A9-E50E24DCCA9E")
      let outlet: BluetoothUUID? = BluetoothUUID("6E400003-B5A3-F393-E0A9-E50E24DCCA9E")
      let all = services.flatMap(\.characteristics)
      guard let ask = all.first(where: { $0.uuid == inlet }), let answers = all.first(where: { $0.uuid == outlet })
      else { return "nothing: it has no such characteristics" }
      let notifications = try await connection.notifications(of: answers)
      let question = ColmiRing.Packet(0x03)
      try await connection.write(question.bytes, to: ask, withResponse: false)
      for try await value in notifications {
        guard let packet = ColmiRing.Packet(value.bytes), packet.command == question.command else { continue }
        return "\(packet[1]) %"
      }
      return "nothing: the link is gone"
    }
  }

  /// Syncs all stored data with the family's driver, and decodes the recorded frames.
  static func sync(
    _ ring: Advertisement, _ radio: some Central, _ environment: DriverEnvironment
  ) async throws -> (SyncReport, Readings) {
    let recorder = FrameList()
    let session = WearableSession<ColmiRingDriver>(
      radio: radio, device: ring.device, label: ring.label, environment: environment, recorder: recorder)
    let report = try await session.sync()
    return (report, ColmiRingDriver.read(await recorder.frames, advertisedName: ring.name).readings)
  }

  /// Returns the latest night, without naps.
  static func lastNight(in readings: Readings) -> Night? {
    readings.nights.filter { $0.kind == .night }.max { $0.end < $1.end }
  }

  /// Returns a night as lines of text: the start of each stage, and a summary.
  static func drawn(_ night: Night) -> [String] {
    var lines = [
      "Asleep \(night.minutesAsleep) of \(night.minutes) minutes, from \(night.start.time) to \(night.end.time):"
    ]
    var begin = night.start
    for stretch in night.stages {
      lines.append("  \(begin.time)  \(stretch.stage?.rawValue ?? "unknown") for \(stretch.minutes) min")
      begin = begin.adding(minutes: stretch.minutes)
    }
    return lines
  }
}
