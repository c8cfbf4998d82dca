/// A typed command that Halo does not have.
enum UnknownCommand {
  /// Returns what to do instead of the first word that is not a subcommand of `root`. Returns nil if every word before the
  /// first option is one.
  static func advice(_ arguments: [String], of root: any ParsableCommand.Type) -> Phrase? {
    var command = root
    var parent = "halo"
    for word in arguments where word != "help" {
      let subcommands = command.configuration.subcommands
      if subcommands.isEmpty || word.hasPrefix("-") { return nil }
      let typed = "\(parent) \(word)"
      guard let next = subcommands.first(where: { names(of: $0).contains(word) }) else {
        let similar = Suggestion.nearest(to: word, among: subcommands.flatMap(names)).map { "\(parent) \($0)" }
        return similar.map { Phrase("there is no command '\(typed)'. Did you mean '\($0)'?") }
          ?? Phrase("there is no command '\(typed)'. '\(parent) --help' lists the commands.")
      }
      command = next
      parent = typed
    }
    return nil
  }

  /// The names of a command, its aliases included.
  static func names(of command: any ParsableCommand.Type) -> [String] {
    [command._commandName] + command.configuration.aliases
  }
}
