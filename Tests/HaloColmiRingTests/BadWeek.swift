import HaloBluetooth
import HaloHealth
import HaloSimulatedRadio
import HaloVirtualDevices
import HaloWearables

/// The faults during one sync, generated from a seed: always several.
struct BadWeek: Sendable {
  /// A fault that starts at some time and usually ends.
  enum Incident: Sendable, CaseIterable {
    case outOfRange, takenByAnother, radioOff, silence, restart, lowBattery, dropped
  }

  let seed: UInt64
  let model: VirtualRingModel
  let link: LinkSettings
  let faults: PacketFaultRates
  let incidents: [(incident: Incident, at: Duration, lasting: Duration)]

  init(seed: UInt64) {
    self.seed = seed
    var random = SeededGenerator(seed: seed)
    model = VirtualRingModel.all[Int.random(in: 0..<4, using: &random)]
    link = LinkSettings(
      connectionInterval: .milliseconds([15, 30, 50][Int.random(in: 0..<3, using: &random)]),
      packetsPerEvent: Int.random(in: 1...6, using: &random), mtu: Bool.random(using: &random) ? 247 : 23)
    var faults = PacketFaultRates()
    faults.loss = Double.random(in: 0...0.01, using: &random)
    faults.delay = Double.random(in: 0...0.01, using: &random)
    faults.longestDelay = .milliseconds(Int.random(in: 100...4000, using: &random))
    faults.duplication = Double.random(in: 0...0.02, using: &random)
    faults.truncation = Double.random(in: 0...0.005, using: &random)
    faults.refusal = Double.random(in: 0...0.01, using: &random)
    faults.linkLoss = Double.random(in: 0...0.002, using: &random)
    self.faults = faults
    incidents = (0..<Int.random(in: 1...4, using: &random)).map { _ in
      (
        Incident.allCases.randomElement(using: &random)!, .milliseconds(Int.random(in: 100...14_000, using: &random)),
        .milliseconds(Int.random(in: 500...9000, using: &random))
      )
    }
  }

  /// Runs all incidents at their times.
  func runIncidents(to ring: VirtualColmiRing, in medium: SimulatedMedium, radio: SimulatedCentral) async {
    await withTaskGroup(of: Void.self) { group in
      for (incident, start, duration) in incidents {
        group.addTask {
          try? await medium.clock.sleep(for: start)
          await begin(incident, ring, medium, radio)
          try? await medium.clock.sleep(for: duration)
          await end(incident, ring, medium, radio)
        }
      }
    }
  }

  private func begin(
    _ incident: Incident, _ ring: VirtualColmiRing, _ medium: SimulatedMedium, _ radio: SimulatedCentral
  ) async {
    let device = ring.profile.device
    switch incident {
    case .outOfRange: await medium.move(device, to: 80)
    case .takenByAnother:
      await medium.dropLink(of: device)
      await medium.setConnectedElsewhere(device, true)
    case .radioOff: radio.setState(.poweredOff)
    case .silence: ring.setSilent(true)
    case .restart: ring.restart()
    case .lowBattery: ring.setBattery(percent: 4)
    case .dropped: await medium.dropLink(of: device)
    }
  }

  private func end(_ incident: Incident, _ ring: VirtualColmiRing, _ medium: SimulatedMedium, _ radio: SimulatedCentral)
    async
  {
    let device = ring.profile.device
    switch incident {
    case .outOfRange: await medium.move(device, to: 1)
    case .takenByAnother: await medium.setConnectedElsewhere(device, false)
    case .radioOff: radio.setState(.poweredOn)
    case .silence: ring.setSilent(false)
    case .restart, .lowBattery, .dropped: break
    }
  }
}
