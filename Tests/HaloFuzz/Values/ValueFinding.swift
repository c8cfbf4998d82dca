/// A broken promise, with the change that shows it.
struct ValueFinding {
  /// `trap`, `hang`, `memory`, or the kind of fault.
  let kind: String
  let trial: Trial
  let detail: String
  /// The frames of a trap in the program, innermost first.
  let frames: [String]
  /// True if the change alone, in a process of its own, shows it again; otherwise the trials before it are needed, too.
  let others: Int
  /// The time since the start.
  let after: String
  /// Other columns and readers with the same.
  var also: [String] = []

  /// Findings with the same text are one: traps at the same place, by the same route.
  var identity: String {
    if !frames.isEmpty { return "\(kind) \(route) \(frames.prefix(2))" }
    let reader = String(trial.family.prefix { $0 != ">" })
    return "\(kind) \(["trap", "hang", "memory"].contains(kind) ? trial.change.place : "") \(reader)"
  }

  /// The route by which the value comes in: a trap in a person's own journal and the same in a file of another person differ.
  private var route: String {
    switch trial.reader {
    case .command: trial.afterwards == nil ? "command" : "foreign file"
    case .page: "page"
    case .upload: "upload"
    case .worker: "worker"
    }
  }

  func text(_ kind: ValueKind, seed: UInt64) -> String {
    let change = trial.change
    var lines = [
      "FOUND \(self.kind) after \(after): \(kind.rawValue), seed \(seed), mutation \(trial.number): \(detail)",
      "  \(change.place), rows: \(change.rows), value: \("\(change.value)".prefix(120))",
    ]
    if [.export, .worker].contains(kind) {
      lines.append("  in JSON: \((change.value.json ?? "").prefix(120))")
    } else {
      lines.append("  sqlite3 FILE \"\(change.sql.prefix(400))\"")
    }
    lines.append("  \(trial.command)")
    lines += DeathNote.places(of: frames).prefix(8).map { "    at \($0)" }
    if others > 0 { lines.append("  only after \(others) other trials of the same process") }
    return lines.joined(separator: "\n")
  }
}
