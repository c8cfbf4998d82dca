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
    let air: SimulatedCentral
    let device: DeviceID
    let clock: any Clock<Duration> = ContinuousClock()
    let shortTime = Duration.milliseconds(200)
    let longTime = Duration.seconds(600)
    var central: any Central { radio }
    func setRadio(isOn: Bool) async throws { air.setState(isOn ? .poweredOn : .poweredOff) }
  }

  @Test("meets the requirement", arguments: Requirement.all.map(\.name))
  func conforms(name: String) async throws {
    let requirement = try #require(Requirement.all.first { $0.name == name })
    let problem = try await Place.withRadio(TrialDevice()) { place in
      let device = try await place.hear("trial").device
      let stage = Stage(radio: place.radio, air: place.central, device: device)
      return await ConformanceRun.result(of: requirement, on: stage).problem
    }
    #expect(problem == nil)
  }
}
