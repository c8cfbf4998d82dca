public import HaloBluetooth
public import HaloHealth

/// A driver of one family of devices: the messages of that family spoken over a ``HaloBluetooth/Connection``.
///
/// What every device can do is here; what only some can do is a protocol of its own, such as ``BatteryPowered``, that a caller
/// asks for with `as?`.
public protocol Wearable: Sendable {
  /// The family, as people and front ends know it.
  static var family: WearableFamily { get }

  /// Whether an advertisement is of this family, and how sure that is.
  static func match(_ advertisement: Advertisement) -> WearableMatch?

  /// Returns why a value that a person typed must not be written: it starts a machine, replaces firmware, erases the device or turns it
  /// off. Returns `nil` if it may be written, and for characteristics of other families.
  static func refusal(of value: [UInt8], to characteristic: Characteristic) -> WriteRefusal?

  /// What the values of the family's own characteristics mean, by characteristic; empty if they are read with ``frameDecoder`` alone.
  static var characteristicReaders: [BluetoothUUID: CharacteristicMessages.Reader] { get }

  /// Decodes the family's frames into lines of JSON; `nil` if ``characteristicReaders`` say all that is known.
  static var frameDecoder: (any FrameDecoder.Type)? { get }

  /// Reads what an app and a device of this family say to each other in a capture; `nil` if Halo cannot.
  static var conversation: (any ConversationReader.Type)? { get }

  /// How the picker of an iPhone finds devices of this family, the surest first; empty if it cannot.
  static var pickerDescriptors: [PickerDescriptor] { get }

  /// Gets the device ready, calls `body` with its driver, and leaves the device as it should be left: on return, on throw and on
  /// cancellation.
  static func withDriver<Result: Sendable>(
    over connection: any Connection, _ environment: DriverEnvironment,
    _ body: (Self) async throws -> Result
  ) async throws -> Result

  /// What the device is.
  func identify() async throws -> DeviceIdentity

  /// Brings home what the device keeps and `ledger` lacks. `progress` is called as often as there is something to say.
  ///
  /// Where the link breaks, the ledger holds what came until then; hand it to the next link's driver.
  func sync(
    _ request: SyncRequest, into ledger: SyncLedger, progress: @Sendable (SyncProgress) -> Void
  ) async throws -> SyncReport
}

extension Wearable {
  public static func refusal(of value: [UInt8], to characteristic: Characteristic) -> WriteRefusal? { nil }
  public static var characteristicReaders: [BluetoothUUID: CharacteristicMessages.Reader] { [:] }
  public static var frameDecoder: (any FrameDecoder.Type)? { nil }
  public static var conversation: (any ConversationReader.Type)? { nil }
  public static var pickerDescriptors: [PickerDescriptor] { [] }

  /// Brings home what the device keeps.
  public func sync(
    _ request: SyncRequest = SyncRequest(), progress: @Sendable (SyncProgress) -> Void = { _ in }
  ) async throws -> SyncReport {
    try await sync(request, into: SyncLedger(), progress: progress)
  }
}

/// A device that says how full its cell is.
public protocol BatteryPowered: Wearable {
  /// The charge now.
  func battery() async throws -> BatteryState
}

/// How full a device's cell is.
public struct BatteryState: Hashable, Sendable {
  /// Charge, 0…100 %.
  public let percent: Int
  /// Whether it is charging.
  public let isCharging: Bool

  /// A charge of `percent`.
  public init(percent: Int, isCharging: Bool) {
    self.percent = percent
    self.isCharging = isCharging
  }
}

/// How sure it is that a device is of a family.
public enum WearableMatch: Int, Sendable, Comparable {
  /// Something in its advertisement is usual for the family.
  case likely
  /// Its advertisement says so.
  case certain

  public static func < (left: WearableMatch, right: WearableMatch) -> Bool { left.rawValue < right.rawValue }
}

/// What a driver needs from outside.
public struct DriverEnvironment: Sendable {
  /// The clock for time-outs.
  public let clock: any Clock<Duration>
  /// The time and zone a device is to be set to.
  public let time: WallTime
  /// The name that the device of this session advertises; `nil` if it is not known. It is not the name that its user gave it: some
  /// models are recognized by their advertised name alone.
  public var advertisedName: String?

  /// The day this version was released, before which no clock can be right; `nil` in simulated time, which may be any.
  public let released: CalendarDate?
  /// Whether the device's clock still has to be read before it is set.
  public let clockCheck: ClockCheck

  /// An environment.
  public init(
    clock: any Clock<Duration>, time: WallTime, advertisedName: String? = nil, released: CalendarDate? = nil,
    clockCheck: ClockCheck = ClockCheck()
  ) {
    self.clockCheck = clockCheck
    self.clock = clock
    self.released = released
    self.time = time
    self.advertisedName = advertisedName
  }

  /// The same environment for a session with a device that advertises this name, and whose clock Halo set before if it `isClockKnown`.
  public func advertising(_ name: String?, isClockKnown: Bool = false) -> DriverEnvironment {
    DriverEnvironment(
      clock: clock, time: time, advertisedName: name, released: released, clockCheck: ClockCheck(isKnown: isClockKnown))
  }

  /// This machine's clocks.
  public static var system: DriverEnvironment { system(released: nil) }

  /// This machine's clocks, for a version that was released on a day.
  public static func system(released: CalendarDate?) -> DriverEnvironment {
    DriverEnvironment(clock: ThreadClock(), time: WallTime.system, released: released)
  }
}
