extension HaloProgram {
  /// Opens the journal that Halo's commands use, for the program's commands. `file` is the value of a `--journal` option.
  ///
  /// - Throws: An error that `HaloProgram` reports, with its exit status, if it does not exist or cannot be opened.
  public static func journal(_ file: String? = nil, isSimulated: Bool = false) throws -> Journal {
    try JournalFileOption(file).openExisting(isSimulated: isSimulated)
  }

  /// Writes a line to standard output, for the program's commands.
  public static func write(_ line: Phrase) throws { try StandardOutput.write(line) }

  /// The first name of an added command that another command has.
  static var ambiguousName: String? {
    let names = Halo.configuration.subcommands.flatMap(UnknownCommand.names) + ["help"]
    return current.commands.flatMap(UnknownCommand.names).first { name in names.count { $0 == name } > 1 }
  }
}
