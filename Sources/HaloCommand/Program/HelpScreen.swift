/// Help text in the order in which people need it: commands, then options, then the options of the simulated radio.
enum HelpScreen {
  /// The title of the simulated radio's options.
  static let simulation = "Simulated radio"

  /// Rearranges a help text of ArgumentParser. Other texts stay as they are.
  static func arranged(_ help: String) -> String {
    // Otherwise the last section would end with an empty line.
    let text = help.hasSuffix("\n") ? String(help.dropLast()) : help
    var sections = text.split(separator: "\n\n", omittingEmptySubsequences: false).map(String.init)
    guard let options = sections.firstIndex(where: { $0.hasPrefix("OPTIONS:\n") }) else { return help }
    let simulation = sections.firstIndex { $0.hasPrefix("\(Self.simulation.uppercased()):\n") }
    let last = sections.lastIndex { $0.hasSubcommands } ?? options
    let moved = [options, simulation].compactMap(\.self)
    sections.insert(contentsOf: moved.map { sections[$0] }, at: last + 1)
    for index in moved.sorted(by: >) { sections.remove(at: index) }
    return sections.map { $0.hasSubcommands ? $0.replacing(" SUBCOMMANDS:\n", with: ":\n") : $0 }.joined(
      separator: "\n\n")
  }
}

extension String {
  /// True if this section of a help text lists subcommands.
  fileprivate var hasSubcommands: Bool { prefix { $0 != "\n" }.hasSuffix("SUBCOMMANDS:") }
}
