#if BlueZ && os(Linux)
  import HaloBluetooth
  import HaloRadioConformance
  import HaloSimulatedRadio
  import Testing

  @testable import HaloBlueZRadio

  @Suite("Conformance of the BlueZ radio", .enabled(if: PrivateBus.isInstalled, "dbus-daemon is not installed"))
  struct BlueZConformanceTests {
    private struct Stage: RadioStage {
      let kind = RadioKind.fakeBus
      let radio: BlueZCentral
      let fake: FakeBlueZ
      let device: DeviceID
      let clock: any Clock<Duration> = ContinuousClock()
      let shortTime = Duration.milliseconds(100)
      let longTime = Duration.seconds(600)
      var central: any Central { radio }
      func setRadio(isOn: Bool) async throws { await fake.setPowered(isOn) }
    }

    @Test(arguments: Requirement.all.map(\.name), [false, true])
    func `meets the requirement`(name: String, isBonded: Bool) async throws {
      // A device that is bonded before the link is not bonded then.
      guard !isBonded || !name.contains("bond") else { return }
      let requirement = try #require(Requirement.all.first { $0.name == name })
      let daemon = try PrivateBus()
      let fake = try await FakeBlueZ.start(on: daemon.address, areBonded: isBonded)
      let device = TrialDevice()
      await fake.add(device)
      let radio = BlueZCentral(.at(daemon.address), clock: ContinuousClock())
      let stage = Stage(radio: radio, fake: fake, device: device.profile.device)
      let result = await ConformanceRun.result(of: requirement, on: stage)
      #expect(result.isAsKnown(.fakeBus), "\(result.problem ?? "passes, although a deviation is recorded")")
      await radio.close()
      await fake.kill()
    }
  }
#endif
