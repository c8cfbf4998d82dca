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

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Counts the connection events of a first sync of seven days, compared with the theoretical minimum and the usual
/// pattern.
@main
enum FirstSync {
  /// A run in simulated time.
  struct Run: Sendable {
    let events: Double
    let frames: [RecordedFrame]
  }

  static func main() async throws {
    var undeclaredMute = VirtualRingModel.r12
    undeclaredMute.unansweredCommands = [0x39]
    // The bounds that `make check` enforces: the maximum ratio to the minimum, and the minimum gain over the usual
    // pattern.
    let rings: [(name: String, model: VirtualRingModel, most: Double, gain: Double)] = [
      ("R12, answers everything", .r12, 1.25, 1), ("R10, answers everything", .r10, 1.25, 1),
      ("R02, no HRV, as declared", .r02Old, 1.25, 3), ("R12, no HRV, undeclared", undeclaredMute, 1.5, 1.8),
    ]
    var isWithinBounds = true
    print("ring                            interval   halo  least (a)  usual (b)  halo/a  b/halo  b/a")
    for (name, model, most, gain) in rings {
      for milliseconds in [15, 30, 50] {
        let link = LinkSettings(connectionInterval: .milliseconds(milliseconds), packetsPerEvent: 4, mtu: 247)
        let halo = try await run(model, link) { radio, ring, home, recorder in
          let session = WearableSession<ColmiRingDriver>(
            radio: radio, device: ring.profile.device, label: "ring", environment: home, recorder: recorder)
          let report = try await session.sync()
          precondition(report.missed.isEmpty, "some data is missing")
        }
        let usual = try await run(model, link) { radio, ring, home, recorder in
          try await SequentialClient(radio: radio, environment: home, recorder: recorder).sync(
            ring.profile.device, model)
        }
        let least = MinimumEvents(halo.frames, link).count
        let ratios = [halo.events / least, usual.events / halo.events, usual.events / least]
        isWithinBounds = isWithinBounds && ratios[0] <= most && ratios[1] >= gain
        let numbers =
          [halo.events, least, usual.events].map { pad(String(Int($0)), 9) } + ratios.map { pad(hundredths($0), 6) }
        print(pad(name, -32), pad("\(milliseconds) ms", 7), numbers.joined(separator: " "))
      }
    }
    if !isWithinBounds {
      print("not within the bounds")
      exit(1)
    }
  }

  private static func run(
    _ model: VirtualRingModel, _ link: LinkSettings,
    _ sync: @escaping @Sendable (SimulatedCentral, VirtualColmiRing, DriverEnvironment, FrameList) async throws -> Void
  ) async throws -> Run {
    try await Simulation.run { clock in
      let begin = Date(timeIntervalSince1970: 1_794_536_160)
      let time = WallTime.simulated(clock, from: begin, zone: "UTC") { _ in 0 }
      let medium = SimulatedMedium(clock: clock, seed: 1, settings: link)
      let ring = VirtualColmiRing(model, wearer: SimulatedPerson(seed: 1)) { time.wallClock }
      // Bonding happens once in a ring's life and is not part of a sync: 12 more events if a ring requires it.
      await medium.add(ring, isBonded: true)
      let recorder = FrameList()
      try await sync(medium.central(), ring, DriverEnvironment(clock: clock, time: time), recorder)
      // The link begins half an advertising interval after the request.
      let duration = clock.now.offset - ring.profile.advertisingInterval / 2
      return Run(events: duration / link.connectionInterval, frames: await recorder.frames)
    }
  }

  private static func hundredths(_ value: Double) -> String {
    let digits = Int((value * 100).rounded())
    return "\(digits / 100).\(digits % 100 < 10 ? "0" : "")\(digits % 100)"
  }

  /// Right-aligns `text` in `width` columns, or left-aligns it if `width` is negative.
  private static func pad(_ text: String, _ width: Int) -> String {
    let space = String(repeating: " ", count: max(0, abs(width) - text.count))
    return width < 0 ? text + space : space + text
  }
}
