import HaloReports
import HaloTesting
import Testing

@Suite("--lang")
struct LanguageChoiceTests {
  private let folder: TemporaryFolder
  private let environment: [String: String]

  init() async throws {
    folder = try TemporaryFolder()
    environment = ["HALO_JOURNAL": folder.path("journal.sqlite"), "HALO_RADIO": "simulated", "TZ": "Asia/Shanghai"]
    _ = try await Program.run(["pair", "--radio", "simulated", "--now", "2026-11-20T10:16"], environment: environment)
    _ = try await Program.run(["sync", "--radio", "simulated", "--now", "2026-11-20T10:16"], environment: environment)
  }

  private func insights(_ arguments: [String] = [], _ more: [String: String] = [:]) async throws -> String {
    try await Program.run(["insights"] + arguments, environment: environment.merging(more) { $1 }).output
  }

  @Test func `the option takes precedence over the profile, and the profile over the environment`() async throws {
    let (english, german) = ("Resting heart rate", "Ruheherzfrequenz")
    #expect(try await insights().contains(english))
    #expect(try await insights([], ["LANG": "de_DE.UTF-8"]).contains(german))
    #expect(try await insights([], ["LANG": "de_DE.UTF-8", "LC_ALL": "C"]).contains(english))
    #expect(try await insights(["--lang", "de"]).contains(german))
    _ = try await Program.run(["profile", "--language", "de"], environment: environment)
    #expect(try await insights().contains(german))
    #expect(try await insights(["--lang=en"]).contains(english))
  }

  @Test func `JSON is in English`() async throws {
    let json = ["today", "--json"]
    #expect(
      try await Program.run(json + ["--lang", "de"], environment: environment).output
        == Program.run(json, environment: environment).output)
  }

  @Test func `an unsupported language is refused`() async throws {
    for arguments in [["today", "--lang", "fr"], ["today", "--lang"]] {
      let result = try await Program.run(arguments, environment: environment)
      #expect(result.status == 64 && result.problems.contains("--lang must be one of en, de."), "\(result.problems)")
    }
  }
}
