import Testing

@Suite struct LinkInUseTests {
  private static let scene = ["--radio", "simulated", "--scene", "in-use", "--now", "2026-11-20T08:15"]

  @Test func `halo sync names another program that is measuring, and exits with 75`() async throws {
    let result = try await Program.run(["sync"] + Self.scene)
    #expect(result.status == 75, "\(result.problems)")
    #expect(result.problems.contains("another program on this computer is measuring with it"))
    #expect(result.problems.contains("--take-over"))
    #expect(result.output.isEmpty)
    let info = try await Program.run(["info"] + Self.scene)
    #expect(info.status == 75)
  }

  @Test func `halo sync takes over the link with --take-over`() async throws {
    let result = try await Program.run(["sync", "--take-over"] + Self.scene)
    #expect(result.status == 0, "\(result.problems)")
    #expect(!result.output.isEmpty)
  }

  @Test(arguments: ["daemon", "scan"])
  func `a command that does not connect to a device itself refuses --take-over`(command: String) async throws {
    let result = try await Program.run([command, "--take-over"] + Self.scene)
    #expect(result.status == 64)
    #expect(result.problems.contains("--take-over"))
  }
}
