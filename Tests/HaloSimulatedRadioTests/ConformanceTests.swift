import Foundation
import HaloBluetooth
import HaloRadioConformance
import HaloSimulatedRadio
import Testing

@Suite("Conformance of the simulated radio")
struct ConformanceTests {
  private struct Stage: RadioStage {
    let kind = RadioKind.simulated
    let radio: SimulatedCentral
    let device: DeviceID
    let clock: any Clock<Duration>
    let shortTime = Duration.seconds(2)
    var central: any Central { radio }
    func setRadio(isOn: Bool) async throws { radio.setState(isOn ? .poweredOn : .poweredOff) }
  }

  @Test(arguments: Requirement.all.map(\.name))
  func `meets the requirement`(name: String) async throws {
    let requirement = try #require(Requirement.all.first { $0.name == name })
    let problem = try await Simulation.run { clock in
      let medium = SimulatedMedium(
        clock: clock, seed: 1, settings: LinkSettings(connectionInterval: .microseconds(7500)))
      let device = TrialDevice()
      await medium.add(device)
      let stage = Stage(radio: medium.central(), device: device.profile.device, clock: clock)
      return await ConformanceRun.result(of: requirement, on: stage).problem
    }
    #expect(problem == nil)
  }

  @Test func `the documentation contains the conformance table`() throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/radio.md")
    #expect(try String(contentsOf: page, encoding: .utf8).contains(ConformanceTable.markdown))
  }
}
