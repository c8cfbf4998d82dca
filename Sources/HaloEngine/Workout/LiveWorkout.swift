/// The state of a workout that is being recorded: its connections, its latest values and its totals.
public struct LiveWorkout: Sendable {
  /// The connection with a device.
  public enum Link: Sendable, Hashable {
    /// The device is searched for.
    case connecting
    /// The device is connected.
    case connected
    /// The connection was lost; it is opened again.
    case interrupted
    /// The device is not reachable; it is searched for again.
    case unreachable
    /// The device refused the bond that it requires.
    case refused

    /// True if the device was lost.
    public var isLost: Bool { self != .connecting && self != .connected }

    /// The connection as text.
    public var words: Phrase {
      switch self {
      case .connecting: Phrase("Searching …")
      case .connected: Phrase("Connected")
      case .interrupted: Phrase("The connection was lost. Reconnecting …")
      case .unreachable: Phrase("Not reachable. Halo keeps searching during the workout.")
      case .refused: Phrase("Pairing was refused. The workout continues without it.")
      }
    }
  }

  /// The beginning.
  public let begun: Moment
  /// The machine; `nil` for none.
  public let machine: Device?
  /// The device that measures the heart rate; `nil` for none.
  public let heart: Device?
  /// The connections by the names of the devices.
  public private(set) var links: [String: Link]
  /// The machine's latest record; `nil` without a connection.
  public private(set) var record: MachineRecord?
  private var reading: LiveReading?
  private let tally: WorkoutTally

  /// The beginning of a workout. If `kind` is `nil`, the sport is derived from the machine.
  public init(_ kind: Workout.Kind?, machine: Device?, heart: Device?, at begun: Moment) {
    self.begun = begun
    self.machine = machine
    self.heart = heart
    tally = WorkoutTally(kind: kind)
    links = Dictionary([machine, heart].compactMap { $0.map { ($0.name, .connecting) } }) { $1 }
  }

  /// Takes an event.
  public mutating func take(_ event: WorkoutEvent, at now: Moment) {
    switch event {
    case .record(let record):
      tally.take(record, at: record.time ?? now)
      self.record = record
    case .heartRate(let reading): self.reading = reading
    case .link(let name, .connecting): note(links[name]?.isLost == true ? links[name] : .connecting, of: name)
    case .link(let name, .connected): note(.connected, of: name)
    case .link(let name, .interrupted): note(.interrupted, of: name)
    case .lost(let name, _): note(.unreachable, of: name)
    case .refused(let name, _): note(.refused, of: name)
    }
  }

  private mutating func note(_ link: Link?, of name: String) {
    links[name] = link
    // What a device measured last is not true after its connection was lost.
    guard link != .connected else { return }
    if name == machine?.name { record = nil } else { reading = nil }
  }

  /// The latest reading of the heart rate; `nil` without a connection. Without a device for it, the machine's counts.
  public var heartRate: LiveReading? {
    guard heart == nil else { return reading }
    return record?[.bpm].flatMap { $0 > 0 ? LiveReading(state: .value($0)) : nil }
  }

  /// The workout until a time.
  public func totals(at now: Moment) -> Workout { tally.workout(from: begun, to: now) }
}
