import HaloCohort
import HaloFoundation

/// `halo simulate cohort`: creates a journal for each of many simulated people.
struct SimulateCohortCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cohort",
    abstract: "Simulate many people with their devices: a journal for each, and the true data beside it.",
    discussion: """
      Each person has a folder (w0001 …) with journal.sqlite and truth.json: what the devices measured, and which of it \
      a sync could read. All wear a ring; some also a watch, or use a gym machine and a strap. Some sync weekly or lose the link, \
      let the battery run empty, travel, or wear a ring whose clock is wrong for a while. About every ten days, each \
      records the raw light of an armband for two minutes. The same seed always gives the same people.

      If folders of this cohort exist, they are kept: the same command continues after an interruption.

      EXAMPLES:
        halo simulate cohort people --wearers 20 --days 30
        halo simulate cohort people --wearers 1000 --days 30 --seed 1

      EXIT STATUS: 0; 74 if a file cannot be written; 130 after Control-C.
      """)

  @Argument(help: ArgumentHelp("The folder to create.", valueName: "folder"))
  var folder: String

  @Option(help: "The number of people.")
  var wearers = 20

  @Option(help: "The number of days for which each is followed.")
  var days = 30

  @Option(help: "The random seed.")
  var seed: UInt64 = 1

  func validate() throws {
    try refuse("--wearers must be 1 to 1,000,000.", unless: (1...1_000_000).contains(wearers))
    try refuse("--days must be 1 to 3,650.", unless: (1...3650).contains(days))
  }

  func run() async throws {
    let progress = ProgressLine()
    defer { progress.clear() }
    do {
      try await Interruption.cancelling {
        try await cohort.simulate(in: URL(filePath: folder), registry: HaloProgram.registry) { done in
          progress.show(Phrase("Simulating: \(done) of \(wearers) people …"))
        }
      }
    } catch is CocoaError {
      throw Failure(
        EX.ioError, "cannot write in \(folder). Choose a folder that you may write to, on a disk with space.")
    }
    progress.clear()
    try StandardOutput.write(Phrase("\(wearers) journals in \(folder), each with the true data beside it."))
  }

  private var cohort: Cohort { Cohort(count: wearers, days: days, seed: seed) }
}
