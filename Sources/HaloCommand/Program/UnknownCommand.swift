import ArgumentParser
import HaloReports

/// A typed command that Halo does not have.
struct UnknownCommand {
  /// The words that were typed, up to the unknown one.
  let typed: String
  /// The command with the most similar name; nil if none is similar.
  let suggestion: String?

  /// Finds the first word that is not a subcommand of `root`. Returns nil if every word before the first option is one.
  init?(_ arguments: [String], of root: any ParsableCommand.Type) {
    var (command, path) = (root, ["halo"])
    for argument in arguments where argument != "help" {
      let subcommands = command.configuration.subcommands
      if subcommands.isEmpty || argument.hasPrefix("-") { return nil }
      if let next = subcommands.first(where: { Self.names(of: $0).contains(argument) }) {
        (command, path) = (next, path + [argument])
        continue
      }
      let similar = MetricName.suggestion(for: argument, among: subcommands.flatMap(Self.names))
      // Without a similar name, the word is an argument of the default subcommand.
      if command.configuration.defaultSubcommand != nil, similar == nil { return nil }
      typed = (path + [argument]).joined(separator: " ")
      suggestion = similar.map { (path + [$0]).joined(separator: " ") }
      return
    }
    return nil
  }

  /// What to do instead.
  var advice: Phrase {
    suggestion.map { Phrase("there is no command '\(typed)'. Did you mean '\($0)'?") }
      ?? Phrase("there is no command '\(typed)'. 'halo --help' lists the commands.")
  }

  private static func names(of command: any ParsableCommand.Type) -> [String] {
    [command.configuration.commandName].compactMap(\.self) + command.configuration.aliases
  }
}
