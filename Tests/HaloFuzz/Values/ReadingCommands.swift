import Foundation
import HaloCommand
import HaloDrivers

/// The commands that read a journal, with their options, from the tree of all commands: a new command is run without
/// being listed here, or ends the program with a request to say what its arguments are.
struct ReadingCommands {
  /// A command with arguments for each of its options.
  struct Family: Sendable {
    let name: String
    /// The arguments, which always include those of a plain call.
    var variants: [[String]]
  }

  /// Commands that do not read a journal, or do not end.
  private static let others: Set = [
    "capture anonymize", "capture diff", "capture fields", "capture find", "capture import", "capture info",
    "capture record",
    "capture show", "daemon end", "daemon run", "daemon status", "decode", "help", "serve", "simulate cohort", "worker",
    "analyze sleep", "read-import",
  ]
  /// Commands with a radio that depend on what the journal has of a device.
  private static let readersWithRadio: Set = ["status", "sync"]
  /// Options that are set for every command, and those that would not end.
  private static let leftOut: Set = [
    "journal", "radio", "adapter", "seed", "now", "scene", "replay", "replay-map", "speed", "version", "help", "follow",
    "take-over", "rate", "time", "time-unit", "no-header", "zone", "seconds",
  ]

  private struct Command: Decodable {
    struct Argument: Decodable {
      struct Name: Decodable { let name: String }
      let kind: String
      let isOptional: Bool
      let names: [Name]?
      let valueName: String?
      let allValues: [String]?
    }
    let commandName: String
    let subcommands: [Command]?
    let arguments: [Argument]?
  }

  /// Values of arguments by the names that help gives them.
  private let values: [String: [String]]
  private(set) var families: [Family] = []

  /// - Parameters:
  ///   - device: The name of a device in the template.
  ///   - days: The first and the last of the days with data.
  init(device: String, wearer: String, days: (first: String, last: String)) async throws {
    values = [
      "day or file": [days.last, days.first], "day": [days.first, days.last], "YYYY-MM-DD": [days.last],
      "YYYY-MM-DDTHH:MM": ["\(days.last)T09:00"], "YYYY-MM-DD[THH:MM]": ["\(days.last)T08:15", days.last],
      "metric": [
        "heart-rate", "steps", "sleep", "resting-heart-rate", "time-asleep", "daily-steps", "spo2", "sleep-regularity",
      ],
      "wearer": [wearer], "days": ["3", "3650"], "bpm": ["180"], "years": ["40"], "number": ["1", "2"],
      "device": [device], "name": ["other"], "file": ["{output}"], "backup": ["{file}"], "folder": ["{output}"],
      "steps": ["5000"], "duration": ["7h"], "year": ["1980"], "weekday": ["sunday"], "hours": ["24"], "tag": ["de"],
      "units": ["imperial"], "column": ["ppg"], "column,…": ["ppg"], "x,y,z": ["x,y,z"], "unit": ["g"],
      "seconds": ["30"], "hertz": ["25"],
    ]
    struct Dump: Decodable { let command: Command }
    let outcome = try await HaloProgram(registry: .bundled, radios: []).run(
      ["--experimental-dump-help"], environment: ["HALO_JOURNAL": "/nowhere"])
    try add(try JSONDecoder().decode(Dump.self, from: Data(outcome.output)).command, [])
    guard families.count > 25 else { throw FuzzFailure(description: "only \(families.count) commands were found") }
  }

  private mutating func add(_ command: Command, _ path: [String]) throws {
    let below = command.subcommands ?? []
    for child in below { try add(child, path + [child.commandName]) }
    let name = path.joined(separator: " ")
    let arguments = command.arguments ?? []
    let options = Set(arguments.flatMap { $0.names ?? [] }.map(\.name))
    guard below.isEmpty, !Self.others.contains(name) else { return }
    guard !options.contains("adapter") || Self.readersWithRadio.contains(name) else { return }
    guard options.contains("journal") else {
      throw FuzzFailure(description: "'halo \(name)' takes no journal: add it to ReadingCommands.others")
    }
    // What takes a file: its options below would all be those of a file that does not exist.
    guard name != "import" else { return addImport() }
    var plain = path
    for argument in arguments where argument.kind == "positional" && !argument.isOptional {
      plain.append(try value(of: argument, name))
    }
    for argument in arguments where argument.kind == "option" && !argument.isOptional {
      plain += ["--\(argument.names?.first?.name ?? "")", try value(of: argument, name)]
    }
    if name == "workout export" { plain += ["--format", "tcx"] }
    if name == "explain" { plain.append(values["YYYY-MM-DD[THH:MM]"]?.first ?? "") }
    if name.hasPrefix("analyze") { plain += ["--device", values["device"]?[0] ?? ""] }
    if name == "sync" {
      plain += ["--radio", "simulated", "--speed", "0", "--now", values["YYYY-MM-DDTHH:MM"]?[0] ?? ""]
    }
    plain += ["--journal", name == "restore" ? "{new}" : "{file}"]
    // What would ask.
    if options.contains("yes") { plain.append("--yes") }
    var variants = [plain]
    if options.contains("json") { variants.append(plain + ["--json"]) }
    for argument in arguments where argument.isOptional {
      let option = argument.names?.first.map { "--\($0.name)" }
      guard !Self.leftOut.contains(argument.names?.first?.name ?? "") else { continue }
      let given =
        argument.kind == "flag" ? [] : argument.allValues ?? values[argument.valueName ?? ""] ?? []
      guard argument.kind == "flag" || !given.isEmpty else {
        throw FuzzFailure(
          description: "'halo \(name)': say in ReadingCommands.values what a '\(argument.valueName ?? "")' is")
      }
      for value in given.isEmpty ? [nil] : given.map(Optional.some) {
        let added = [option, value].compactMap(\.self)
        guard !plain.contains(added[0]) else { continue }
        // A positional argument precedes the options.
        variants.append(
          option == nil ? path + plainPositionals(plain, path) + added + plainOptions(plain, path) : plain + added)
      }
    }
    if let first = arguments.first(where: { $0.kind == "positional" }), !first.isOptional {
      let place = path.count
      for value in (first.allValues ?? values[first.valueName ?? ""] ?? []).dropFirst() {
        for variant in variants.prefix(2) {
          var variant = variant
          variant[place] = value
          variants.append(variant)
        }
      }
    }
    families.append(Family(name: name, variants: variants))
  }

  private func plainPositionals(_ plain: [String], _ path: [String]) -> [String] {
    Array(plain.dropFirst(path.count).prefix { !$0.hasPrefix("--") })
  }

  private func plainOptions(_ plain: [String], _ path: [String]) -> [String] {
    Array(plain.dropFirst(path.count).drop { !$0.hasPrefix("--") })
  }

  private func value(of argument: Command.Argument, _ command: String) throws -> String {
    guard let value = argument.allValues?.first ?? values[argument.valueName ?? ""]?.first else {
      throw FuzzFailure(
        description: "'halo \(command)': say in ReadingCommands.values what a '\(argument.valueName ?? "")' is")
    }
    return value
  }

  /// The name of the family that takes a foreign file.
  static let importing = "import"

  private mutating func addImport() {
    let journal = ["--journal", "{own}"]
    let into = ["import", "{file}"] + journal
    families.append(
      Family(
        name: Self.importing,
        variants: [
          into, into, ["import", "{file}", "--journal", "{new}"], into + ["--json"], into + ["--dry-run"],
          into + ["--dry-run", "--json"], into + ["--name", "other", "--wearer", "Zoe"],
          ["import", "{file}", "--dry-run", "--journal", "{new}"],
        ]))
    let runs = ["import", "--list", "--journal", "{file}"]
    families.append(
      Family(
        name: "import --list", variants: [runs, runs + ["--json"], ["import", "--undo", "1", "--journal", "{file}"]]))
  }
}
