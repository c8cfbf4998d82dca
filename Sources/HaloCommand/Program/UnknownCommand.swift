/// A typed command that Halo does not have.
struct UnknownCommand {
  /// The command before the unknown word, such as "halo daemon".
  let parent: String
  /// The unknown word.
  let word: String
  /// The most similar subcommand of `parent`; nil if none is similar.
  let suggestion: String?

  /// Finds the first word that is not a subcommand of `root`. Returns nil if every word before the first option is one.
  init?(_ arguments: [String], of root: any ParsableCommand.Type) {
    var command = root
    var path = ["halo"]
    for argument in arguments where argument != "help" {
      let subcommands = command.configuration.subcommands
      if subcommands.isEmpty || argument.hasPrefix("-") { return nil }
      if let next = subcommands.first(where: { Self.names(of: $0).contains(argument) }) {
        command = next
        path.append(argument)
        continue
      }
      parent = path.joined(separator: " ")
      word = argument
      suggestion = Suggestion.nearest(to: argument, among: subcommands.flatMap(Self.names))
      return
    }
    return nil
  }

  /// What to do instead.
  var advice: Phrase {
    let typed = "\(parent) \(word)"
    return suggestion.map { Phrase("there is no command '\(typed)'. Did you mean '\(parent + " " + $0)'?") }
      ?? Phrase("there is no command '\(typed)'. '\(parent) --help' lists the commands.")
  }

  /// The names of a command, its aliases included.
  static func names(of command: any ParsableCommand.Type) -> [String] {
    [command._commandName] + command.configuration.aliases
  }
}
