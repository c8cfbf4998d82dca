import HaloCommand
import HaloJournal

/// `halo-with-cycling fastest`: a command of this program.
struct FastestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fastest", abstract: "Show the highest speed in the journal.")

  @Option(help: "The journal.")
  var journal: String?

  func run() throws {
    let time = Moment(milliseconds: 0, secondsFromGMT: 0)..<Moment(milliseconds: 4_102_444_800_000, secondsFromGMT: 0)
    let speeds = try HaloProgram.journal(journal).samples(of: .speed, in: time).map(\.value)
    guard let fastest = speeds.max() else { return try HaloProgram.write("No speed is stored.") }
    try HaloProgram.write("\(fastest * 3.6, digits: 1) km/h")
  }
}
