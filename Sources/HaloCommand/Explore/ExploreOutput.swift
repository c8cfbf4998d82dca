import HaloBluetooth

/// The output of values from a device.
struct ExploreOutput: Sendable {
  /// An event of a characteristic.
  struct Event: Encodable, Sendable {
    enum Kind: String, Encodable, Sendable {
      case read, written, notified
    }

    let event: Kind
    let characteristic: String
    let handle: Int
    let name: String?
    let time: String
    let content: DeviceListing.Content

    private enum CodingKeys: CodingKey {
      case event, characteristic, handle, name, time
    }

    func encode(to encoder: any Encoder) throws {
      var fields = encoder.container(keyedBy: CodingKeys.self)
      try fields.encode(event, forKey: .event)
      try fields.encode(characteristic, forKey: .characteristic)
      try fields.encode(handle, forKey: .handle)
      try fields.encodeIfPresent(name, forKey: .name)
      try fields.encode(time, forKey: .time)
      try content.encode(to: encoder)
    }
  }

  let json: Bool
  let terminal: Terminal
  let time: WallTime
  /// Prints lines of text.
  let print: @Sendable (String) throws -> Void

  func show(_ kind: Event.Kind, _ value: [UInt8], _ characteristic: Characteristic, called word: String) throws {
    let now = time.now
    let event = Event(
      event: kind, characteristic: "\(characteristic.uuid)", handle: characteristic.instance,
      name: AttributeNames.name(characteristic),
      time: TextFormat.timestamp(now, secondsFromGMT: time.secondsFromGMT(at: now)),
      content: .value(ExploredValue(value, of: characteristic.uuid)))
    guard !json else { return try StandardOutput.write(json: event) }
    let mark =
      switch kind {
      case .read: ""
      case .written: terminal.paint("→ ", .yellow)
      // The time of day from "2026-11-20T10:16:00.120+08:00".
      case .notified: terminal.paint("\(event.time.dropFirst(11).prefix(12)) ← ", .cyan)
      }
    try print("\(mark)\(terminal.paint(word, .bold))  \(TextFormat.printable(event.content.words))")
  }
}
