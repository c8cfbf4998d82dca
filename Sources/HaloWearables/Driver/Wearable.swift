@_exported public import HaloBluetooth
@_exported public import HaloHealth

/// A driver of one family of devices, which speaks the family's protocol over a `Connection`.
///
/// Optional capabilities are protocols of their own, such as ``BatteryPowered``; check for them with `as?`.
public protocol Wearable: Sendable {
  /// The family, with its names for people and front ends.
  static var family: WearableFamily { get }

  /// Returns whether an advertisement is of this family, and with which certainty.
  static func match(_ advertisement: Advertisement) -> WearableMatch?

  /// Returns whether a value may be written to one of the family's characteristics; `nil` for others.
  ///
  /// List what is known to be harmless, not what is dangerous: such a list has holes. Forbid what starts a machine,
  /// replaces firmware, erases the device or turns it off. A value that no family lists is written only if the user
  /// insists.
  static func verdict(onWriting value: [UInt8], to characteristic: Characteristic) -> WriteVerdict?

  /// Decoders for values of the family's own characteristics; empty if ``frameDecoder`` decodes all of them.
  static var characteristicReaders: [BluetoothUUID: CharacteristicMessages.Reader] { get }

  /// Decodes the family's frames into lines of JSON; `nil` if ``characteristicReaders`` decode everything.
  static var frameDecoder: (any FrameDecoder.Type)? { get }

  /// Decodes captured traffic between an app and a device of this family; `nil` if not supported.
  static var conversation: (any ConversationReader.Type)? { get }

  /// Filters for the iPhone's accessory picker, most specific first; empty if the picker cannot find the family.
  static var pickerDescriptors: [PickerDescriptor] { get }

  /// Prepares the device, calls `body` with its driver, and restores the device's state afterwards: on return, on throw
  /// and on cancellation.
  static func withDriver<Result: Sendable>(
    over connection: any Connection, _ environment: DriverEnvironment,
    _ body: (Self) async throws -> Result
  ) async throws -> Result

  /// Reads the device's identity.
  func identify() async throws -> DeviceIdentity

  /// Fetches the data that the device stores and `ledger` lacks. `progress` is called after each answer.
  ///
  /// If the link is lost, the ledger keeps the data received so far; pass it to the next link's driver.
  func sync(
    _ request: SyncRequest, into ledger: SyncLedger, progress: @Sendable (SyncProgress) -> Void
  ) async throws -> SyncReport
}

extension Wearable {
  /// No value is listed.
  public static func verdict(onWriting value: [UInt8], to characteristic: Characteristic) -> WriteVerdict? { nil }
  /// No decoders of single characteristics.
  public static var characteristicReaders: [BluetoothUUID: CharacteristicMessages.Reader] { [:] }
  /// No frame decoder.
  public static var frameDecoder: (any FrameDecoder.Type)? { nil }
  /// No decoder of captured traffic.
  public static var conversation: (any ConversationReader.Type)? { nil }
  /// No filters for the accessory picker.
  public static var pickerDescriptors: [PickerDescriptor] { [] }

  /// Fetches the data that the device stores.
  public func sync(
    _ request: SyncRequest = SyncRequest(), progress: @Sendable (SyncProgress) -> Void = { _ in }
  ) async throws -> SyncReport {
    try await sync(request, into: SyncLedger(), progress: progress)
  }
}

/// A device that reports its battery charge.
public protocol BatteryPowered: Wearable {
  /// Reads the current charge.
  func battery() async throws -> BatteryState
}

/// The charge of a device's battery.
public struct BatteryState: Hashable, Sendable {
  /// Charge, 0…100 %.
  public let percent: Int
  /// True while the device is charging.
  public let isCharging: Bool

  /// Creates a battery state.
  public init(percent: Int, isCharging: Bool) {
    self.percent = percent
    self.isCharging = isCharging
  }
}

/// The certainty that a device is of a family.
public enum WearableMatch: Int, Sendable, Comparable {
  /// The advertisement has something that is typical of the family.
  case likely
  /// The advertisement identifies the family.
  case certain

  /// The order by certainty.
  public static func < (left: WearableMatch, right: WearableMatch) -> Bool { left.rawValue < right.rawValue }
}

/// A driver's dependencies.
public struct DriverEnvironment: Sendable {
  /// The clock for timeouts.
  public let clock: any Clock<Duration>
  /// The time and time zone that devices are set to.
  public let time: WallTime
  /// The facts about the device of this session that its frames do not have, such as the name that it advertises. That is
  /// not the name that the user gave it.
  public var device: DeviceTraits

  /// The release date of this version: an earlier clock is wrong. `nil` in simulated time, which is arbitrary.
  public let released: CalendarDate?
  /// Tracks whether the device's clock must be read before it is set. Concurrent sessions need one each: ``of(_:isClockKnown:)``.
  public let clockCheck: ClockCheck

  /// Creates an environment.
  public init(
    clock: any Clock<Duration>, time: WallTime, advertisedName: String? = nil, released: CalendarDate? = nil,
    clockCheck: ClockCheck = ClockCheck()
  ) {
    self.clockCheck = clockCheck
    self.clock = clock
    self.released = released
    self.time = time
    device = DeviceTraits(advertisedName: advertisedName)
  }

  /// Returns a copy for a session with a device that advertises `name`.
  public func advertising(_ name: String?) -> DriverEnvironment { of(DeviceTraits(advertisedName: name)) }

  /// Returns a copy for a session with a device. `isClockKnown` is true if Halo set its clock before.
  public func of(_ device: DeviceTraits, isClockKnown: Bool = false) -> DriverEnvironment {
    var environment = DriverEnvironment(
      clock: clock, time: time, released: released, clockCheck: ClockCheck(isKnown: isClockKnown))
    environment.device = device
    return environment
  }

  /// The clocks of this machine.
  public static var system: DriverEnvironment { system(released: nil) }

  /// Returns an environment with the clocks of this machine, for a version with this release date.
  public static func system(released: CalendarDate?) -> DriverEnvironment {
    DriverEnvironment(clock: ThreadClock(), time: WallTime.system, released: released)
  }
}
