/// `halo simulate`: creates data of simulated people.
struct SimulateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate", abstract: "Create journals of simulated people, with the true data beside them.",
    subcommands: [SimulateCohortCommand.self])
}
