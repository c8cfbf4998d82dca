import Foundation
import HaloTesting
import Testing

@Suite("The choice of a command's journal")
struct JournalChoiceTests {
  private let folder: TemporaryFolder
  private let environment: [String: String]

  init() throws {
    folder = try TemporaryFolder()
    // No HALO_JOURNAL and no HALO_RADIO: the default journals of a user without settings.
    let home = folder.url.path()
    environment = ["HALO_JOURNAL": "", "XDG_DATA_HOME": home, "HOME": home, "HALO_SOCKET": ""]
  }

  private var real: String { folder.path("halo/journal.sqlite") }
  private var simulated: String { folder.path("halo/simulated.sqlite") }

  private func run(_ arguments: [String]) async throws -> Program.Result {
    try await Program.run(arguments, environment: environment)
  }

  /// Commands that only read a journal, each with valid arguments.
  private static let readers: [[String]] = [
    ["today"], ["day", "2026-11-20"], ["week"], ["month"], ["year"], ["sleep"], ["heart"], ["steps"], ["insights"],
    ["explain", "heart-rate", "2026-11-20T08:15"], ["export"], ["backup", "-"], ["prune", "--yes"], ["rebuild"],
    ["devices"], ["rename", "a", "b"], ["forget", "a"], ["status"], ["battery"], ["workout", "list"],
    ["workout", "show"],
    ["workout", "export", "-", "--format", "tcx"], ["workout", "delete", "1"],
    ["analyze", "beats", "--device", "a", "--ppg", "ppg"],
  ]

  /// A command of the program, as `--experimental-dump-help` prints it.
  private struct Command: Decodable {
    struct Argument: Decodable {
      struct Name: Decodable { let name: String }
      let names: [Name]?
    }
    let commandName: String
    let subcommands: [Command]?
    let arguments: [Argument]?

    /// Returns every command without subcommands, with its full name.
    func leaves(_ parents: [String] = []) -> [(name: String, options: Set<String>)] {
      let path = parents + [commandName]
      let below = (subcommands ?? []).filter { $0.commandName != "help" }
      guard below.isEmpty else { return below.flatMap { $0.leaves(path) } }
      let options = (arguments ?? []).flatMap { $0.names ?? [] }.map(\.name)
      return [(path.dropFirst().joined(separator: " "), Set(options))]
    }
  }

  @Test func `every command that uses a journal takes --radio and --journal`() async throws {
    struct Dump: Decodable { let command: Command }
    let dump = try await Program.run(["--experimental-dump-help"])
    let leaves = try JSONDecoder().decode(Dump.self, from: Data(dump.output.utf8)).command.leaves()
    // These commands read files or only listen, make journals of their own, or get one from the page; 'capture record'
    // passes another command's options on.
    let withoutJournal: Set = [
      "scan", "decode", "capture info", "capture show", "capture find", "capture fields", "capture diff",
      "capture anonymize",
      "capture record", "simulate cohort", "worker", "read-import",
    ]
    #expect(leaves.count > 50)
    #expect(withoutJournal.isSubset(of: leaves.map(\.name)))
    for (name, options) in leaves {
      if withoutJournal.contains(name) {
        #expect(!options.contains("journal"), "\(name) takes --journal and does not use it")
      } else {
        #expect(options.isSuperset(of: ["radio", "journal"]), "\(name) lacks --radio or --journal")
      }
    }
  }

  @Test(arguments: readers)
  func `without a journal, a command names the simulated devices' journal and itself with --radio`(
    _ arguments: [String]
  ) async throws {
    #expect(try await run(["pair", "--radio", "simulated"]).output.contains(simulated))
    let plain = try await run(arguments)
    #expect(plain.status == 65)
    #expect(plain.output.isEmpty)
    #expect(plain.problems.contains("there is no journal \(real)"))
    #expect(plain.problems.contains(simulated))
    let command = arguments.joined(separator: " ")
    #expect(plain.problems.contains("'halo \(command) --radio simulated' uses it"))
    #expect(!FileManager.default.fileExists(atPath: real))
    // The advice works: the other journal is opened, whatever it contains.
    let advised = try await run(arguments + ["--radio", "simulated"])
    #expect(advised.status != 64)
    #expect(!advised.problems.contains("there is no journal"))
  }

  @Test func `without any journal the advice is to pair, and an empty one refers to the other`() async throws {
    let none = try await run(["today"])
    #expect(none.status == 65)
    #expect(none.problems.contains("Pair a device with 'halo pair', then run 'halo sync'"))
    #expect(!none.problems.contains("simulated"))
    let simulatedNone = try await run(["today", "--radio", "simulated"])
    #expect(simulatedNone.problems.contains(simulated))
    #expect(simulatedNone.problems.contains("'halo pair --radio simulated'"))
    #expect(try await run(["pair", "--radio", "simulated"]).status == 0)
    // An interrupted first attempt with a real adapter leaves such a journal.
    #expect(try await run(["backup", real, "--radio", "simulated"]).status == 0)
    let forgotten = try await run(["forget", "COLMI R12_0001", "--data", "--yes"])
    #expect(forgotten.status == 0, "\(forgotten.problems)")
    for command in [["today"], ["devices"], ["workout", "list"], ["battery"], ["status"]] {
      #expect(try await run(command).problems.contains("--radio simulated' uses it"), "\(command)")
    }
  }

  @Test func `a pairing that finds no device creates no journal`() async throws {
    let pairing = try await run(["pair", "--radio", "simulated", "--scene", "empty"])
    #expect(pairing.status == 69)
    #expect(!FileManager.default.fileExists(atPath: simulated))
  }

  @Test func `--journal and HALO_JOURNAL select the file for real and simulated devices alike`() async throws {
    let own = folder.path("own.sqlite")
    #expect(try await run(["pair", "--radio", "simulated", "--journal", own]).output.contains(own))
    #expect(try await run(["devices", "--journal", own]).output.contains("COLMI R12_0001"))
    #expect(try await run(["devices", "--journal", own, "--radio", "simulated"]).output.contains("COLMI R12_0001"))
    let variable = try await Program.run(["devices"], environment: environment.merging(["HALO_JOURNAL": own]) { $1 })
    #expect(variable.output.contains("COLMI R12_0001"))
    let settings = try await run(["settings", "measure", "stress", "--off", "--radio", "simulated", "--journal", own])
    #expect(settings.status == 0)
    #expect(try await run(["devices", "--journal", own]).output.contains("last connected"))
    #expect(!FileManager.default.fileExists(atPath: simulated))
  }

  /// Commands that print a list with --json.
  private static let lists: [[String]] = [["devices"], ["battery"], ["insights"], ["workout", "list"]]
  /// Commands that print one object with --json.
  private static let objects: [[String]] = [
    ["today"], ["day", "2026-11-20"], ["week"], ["month"], ["year"], ["steps"], ["workout", "show"],
  ]

  @Test func `an empty list is [] with --json, and nothing is printed without a journal`() async throws {
    for command in Self.lists + Self.objects {
      let missing = try await run(command + ["--json"])
      #expect(missing.status == 65 && missing.output.isEmpty, "\(command)")
    }
    #expect(try await run(["pair", "--radio", "simulated"]).status == 0)
    #expect(try await run(["forget", "COLMI R12_0001", "--data", "--yes", "--radio", "simulated"]).status == 0)
    for command in Self.lists {
      let empty = try await run(command + ["--json", "--radio", "simulated"])
      #expect(empty.status == 0 && empty.output == "[]\n", "\(command): \(empty.problems)")
    }
    for command in Self.objects {
      let empty = try await run(command + ["--json", "--radio", "simulated"])
      #expect(empty.status == 65 && empty.output.isEmpty && !empty.problems.isEmpty, "\(command)")
    }
    let unseen = try await run(["scan", "--radio", "simulated", "--name", "absent", "--json"])
    #expect(unseen.status == 69 && unseen.output == "[]\n")
  }

  @Test func `a sync in another scene skips the paired ring that is missing there`() async throws {
    #expect(try await run(["pair", "--radio", "simulated"]).status == 0)
    let watch = try await run(["sync", "--radio", "simulated", "--scene", "watch"])
    #expect(watch.status == 0)
    #expect(watch.output.contains("W311"))
    #expect(watch.problems.contains("COLMI R12_0001 is not in this simulation and was not synced"))
    #expect(watch.problems.contains("Pair this watch with 'halo pair --radio simulated --scene watch'"))
    let named = try await run(["sync", "--radio", "simulated", "--scene", "watch", "--device", "COLMI R12_0001"])
    #expect(named.status == 69)
    // A ring that is connected to a phone is present but does not respond.
    #expect(try await run(["sync", "--radio", "simulated", "--scene", "held"]).status == 69)
  }

  @Test func `a sync over a bad link reports its interruptions, and that no data is missing`() async throws {
    let now = ["--radio", "simulated", "--now", "2026-11-20T10:16"]
    let bad = try await run(["sync", "--scene", "bad-link"] + now)
    #expect(bad.status == 0)
    let line = try #require(bad.problems.split(separator: "\n").first { $0.contains("the sync was interrupted") })
    #expect(line.contains("times. The link was lost ("))
    #expect(line.contains("nothing is missing now"))
    let good = try await run(["sync"] + now)
    #expect(!good.problems.contains("interrupted"))
    #expect(bad.output == good.output)
  }
}
