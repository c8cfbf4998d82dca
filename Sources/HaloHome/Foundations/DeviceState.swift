import HaloBluetooth
public import HaloHealth
public import HaloJournal

/// What is known of a device at a moment. What is not known is absent: nothing here is a guess.
public struct DeviceState: Sendable, Hashable {
  /// A value and when it was measured.
  public struct Reading: Sendable, Hashable {
    /// The value.
    public var value: Int
    /// When it was measured.
    public var time: Moment

    /// A value measured at `time`.
    public init(_ value: Int, at time: Moment) {
      self.value = value
      self.time = time
    }
  }

  /// What the radio knows it by, such as `C3:11:22:33:44:55`. Everything that is told of it is told under this.
  public var identifier: String
  /// What its wearer calls it.
  public var name: String
  /// Its family, such as `colmi-ring`.
  public var family: String
  /// Who wears it.
  public var wearer: String
  /// Its model, where known.
  public var model: String?
  /// Hardware revision.
  public var hardware: String?
  /// Firmware revision.
  public var firmware: String?
  /// Charge of its cell in percent.
  public var battery: Reading?
  /// Whether it was being charged when it was last asked.
  public var isCharging: Bool?
  /// Steps since midnight.
  public var stepsToday: Int?
  /// The newest heart rate in beats a minute.
  public var heartRate: Reading?
  /// The nights (no naps) of the last seven days, in order.
  public var nights: [ToldNight]
  /// When a sync last ended without an error.
  public var lastSync: Moment?
  /// When it was last seen or spoken with.
  public var lastSeen: Moment?
  /// Whether it is near; `nil` where nobody looked.
  public var isPresent: Bool?
  /// Why it cannot be synced at present, in words; `nil` where it can.
  public var problem: String?

  /// A device of which nothing else is known.
  public init(identifier: String, name: String, family: String, wearer: String) {
    self.identifier = identifier
    self.name = name
    self.family = family
    self.wearer = wearer
    nights = []
  }

  /// The newest night.
  public var lastNight: ToldNight? { nights.last }
}

extension DeviceState {
  /// What the journal knows of a device at the moment `now`, whose offset says what day "today" is.
  ///
  /// - Parameters:
  ///   - isPresent: Whether it is near; `nil` where nobody looked.
  ///   - lastSeen: When an advertisement of it was last heard, where that is later than the last session.
  ///   - problem: Why it cannot be synced at present, in words; `nil` where it can.
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
    // What ends in the future was told by a clock that was wrong.
    state.nights = try journal.nights(of: device, from: today.adding(days: -7), to: today)
      .filter { $0.night.kind == .night && $0.end <= now }
    state.lastSync = try journal.lastSync(of: device)?.shown(as: now)
    state.lastSeen = [device.lastSession, lastSeen].compactMap(\.self).max()?.shown(as: now)
    state.isPresent = isPresent
    state.problem = problem
    return state
  }
}

extension Moment {
  /// The same moment on the wall clock of another one.
  fileprivate func shown(as other: Moment) -> Moment {
    Moment(milliseconds: milliseconds, secondsFromGMT: other.secondsFromGMT)
  }
}
