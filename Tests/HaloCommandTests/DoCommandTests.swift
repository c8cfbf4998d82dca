import ArgumentParser
import Foundation
import HaloBluetooth
import HaloDrivers
import HaloHealth
import HaloTesting
import HaloText
import HaloWearables
import Testing

@testable import HaloCommand

@Suite("Actions on the command line")
struct DoCommandTests {
  private let folder: TemporaryFolder
  private let environment: [String: String]

  init() throws {
    folder = try TemporaryFolder()
    environment = ["HALO_RADIO": "simulated", "HALO_JOURNAL": folder.path("journal.sqlite")]
  }

  private func run(_ arguments: String...) async throws -> Program.Result {
    try await Program.run(arguments, environment: environment)
  }

  @Test func `lists the actions of the paired devices`() async throws {
    #expect(try await run("do").status == 65)
    #expect(try await run("pair").status == 0)
    let list = try await run("do")
    #expect(list.status == 0)
    #expect(list.output.contains("  find           Find\n"), "\(list.output)")
    #expect(list.output.contains("power-off"))
    #expect(list.output.contains("Reset the device, needs --yes"))
    #expect(try await run("do", "--lang", "de").output.contains("Finden"))
    #expect(try await run("do", "--device", "nothing").status == 69)
    let json = try await run("do", "--json", "--device", "colmi")
    let objects = try json.output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(objects.count == 3)
    #expect(objects.allSatisfy { $0["device"] as? String == "COLMI R12_0001" })
    let actions = objects.compactMap { $0["action"] as? [String: Any] }
    #expect(actions.map { $0["id"] as? String } == ["find", "power-off", "factory-reset"])
  }

  @Test func `performs an action, also of a device that is not paired`() async throws {
    #expect(try await run("do", "find").output.contains("is blinking for about ten seconds."))
    let json = try await run("do", "find", "--json", "--device", "COLMI R12_0001")
    #expect(
      json.output.hasPrefix(
        #"{"action":{"id":"find","name":"Find","parameters":[]},"device":"COLMI R12_0001","identifier":"C3:48:9A:"#))
    #expect(json.output.contains(#"is blinking for about ten seconds."}"#))
    #expect(try await run("do", "find", "--scene", "watch").output.contains("is vibrating."))
    #expect(try await run("do", "power-off", "--scene", "watch", "--device", "W311", "--yes").status != 0)
  }

  @Test func `a dangerous action needs --yes and the device`() async throws {
    for action in ["factory-reset", "power-off"] {
      let asked = try await run("do", action, "--device", "COLMI R12_0001")
      #expect(asked.status == 64)
      #expect(asked.problems.contains("Add --yes if you are sure."))
      let unnamed = try await run("do", action, "--yes")
      #expect(unnamed.status == 64)
      #expect(unnamed.problems.contains("--device"))
      #expect(try await run("do", action, "--yes", "--device", "COLMI R12_0001").status == 0)
    }
  }

  @Test func `an error says what there is, and what an action takes`() async throws {
    let unknown = try await run("do", "explode")
    #expect(unknown.status == 64)
    #expect(unknown.problems.contains("There is no action 'explode'. Actions: factory-reset, find, power-off."))
    for values in [["x=1"], ["x"], ["x=1", "x=2"]] {
      let result = try await Program.run(["do", "find"] + values, environment: environment)
      #expect(result.status == 64, "\(values)")
      #expect(result.problems.contains(values == ["x=1"] ? "'find' takes no 'x'" : "name=value"), "\(result.problems)")
    }
  }

  @Test func `values are checked by the family that has the action`() async throws {
    let program = HaloProgram(registry: DriverRegistry(DriverRegistry.bundled.drivers + [LampDriver.self]), radios: [])
    func problem(_ arguments: String...) async throws -> String {
      let outcome = try await program.run(["do"] + arguments, environment: environment)
      #expect(outcome.status == 64)
      return String(decoding: outcome.errors, as: UTF8.self)
    }
    #expect(try await problem("dim").contains("'dim' needs level=… (Brightness: 1 to 100 %)."))
    #expect(try await problem("dim", "level=101").contains("'level' (Brightness) must be 1 to 100 %."))
    #expect(try await problem("dim", "level=5", "color=red").contains("Values: level=… (Brightness: 1 to 100 %)."))
    // Only the lamp's "find" has a parameter, but both families have the action.
    #expect(try await program.run(["do", "find"], environment: environment).status == 0)
    #expect(try await problem("find", "level=1").contains("'find' takes no 'level'"))
  }
}

/// A lamp that is never connected.
private struct LampDriver: SessionReading, Actionable {
  static let family = WearableFamily(id: "lamp", name: "lamp")
  static let decoderName = "lamp/1"
  static let actions = [
    DeviceAction("dim", "Dim", parameters: [.number("level", "Brightness", in: 1...100, unit: "%")]),
    DeviceAction("find", "Find", parameters: [.number("level", "Brightness", in: 1...100)]),
  ]

  static func match(_ advertisement: Advertisement) -> WearableMatch? { nil }
  static func withDriver<Result: Sendable>(
    over connection: any Connection, _ environment: DriverEnvironment, _ body: (LampDriver) async throws -> Result
  ) async throws -> Result { try await body(LampDriver()) }
  static func read(_ frames: [RecordedFrame], of device: DeviceTraits) -> SessionContents { SessionContents() }

  func identify() async throws -> DeviceIdentity { throw WearableError.silent(device: "lamp") }
  func sync(
    _ request: SyncRequest, into ledger: SyncLedger, progress: @Sendable (SyncProgress) -> Void
  ) async throws -> SyncReport { throw WearableError.silent(device: "lamp") }
  func perform(_ request: ActionRequest) async throws -> Phrase? { nil }
}
