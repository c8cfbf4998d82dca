import ArgumentParser
import HaloReports
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

      Where the file has a column 'epoch' of whole numbers, they number the epochs of each night: rows may be in any order, and a number \
      that is left out is an epoch without movement. Otherwise rows are counted from 0.

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
    guard epoch >= 1, epoch <= 300 else { throw ValidationError(Phrase("--epoch is 1 to 300 seconds.")) }
    if input.time != nil || input.rate != nil {
      throw ValidationError(
        Phrase("A row is an epoch, and --epoch says how long; --time and --rate do not go with it."))
    }
    if input.device != nil {
      throw ValidationError(
        Phrase("A device's stream has no epochs: 'halo sleep' shows the nights of paired devices."))
    }
    if method == .stages, actigraph || webster {
      throw ValidationError(Phrase("--actigraph and --webster go with a published --method."))
    }
  }

  func run() throws {
    let nights = try nights()
    if json {
      if nights.isEmpty { try StandardOutput.write(json: ["reason": "no samples"]) }
      for night in nights { try StandardOutput.write(text: night.json(group: group)) }
    } else {
      let terminal = Terminal.current()
      if nights.isEmpty { try StandardOutput.write(Phrase("No samples in \(input.name).")) }
      for night in nights {
        try StandardOutput.write(text: night.text(epoch: epoch, method: method, on: terminal))
      }
    }
  }

  /// Reads the nights, and judges them.
  func nights() throws -> [SleepNight] {
    let columns = [movement] + (heartRateSd.map { [$0] } ?? [])
    let source = try input.open(columns, optional: "epoch", group: group, secondsPerRow: epoch)
    var nights: [SleepNight] = []
    var places: [String: Int] = [:]
    _ = try input.read(source) { block in
      for row in block.values[0].indices {
        let name = group == nil ? "" : block.groups[row]
        let place = places[name] ?? nights.count
        if place == nights.count {
          places[name] = place
          nights.append(SleepNight(group: group == nil ? nil : name))
        }
        let number = block.values.count > columns.count ? block.values[columns.count][row] : .nan
        nights[place].add(
          movement: block.values[0][row], heart: heartRateSd == nil ? .nan : block.values[1][row], number: number)
      }
    }
    for index in nights.indices {
      let repeated = nights[index].order()
      if repeated > 0 {
        let name = nights[index].group ?? input.name
        let rows = SignalSummary.rows(repeated)
        StandardError.report("\(name): \(rows) of an epoch that was there already, left out.")
      }
      nights[index].judge(epoch: epoch, method: method, options: .init(actigraph: actigraph, webster: webster))
    }
    return nights
  }
}
