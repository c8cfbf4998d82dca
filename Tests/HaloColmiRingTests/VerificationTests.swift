import HaloText
import HaloTesting
import HaloBluetooth
@testable import HaloColmiRing
import HaloHealth
import HaloSimulatedRadio
import HaloVirtualDevices
import HaloWearables
import Synchronization
import Testing

@Suite("Verifying a ring")
struct VerificationTests {
  private typealias Claim = ColmiRing.ProtocolClaim

  /// Claims about features that the virtual ring lacks. It refuses the command, or ignores the request.
  private static let notSimulated: Set<String> = Set(
    [Claim.rawStopsBy00, .vendorRawPulse, .vendorRawOxygen, .sport, .olderSleep].map(\.rawValue))

  private struct Outcome: Sendable {
    let findings: [ClaimFinding]
    let isMeasuring: Bool
    let interval: Int?
    let identity: DeviceIdentity?
    /// The frames that were sent and received; `packets` is the number of link-layer packets.
    let frames: [RecordedFrame]
    let packets: Int

    func verdict(_ claim: ColmiRing.ProtocolClaim) -> ClaimFinding.Verdict? {
      findings.first { $0.claim == claim.rawValue }?.verdict
    }
  }

  /// Verifies a ring whose owner follows the prompts. `interfere` is called with the simulated medium at the start of each
  /// test.
  private func verify(
    _ model: VirtualRingModel, obeys: Bool = true,
    interfere: @escaping @Sendable (Int, SimulatedMedium, VirtualColmiRing) -> Void = { _, _, _ in }
  ) async throws -> Outcome {
    let start = WallClock(secondsSince1970: 1_795_200_000)
    return try await Simulation.run { clock in
      let home = SimulatedEnvironment(clock, start: start, zone: .hoursEast(8))
      let ring = home.ring(model, seed: 5)
      await home.medium.add(ring)
      let frames = FrameList()
      let session = WearableSession<ColmiRingDriver>(
        radio: home.medium.central(), device: ring.profile.device, label: "ring", environment: home.driver,
        recorder: frames)
      let medium = home.medium
      let verification = ColmiRingDriver.verification(
        session, home.driver, frames: frames,
        owner: .init(
          ask: { posture in
            if obeys { ring.setWorn(posture == .worn) }
            return true
          }, showTest: { number, _, _ in interfere(number, medium, ring) }, showRemark: { _ in }, showFinding: { _ in })
      )
      try await verification.run()
      let packets = medium.packetCount
      let settings = try await session.once { try await $0.settings() }
      return Outcome(
        findings: verification.results, isMeasuring: ring.isMeasuring,
        interval: settings.first { $0.quantity == .heartRate }?.intervalMinutes,
        identity: verification.identity, frames: await frames.frames, packets: packets)
    }
  }

  @Test(arguments: VirtualRingModel.all)
  func `every model confirms its features, and its state is restored`(_ model: VirtualRingModel) async throws {
    let outcome = try await verify(model)
    let refuted = outcome.findings.filter { $0.verdict == .refuted && !Self.notSimulated.contains($0.claim) }
    #expect(refuted.isEmpty, "\(refuted.map { "\($0.claim): \($0.seen?.english ?? "")" })")
    #expect(outcome.interval == model.heartRateInterval)
    #expect(!outcome.isMeasuring)
  }

  @Test func `a ring that reports the HRV capability but never sends HRV refutes the claim`() async throws {
    var model = VirtualRingModel.r12
    model.unansweredCommands = [0x39]
    let outcome = try await verify(model)
    #expect(outcome.verdict(.hrvLog) == .refuted)
    #expect(outcome.verdict(.stressLog) == .confirmed)
  }

  @Test func `a ring that is not worn does not confirm live measurements`() async throws {
    let lazy = try await verify(.r12, obeys: false) { _, _, ring in ring.setWorn(false) }
    #expect(lazy.verdict(.liveHeartRate) == .refuted)
    #expect(lazy.verdict(.liveNotWorn) == .confirmed)
    #expect(lazy.findings.first { $0.claim == Claim.liveHeartRate.rawValue }?.seen?.english == "no value within 60 s")
  }

  @Test(arguments: 2...8)
  func `a link loss leaves one test without a result, and the others follow`(_ trial: Int) async throws {
    let hasBroken = Mutex(false)
    let outcome = try await verify(.r12) { number, medium, ring in
      guard number == trial, hasBroken.withLock({ !$0 }) else { return }
      hasBroken.withLock { $0 = true }
      medium.schedule(.linkLost, atPacket: medium.packetCount + 3)
    }
    #expect(outcome.findings.contains { $0.verdict == .notTried })
    #expect(outcome.verdict(.services) == .confirmed)
    #expect(outcome.verdict(trial == 8 ? .activity : .liveHeartRate) == .confirmed)
    #expect(outcome.interval == VirtualRingModel.r12.heartRateInterval)
    #expect(!outcome.isMeasuring)
  }

  @Test func `tests both commands that stop the raw stream, and leaves it stopped`() async throws {
    let outcome = try await verify(.r12)
    #expect(outcome.verdict(.rawStopsBy02) == .confirmed)
    #expect(outcome.verdict(.rawStopsBy00) != .notTried)
    #expect(outcome.verdict(.rawEncoding) == .confirmed)
    #expect(!outcome.isMeasuring)
  }

  @Test func `does not change the temperature setting of a ring without skin temperature`() async throws {
    let claiming = VirtualRingModel.all.filter { $0.capabilities.contains(.temperature) }
    #expect(!claiming.isEmpty)
    for model in claiming { #expect(try await verify(model).verdict(.temperatureSetting) == .confirmed) }
    #expect(try await verify(.r12).verdict(.temperatureSetting) == .notTried)
  }

  @Test func `stores the identity that the ring reports`() async throws {
    #expect(try await verify(.r12).identity?.firmware == VirtualRingModel.r12.firmware)
  }

  @Test func `stops a sport session over the next link after a link loss`() async throws {
    let packets = try await verify(.r12).packets
    var brokenCount = 0
    // The sport session is the last test.
    for packet in (packets - 12)..<packets {
      let outcome = try await verify(.r12) { number, medium, _ in
        if number == 8 { medium.schedule(.linkLost, atPacket: packet) }
      }
      let frames = outcome.frames
      let isStop = { (frame: RecordedFrame) in frame.direction == .sent && frame.bytes.starts(with: [0x77, 4]) }
      guard frames.contains(where: { $0.bytes.starts(with: [0x77, 1]) }) else { continue }
      brokenCount += frames.filter(isStop).count > 1 ? 1 : 0
      // A ring that does not support the command refuses it, which shows that the request arrived.
      let last = try #require(frames.lastIndex(where: isStop))
      #expect(frames[last...].contains { $0.direction == .received && $0.bytes.starts(with: [0xF7]) }, "\(packet)")
    }
    #expect(brokenCount > 0)
  }
}
