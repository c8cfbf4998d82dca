/// An input of a computed value: what it was computed from, in parts, from which texts and links are looked up.
///
/// The journal stores the names of the cases and of their parts (`docs/journal.md`): a new name needs a
/// migration. A device is its number in the journal.
public struct DerivedInput: Sendable, Hashable {
  /// The kinds of inputs.
  public enum Source: Codable, Sendable, Hashable {
    /// A sleep, which a device may have reported in several parts.
    case sleep(device: Int, start: Moment, end: Moment, parts: Int)
    /// Values of one device, and why it was chosen if there were several.
    case values(metric: Metric, count: Int, device: Int, first: Moment, last: Moment, choice: DeviceChoice?)
    /// The device, which was chosen among several.
    case device(choice: DeviceChoice)
    /// Values of the days before, which are the baseline.
    case baseline(count: Int, days: Int32, usual: Double, spread: Double)
    /// Pairs of days that were compared.
    case pairs(count: Int)
    /// Sleeps of the last days.
    case sleeps(count: Int, days: Int32)
    /// The hours of sleep, usual or assumed ones, and in how many of them a device was worn.
    case worn(hours: Int, of: Int, from: Moment, to: Moment, isUsual: Bool)
    /// The syncs before and after a night, and for how many days a device stores data.
    case synced(before: Moment?, after: Moment?, days: Int)
    /// Halo's own sleep stages.
    case ownStages(start: Moment, stretches: [OwnStages.Stretch])
    /// A raw recording of an accelerometer, with the heart rates in it.
    case recording(device: Int?, start: Moment, end: Moment)
    /// A battery that was charging.
    case charging(at: Moment)
    /// A battery before and after a time without measurements.
    case battery(readings: [BatteryCondition.Reading])
    /// A device's total of the day.
    case total
    /// A device's log of the day.
    case log
    /// Imported files alone, with or without sleep in the days before.
    case imports(hasSleep: Bool)
  }

  /// What it is; `nil` if another version stored it in a form that this one does not know.
  public let source: Source?
  /// The numbers of its frames in the journal, such as `17-40,42`; `nil` without frames.
  public let frames: String?
  /// An unknown input, as it is stored.
  private let unknown: JSONValue

  /// An input.
  public init(_ source: Source, frames: String? = nil) {
    self.source = source
    self.frames = frames
    unknown = .null
  }

  /// An input in words alone.
  public init(words: String) { (source, frames, unknown) = (nil, nil, .object(["words": .text(words)])) }

  /// The text of an unknown input: its member `words`, as earlier versions had nothing else, or its JSON.
  public var words: String {
    if case .object(let members) = unknown, case .text(let words)? = members["words"] { words } else { unknown.json }
  }
}

extension DerivedInput: Codable {
  private enum Key: CodingKey { case frames }

  /// Decodes an input; one of another version is kept as it is.
  public init(from decoder: any Decoder) throws {
    frames = try? decoder.container(keyedBy: Key.self).decode(String.self, forKey: .frames)
    source = try? Source(from: decoder)
    unknown = try source == nil ? JSONValue(from: decoder) : .null
  }

  /// Encodes an object with the kind and its parts, and with the frames.
  public func encode(to encoder: any Encoder) throws {
    guard let source else { return try unknown.encode(to: encoder) }
    try source.encode(to: encoder)
    var members = encoder.container(keyedBy: Key.self)
    try members.encodeIfPresent(frames, forKey: .frames)
  }
}
