import HaloDaemon
import ArgumentParser
import HaloReports

extension HaloProgram {
  /// Parses the arguments and runs the command. If the command fails, exits with its status.
  public func main() async {
    var program = self
    program.parse = { try Halo.parseAsRoot($0) }
    let choice = LanguageChoice(DayArgument.separated(Array(CommandLine.arguments.dropFirst())))
    guard let wording = choice.wording() else {
      Halo.exit(
        withError: ValidationError(Phrase("--lang must be one of \(.names(Language.allCases.map(\.rawValue)))."))
      )
    }
    await Self.$current.withValue(program) {
      await Wording.$current.withValue(wording) { await run(choice) }
    }
  }

  private func run(_ choice: LanguageChoice) async {
    let arguments = choice.arguments
    do {
      var command = try Halo.parseAsRoot(arguments)
      DaemonCompany.keep()
      if let verb = command as? any ServedVerb {
        let caller = DaemonCaller(verb, arguments, language: choice.option)
        if let status = try await caller.run() { Halo.exit(withError: ExitCode(status)) }
      }
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      Halo.exit(withError: error)
    }
  }
}
