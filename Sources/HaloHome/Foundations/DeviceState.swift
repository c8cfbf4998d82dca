@_exported public import HaloJournal

/// The state of a device at a moment. Unknown values are absent; nothing here is a guess.
public struct DeviceState: Sendable, Hashable {
  /// A value and the time of its measurement.
  public struct Reading: Sendable, Hashable {
    public var value: Int
    /// The time of the measurement.
    public var time: Moment

    /// Creates a value measured at `time`.
    public init(_ value: Int, at time: Moment) {
      self.value = value
      self.time = time
    }
  }

  /// A value of a metric, in its unit, and the time of its measurement.
  public struct Measurement: Sendable, Hashable {
    public var metric: Metric
    public var value: Double
    /// The time of the measurement.
    public var time: Moment
  }

  /// The radio's identifier of the device, such as `C3:11:22:33:44:55`. Everything published about the device uses it.
  public var identifier: String
  /// The device's name, chosen by the wearer.
  public var name: String
  /// The device family, such as `colmi-ring`.
  public var family: String
  /// The name of the wearer.
  public var wearer: String
  /// The model, if known.
  public var model: String?
  /// Hardware revision.
  public var hardware: String?
  /// Firmware revision.
  public var firmware: String?
  /// The battery level in percent.
  public var battery: Reading?
  /// True if the device was charging when it last reported this.
  public var isCharging: Bool?
  /// Steps since midnight.
  public var stepsToday: Int?
  /// The newest heart rate in beats per minute.
  public var heartRate: Reading?
  /// The newest values of other metrics, except steps, the battery and what is measured continuously, such as speed.
  public var measurements: [Measurement] = []
  /// The nights (no naps) of the last seven days, in order.
  public var nights: [DeviceNight]
  /// The time of the last sync that ended without an error.
  public var lastSync: Moment?
  /// The time when the device was last seen or connected.
  public var lastSeen: Moment?
  /// True if the device is in range; `nil` if unknown.
  public var isPresent: Bool?
  /// Why the device cannot be synced at present, as text; `nil` if it can.
  public var problem: String?

  /// Creates the state of a device without any values.
  public init(identifier: String, name: String, family: String, wearer: String) {
    self.identifier = identifier
    self.name = name
    self.family = family
    self.wearer = wearer
    nights = []
  }

  /// The newest night.
  public var lastNight: DeviceNight? { nights.last }
}

extension DeviceState {
  /// Reads the state of a device from the journal at the moment `now`, whose offset determines which day is today.
  ///
  /// - Parameters:
  ///   - isPresent: True if the device is in range; `nil` if unknown.
  ///   - lastSeen: The time of the device's last advertisement, if later than the last session.
  ///   - problem: Why the device cannot be synced at present, as text; `nil` if it can.
  /// - Throws: `JournalError`.
  public static func read(
    _ device: Device, in journal: Journal, at now: Moment, isPresent: Bool? = nil, lastSeen: Moment? = nil,
    problem: String? = nil
  ) throws -> DeviceState {
    let today = now.wallClock.date
    var state = DeviceState(
      identifier: device.identifier.text, name: device.name, family: device.family, wearer: device.wearer)
    state.hardware = device.hardware
    state.firmware = device.firmware
    state.battery = try journal.latest(.battery, of: device).map { Reading(Int($0.value), at: $0.start) }
    state.stepsToday = try journal.steps(of: device, on: today)
    state.heartRate = try journal.latest(.heartRate, of: device).map { Reading(Int($0.value), at: $0.start) }
    let charted = Metric.shown(on: .day).filter { !$0.isCount && $0.definition.chart != .line }
    state.measurements = try charted.flatMap(\.charted).compactMap { metric in
      try journal.latest(metric, of: device).map { Measurement(metric: metric, value: $0.value, time: $0.start) }
    }
    // A night that ends in the future comes from a device whose clock was wrong.
    state.nights = try journal.nights(of: device, from: today.adding(days: -7), to: today)
      .filter { $0.night.kind == .night && $0.end <= now }
    state.lastSync = try journal.lastSync(of: device)?.shown(as: now)
    state.lastSeen = [device.lastSession, lastSeen].compactMap(\.self).max()?.shown(as: now)
    state.isPresent = isPresent
    state.problem = problem
    return state
  }
}

extension DeviceState {
  /// The figures of a night, by their keys; an unknown one is `null`.
  static func values(of night: DeviceNight?) -> [String: JSONValue] {
    var values = [
      "night_start": JSONValue(night?.start.description), "night_end": JSONValue(night?.end.description),
      "night_asleep": JSONValue(night?.night.minutesAsleep),
    ]
    for stage in SleepStage.allCases {
      values["night_\(stage.rawValue)"] = JSONValue(night?.night.knownMinutes(in: stage))
    }
    return values
  }
}

extension Moment {
  /// Returns the same moment with the UTC offset of another one.
  fileprivate func shown(as other: Moment) -> Moment {
    Moment(milliseconds: milliseconds, secondsFromGMT: other.secondsFromGMT)
  }
}
