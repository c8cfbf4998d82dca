/// The output of values from a device.
struct ExploreOutput: Sendable {
  /// An event of a characteristic.
  enum Event: String {
    case read, written, notified
  }

  let json: Bool
  let terminal: Terminal
  let time: WallTime
  /// Prints lines of text.
  let print: @Sendable (String) throws -> Void

  func show(_ kind: Event, _ value: [UInt8], _ characteristic: Characteristic, called word: String) throws {
    let stamp = TextFormat.timestamp(time)
    let content = ExploredValue(value, of: characteristic.uuid)
    guard !json else {
      return try StandardOutput.write(
        json: JSONFields(
          content.fields,
          adding: [
            "event": kind.rawValue, "characteristic": "\(characteristic.uuid)", "handle": characteristic.instance,
            "name": AttributeNames.name(characteristic), "time": stamp,
          ]))
    }
    let mark =
      switch kind {
      case .read: ""
      case .written: terminal.paint("→ ", .yellow)
      // The time of day from "2026-11-20T10:16:00.120+08:00".
      case .notified: terminal.paint("\(stamp.dropFirst(11).prefix(12)) ← ", .cyan)
      }
    try print("\(mark)\(terminal.paint(word, .bold))  \(VisibleText.printable(content.words))")
  }
}
