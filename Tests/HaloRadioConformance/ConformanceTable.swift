/// The table of the radios' conformance for the documentation.
public enum ConformanceTable {
  /// The table in Markdown.
  public static var markdown: String {
    let kinds = RadioKind.allCases
    let rows = Requirement.all.map { requirement in
      "| \(requirement.name) | "
        + kinds.map { requirement.differences[$0] ?? "yes" }.joined(separator: " | ") + " |"
    }
    return
      ([
        "| what | \(kinds.map(\.rawValue).joined(separator: " | ")) |",
        "|---|" + String(repeating: "---|", count: kinds.count),
      ] + rows)
      .joined(separator: "\n") + "\n"
  }
}
