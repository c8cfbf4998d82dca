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
    let parsed: any ParsableCommand
    do {
      parsed = try Halo.parseAsRoot(arguments)
      // ArgumentParser shows the main help for the help of an unknown command.
      if arguments.first == "help", let unknown = UnknownCommand(arguments, of: Halo.self) { Self.exit(unknown) }
    } catch {
      if let unknown = UnknownCommand(arguments, of: Halo.self) { Self.exit(unknown) }
      Self.exit(error)
    }
    do {
      DaemonWatchdog.start()
      if let verb = parsed as? any DaemonForwardable {
        let caller = DaemonCaller(verb, arguments, language: choice.option)
        if let status = try await caller.run() { Halo.exit(withError: ExitCode(status)) }
      }
      if var command = parsed as? any AsyncParsableCommand {
        try await command.run()
      } else {
        var command = parsed
        try command.run()
      }
    } catch {
      Self.exit(error)
    }
  }

  private static func exit(_ unknown: UnknownCommand) -> Never {
    StandardError.report(unknown.advice)
    Halo.exit(withError: ExitCode.validationFailure)
  }

  /// Exits with the status of an error. Help and the version are errors to ArgumentParser, too.
  private static func exit(_ error: any Error) -> Never {
    let message = Halo.fullMessage(for: error)
    guard Halo.exitCode(for: error).isSuccess, !message.isEmpty else { Halo.exit(withError: error) }
    try? StandardOutput.write(text: HelpScreen.arranged(message) + "\n")
    Halo.exit()
  }
}
