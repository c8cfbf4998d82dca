import ArgumentParser
import HaloReports

extension HaloProgram {
  /// Runs the command that the arguments name, and exits with its status if it fails.
  public func main() async {
    var program = self
    program.parse = { try Halo.parseAsRoot($0) }
    let choice = LanguageChoice(DayArgument.separated(Array(CommandLine.arguments.dropFirst())))
    guard let wording = choice.wording() else {
      Halo.exit(
        withError: ValidationError("--lang is one of \(Language.allCases.map(\.rawValue).joined(separator: ", "))."))
    }
    await Self.$current.withValue(program) {
      await Wording.$current.withValue(wording) { await run(choice.arguments) }
    }
  }

  private func run(_ arguments: [String]) async {
    do {
      var command = try Halo.parseAsRoot(arguments)
      DaemonCompany.keep()
      if let verb = command as? any ServedVerb {
        if let status = try await DaemonCaller(verb, arguments).run() { Halo.exit(withError: ExitCode(status)) }
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
