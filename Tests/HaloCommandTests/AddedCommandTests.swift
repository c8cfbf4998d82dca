import ArgumentParser
import HaloDrivers
import HaloTesting
import HaloText
import HaloWearables
import Testing

@testable import HaloCommand

@Suite("Commands that a program adds")
struct AddedCommandTests {
  private func run(_ commands: [any ParsableCommand.Type], _ arguments: String...) async throws -> (
    status: Int32, output: String, problems: String
  ) {
    let outcome = try await HaloProgram(registry: .bundled, radios: [], commands: commands).run(arguments)
    return (
      outcome.status, String(decoding: outcome.output, as: UTF8.self), String(decoding: outcome.errors, as: UTF8.self)
    )
  }

  @Test func `run like Halo's own, with the program's drivers and journal`() async throws {
    let result = try await run([Families.self], "families", "--shout")
    #expect(result.status == 0, "\(result.problems)")
    #expect(result.output == "\(DriverRegistry.bundled.drivers.count) families!\n")
    let folder = try TemporaryFolder()
    let missing = try await run([Families.self], "families", "--journal", folder.path("none.sqlite"))
    #expect(missing.status == 65)
    #expect(missing.problems.contains("there is no journal"))
  }

  @Test func `are listed in a group of their own, in help and completions`() async throws {
    let help = try await run([Families.self], "--help").output
    #expect(help.contains("OF THIS PROGRAM:\n  families"), "\(help)")
    #expect(try await run([Families.self], "help", "families").output.contains("Count the families."))
    #expect(try await run([Families.self], "--generate-completion-script", "bash").output.contains("families"))
    #expect(try await !run([], "--help").output.contains("OF THIS PROGRAM"))
    #expect(try await run([Families.self], "familes").problems.contains("Did you mean 'halo families'?"))
    #expect(try await run([Unnamed.self], "unnamed").output == "unnamed\n")
  }

  @Test(
    arguments: [
      ([Taken.self], "sync"), ([Alias.self], "today"), ([Families.self, Families.self], "families"),
      ([Help.self], "help"),
    ] as [([any ParsableCommand.Type], String)])
  func `with a name that is taken are refused`(_ commands: [any ParsableCommand.Type], _ name: String) async throws {
    let result = try await run(commands, "--help")
    #expect(result.status == 78)
    #expect(result.problems.contains("this program adds a command '\(name)'"))
    #expect(result.output.isEmpty)
  }
}

private struct Families: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "families", abstract: "Count the families.")

  @Flag var shout = false
  @Option var journal: String?

  func run() throws {
    if let journal { _ = try HaloProgram.journal(journal) }
    try HaloProgram.write("\(HaloProgram.registry.drivers.count) families\(shout ? "!" : "")")
  }
}

private struct Unnamed: ParsableCommand {
  func run() throws { try HaloProgram.write("unnamed") }
}

private struct Taken: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "sync")
}

private struct Alias: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "my-day", aliases: ["today"])
}

private struct Help: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "help")
}
