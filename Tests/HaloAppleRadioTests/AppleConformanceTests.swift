import CoreBluetooth
import HaloAppleRadio
import HaloBluetooth
import HaloRadioConformance
import HaloSimulatedRadio
import Testing

@Suite("Conformance of the Apple radio")
struct AppleConformanceTests {
  private struct Stage: RadioStage {
    let kind = RadioKind.simulated
    let radio: AppleRadio
    let medium: SimulatedCentral
    let device: DeviceID
    let clock: any Clock<Duration> = ContinuousClock()
    let shortTime = Duration.milliseconds(200)
    let longTime = Duration.seconds(600)
    var central: any Central { radio }
    func setRadio(isOn: Bool) async throws { medium.setState(isOn ? .poweredOn : .poweredOff) }
  }

  @Test(arguments: Requirement.all.map(\.name))
  func `meets the requirement`(name: String) async throws {
    let requirement = try #require(Requirement.all.first { $0.name == name })
    let problem = try await AppleTestbed.withRadio(TrialDevice()) { testbed in
      let device = try await testbed.firstAdvertisement("trial").device
      let stage = Stage(radio: testbed.radio, medium: testbed.central, device: device)
      return await ConformanceRun.result(of: requirement, on: stage).problem
    }
    #expect(problem == nil)
  }
}
