import ArgumentParser
import HaloTesting
import Testing

@testable import HaloCommand

/// Names that a person gives to commands.
@Suite struct DeviceNameTests {
  private func run(_ arguments: String..., in folder: TemporaryFolder) async throws -> Program.Result {
    try await Program.run(arguments + ["--journal", folder.path("journal.sqlite")])
  }

  @Test func `the unique beginning of a name is enough, another is not`() async throws {
    let folder = try TemporaryFolder()
    #expect(try await run("pair", "--radio", "simulated", in: folder).status == 0)
    let find = try await run("find", "--device", "colmi", "--radio", "simulated", in: folder)
    #expect(find.status == 0 && find.output.contains("COLMI R12_0001"))
    #expect(try await run("rename", "colmi", "Left hand", in: folder).status == 0)
    #expect(try await run("rename", "Left", "Right hand", in: folder).status == 0)
    #expect(try await run("rename", "hand", "Ring", in: folder).status == 69)
  }

  @Test func `a command that needs recorded metrics suggests no others`() throws {
    func message(isRecorded: Bool) -> String {
      let error = #expect(throws: ValidationError.self) { try MetricArgument("foo", isRecorded: isRecorded) }
      return error?.message ?? ""
    }
    #expect(message(isRecorded: false).contains("rhr") && message(isRecorded: true).contains("hr, spo2, hrv"))
    #expect(!message(isRecorded: true).contains("rhr"))
  }
}
