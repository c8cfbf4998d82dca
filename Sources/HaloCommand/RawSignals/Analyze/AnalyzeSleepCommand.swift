import HaloInterchange
import HaloSignals

/// `halo analyze sleep`: estimates sleep stages from epochs of movement and heart rate.
struct AnalyzeSleepCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sleep",
    abstract: "Estimate sleep stages from movement and heart rate.",
    discussion: """
      Each row is an epoch: a number that increases with movement and, if known, the local standard deviation of the \
      heart rate. Both are compared with the rest of the night, so their units do not matter. Without a heart rate, \
      Halo only distinguishes sleep from wake. --method selects a published method, which requires counts of the \
      device for which it was published. docs/movement-and-sleep.md reports the accuracy of each method.

      A column 'epoch' of whole numbers gives the number of each epoch within its night. Rows may then be in any \
      order, and a missing number is an epoch without data. Without such a column, rows are counted from 0.

      EXAMPLES:
        halo analyze sleep epochs.csv --movement count --heart-rate-sd hr_sd \\
          --epoch 30 --group subject
        halo analyze sleep counts.csv --movement counts --epoch 60 --method sadeh \\
          --actigraph --json
      """)

  /// A method of scoring sleep.
  enum Method: String, CaseIterable, ExpressibleByArgument {
    case stages
    case coleKripke = "cole-kripke"
    case sadeh, oakley, scripps

    var published: SleepWakeMethod? { SleepWakeMethod(rawValue: rawValue) }
  }

  @OptionGroup var input: SignalOptions

  @Option(help: ArgumentHelp("The column of movement.", valueName: "column"))
  var movement: String

  @Option(help: ArgumentHelp("The column of the heart rate's local standard deviation.", valueName: "column"))
  var heartRateSd: String?

  @Option(help: ArgumentHelp("The length of an epoch.", valueName: "seconds"))
  var epoch = 30.0

  @Option(help: ArgumentHelp("The column that identifies the night or person of a row.", valueName: "column"))
  var group: String?

  @Option(help: "Halo's stages, or a published method that distinguishes sleep from wake.")
  var method: Method = .stages

  @Flag(help: "Scale and clip the counts as the ActiGraph software does (cole-kripke, sadeh).")
  var actigraph = false

  @Flag(help: "Apply Webster's rules: short sleep between long wake is scored as wake (published methods).")
  var webster = false

  @Flag(help: "Print one line of JSON per epoch.")
  var json = false

  func validate() throws {
    try refuse("--epoch must be 1 to 300 seconds.", unless: epoch >= 1 && epoch <= 300)
    try refuse(
      "Each row is an epoch of the length --epoch. Leave out --time and --rate.",
      if: input.time != nil || input.rate != nil)
    try refuse(
      "A device's stream has no epochs. 'halo sleep' shows the nights of paired devices.", if: input.device != nil)
    try refuse(
      "--actigraph and --webster require a published --method.", if: method == .stages && (actigraph || webster))
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

  /// Reads the nights and scores them.
  func nights() throws -> [SleepNight] {
    let columns = [movement] + (heartRateSd.map { [$0] } ?? [])
    let source = try input.open(columns, optional: "epoch", group: group, secondsPerRow: epoch)
    var nights: [SleepNight] = []
    var indices: [String: Int] = [:]
    _ = try input.read(source) { block in
      for row in block.values[0].indices {
        let name = group == nil ? "" : block.groups[row]
        let index = indices[name] ?? nights.count
        if index == nights.count {
          indices[name] = index
          nights.append(SleepNight(group: group == nil ? nil : name))
        }
        let number = block.values.count > columns.count ? block.values[columns.count][row] : .nan
        nights[index].add(
          movement: block.values[0][row], heart: heartRateSd == nil ? .nan : block.values[1][row], number: number)
      }
    }
    for index in nights.indices {
      let repeated = nights[index].order()
      if repeated > 0 {
        let name = nights[index].group ?? input.name
        let rows = SignalSummary.rows(repeated)
        StandardError.report("\(name): \(rows) with a duplicate epoch, left out.")
      }
      nights[index].scoreEpochs(epoch: epoch, method: method, options: .init(actigraph: actigraph, webster: webster))
    }
    return nights
  }
}
