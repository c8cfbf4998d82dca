import ArgumentParser

extension HaloProgram {
  /// Runs the command that the arguments name, and exits with its status if it fails.
  public func main() async {
    var program = self
    program.parse = { try Halo.parseAsRoot($0) }
    await Self.$current.withValue(program) {
      do {
        var command = try Halo.parseAsRoot()
        DaemonCompany.keep()
        if let verb = command as? any ServedVerb {
          let arguments = Array(CommandLine.arguments.dropFirst())
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
}
