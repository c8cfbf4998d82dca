import ArgumentParser
import Foundation
import HaloDrivers
import HaloReports
import Testing

@testable import HaloCommand

@Suite struct HelpTests {
  @Test func `begins with seven commands to start with`() async throws {
    let help = try await Program.run(["--help"])
    #expect(help.status == 0)
    let sections = help.output.components(separatedBy: "\n\n")
    let usage = try #require(sections.firstIndex { $0.hasPrefix("USAGE:") })
    let start = sections[usage + 1].split(separator: "\n")
    #expect(start.first == "START HERE:")
    let names = start.dropFirst().filter { !$0.hasPrefix("   ") }.compactMap { $0.split(separator: " ").first }
    #expect(names == ["doctor", "scan", "pair", "sync", "today", "live", "serve"])
    let headings = sections.compactMap { $0.split(separator: "\n").first }.filter { $0 == $0.uppercased() }
    #expect(headings.prefix(3) == ["START HERE:", "EVERYDAY:", "YOUR DEVICES:"])
    #expect(headings.last == "OPTIONS:")
  }

  @Test(arguments: [["sync"], ["treadmill"], ["settings", "show"], ["explore"]])
  func `lists the options of the simulated radio last, under their own heading`(_ command: [String]) async throws {
    let help = try await Program.run(command + ["--help"]).output
    let simulation = try #require(help.range(of: "SIMULATED RADIO:\n"))
    let options = try #require(help.range(of: "OPTIONS:\n"))
    #expect(options.upperBound < simulation.lowerBound)
    #expect(help[simulation.upperBound...].contains("--seed"))
    #expect(!help[..<simulation.lowerBound].contains("  --seed"))
    #expect(help.contains("--help"))
  }

  @Test(arguments: [
    (["snyc"], "halo: there is no command 'halo snyc'. Did you mean 'halo sync'?\n"),
    (["daemon", "stauts"], "halo: there is no command 'halo daemon stauts'. Did you mean 'halo daemon status'?\n"),
    (["help", "tody"], "halo: there is no command 'halo tody'. Did you mean 'halo today'?\n"),
    (
      ["daemon", "xyzzyplugh"],
      "halo: there is no command 'halo daemon xyzzyplugh'. 'halo daemon --help' lists the commands.\n"
    ),
    (["xyzzyplugh"], "halo: there is no command 'halo xyzzyplugh'. 'halo --help' lists the commands.\n"),
  ])
  func `suggests the most similar command for an unknown one`(_ arguments: [String], _ message: String) async throws {
    let result = try await Program.run(arguments)
    #expect(result.problems == message)
    #expect(result.status == 64)
    #expect(result.output.isEmpty)
  }

  @Test(arguments: [(["do", "nothing"], "halo do"), (["priority", "hr"], "halo priority")])
  func `a mistake that a command finds shows the usage of that command`(_ arguments: [String], _ name: String)
    async throws
  {
    let result = try await Program.run(arguments + ["--radio", "simulated"])
    #expect(result.status == 64 && result.output.isEmpty)
    #expect(result.problems.contains("\nUsage: \(name) "))
    #expect(result.problems.hasSuffix("\n  See '\(name) --help' for more information.\n"))
  }

  @Test func `leaves other mistakes in arguments to their command`() async throws {
    let result = try await Program.run(["sync", "--days", "many"])
    #expect(result.status == 64)
    #expect(!result.problems.contains("Did you mean"))
  }

  @Test(arguments: Self.examples)
  func `has examples that fit 80 columns and can be pasted`(_ example: Example) throws {
    #expect(example.lines.allSatisfy { $0.utf8.count <= 80 })
    // A program without TLS refuses this option, whatever its arguments.
    if example.arguments.contains("--certificate") { return }
    #expect(throws: Never.self) {
      try HaloProgram.$current.withValue(HaloProgram(registry: .bundled, radios: [])) {
        _ = try Halo.parseAsRoot(example.arguments)
      }
    }
  }

  @Test func `has examples at most commands`() {
    #expect(Self.examples.count > 150)
  }

  struct Example: CustomTestStringConvertible, Sendable {
    let lines: [String]
    /// The words after "halo", up to a pipe, a redirection or a comment.
    let arguments: [String]

    var testDescription: String { arguments.joined(separator: " ") }
  }

  /// The examples of all commands' help.
  static let examples: [Example] = commands(of: Halo.self).flatMap { command in
    var examples: [Example] = []
    var lines: [String] = []
    for line in command.configuration.discussion.split(separator: "\n").map(String.init) {
      guard !lines.isEmpty || line.hasPrefix("  halo ") else { continue }
      lines.append(line)
      if line.hasSuffix("\\") { continue }
      examples.append(Example(lines: lines, arguments: words(in: lines)))
      lines = []
    }
    return examples
  }

  private static func commands(of root: any ParsableCommand.Type) -> [any ParsableCommand.Type] {
    [root] + root.configuration.subcommands.flatMap(commands)
  }

  /// Splits a command as a shell does; knows double and single quotation marks.
  private static func words(in lines: [String]) -> [String] {
    var words: [String] = []
    var (word, quote): (String?, Character?) = (nil, nil)
    for character in lines.map({ $0.hasSuffix("\\") ? String($0.dropLast()) : $0 }).joined(separator: " ") {
      switch (character, quote) {
      case (_, let open?) where character == open: quote = nil
      case (_, .some): word = (word ?? "") + String(character)
      case ("\"", nil), ("'", nil): (quote, word) = (character, word ?? "")
      case (" ", nil):
        if let finished = word { words.append(finished) }
        word = nil
      default: word = (word ?? "") + String(character)
      }
    }
    if let word { words.append(word) }
    return Array(words.dropFirst().prefix { !["|", ">", "<", "#", ">>", "&&"].contains($0) })
  }
}
