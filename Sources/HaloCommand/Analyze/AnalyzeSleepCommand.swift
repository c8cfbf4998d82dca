import ArgumentParser
import HaloSignals

/// `halo analyze sleep`: the stages of nights, from epochs of movement and heart rate.
struct AnalyzeSleepCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sleep",
    abstract: "Estimate the stages of a night from movement and heart rate.",
    discussion: """
      A row is an epoch: a number that grows with movement, and the local deviation of the heart rate where it is known. Both are \
      compared with the rest of the same night, so their units do not matter. Without a heart rate sleep is told from wake, and \
      no stages. --method gives published methods instead, which want counts as their authors' devices gave them. \
      docs/movement-and-sleep.md says how well all of them do.

      EXAMPLES:
        halo analyze sleep epochs.csv --movement count --heart-rate-sd hr_sd --epoch 30 --group subject
        halo analyze sleep counts.csv --movement counts --epoch 60 --method sadeh --actigraph --json
      """)

  /// What tells sleep.
  enum Method: String, CaseIterable, ExpressibleByArgument {
    case stages
    case coleKripke = "cole-kripke"
    case sadeh, oakley, scripps

    var published: SleepWakeMethod? { SleepWakeMethod(rawValue: rawValue) }
  }

  @OptionGroup var input: SignalOptions

  @Option(help: ArgumentHelp("The column of movement.", valueName: "column"))
  var movement: String

  @Option(help: ArgumentHelp("The column of the heart rate's local deviation.", valueName: "column"))
  var heartRateSd: String?

  @Option(help: ArgumentHelp("An epoch's length.", valueName: "seconds"))
  var epoch = 30.0

  @Option(help: ArgumentHelp("The column that says whose night a row is of.", valueName: "column"))
  var group: String?

  @Option(help: "Halo's stages, or a published method that tells sleep from wake.")
  var method: Method = .stages

  @Flag(help: "The counts are an ActiGraph's: scaled and cut off as its software does (cole-kripke, sadeh).")
  var actigraph = false

  @Flag(help: "Webster's rules: a little sleep amid much wake is wake (published methods).")
  var webster = false

  @Flag(help: "Print a line of JSON an epoch.")
  var json = false

  func validate() throws {
    guard epoch >= 1, epoch <= 300 else { throw ValidationError("--epoch is 1 to 300 seconds.") }
    if method == .stages, actigraph || webster {
      throw ValidationError("--actigraph and --webster go with a published --method.")
    }
  }

  func run() throws {
    let source = try input.open([movement] + (heartRateSd.map { [$0] } ?? []), group: group, secondsPerRow: epoch)
    var nights: [SleepNight] = []
    var places: [String: Int] = [:]
    let summary = try input.read(source) { block in
      for row in block.values[0].indices {
        let name = group == nil ? "" : block.groups[row]
        let place = places[name] ?? nights.count
        if place == nights.count {
          places[name] = place
          nights.append(SleepNight(group: group == nil ? nil : name))
        }
        nights[place].movement.append(block.values[0][row])
        if heartRateSd != nil { nights[place].heart.append(block.values[1][row]) }
      }
    }
    for index in nights.indices {
      nights[index].judge(epoch: epoch, method: method, options: .init(actigraph: actigraph, webster: webster))
    }
    if json {
      if nights.isEmpty { try StandardOutput.write(json: ["reason": "no samples"]) }
      for night in nights { try StandardOutput.write(text: night.json(group: group)) }
    } else {
      let terminal = Terminal.current()
      if nights.isEmpty { try StandardOutput.write(text: "No samples in \(Words.printable(input.name)).\n") }
      for night in nights {
        try StandardOutput.write(text: night.text(epoch: epoch, method: method, on: terminal))
      }
      if let problem = summary.problem { try StandardOutput.write(text: "Left out: \(problem)\n") }
    }
  }
}
