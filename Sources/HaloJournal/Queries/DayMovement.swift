public import HaloHealth

/// The movement of a day, of all devices of a wearer, merged by time.
public struct DayMovement: Sendable, Hashable {
  /// The first device for steps or, without any, for distance or energy, by its number in the journal.
  public let device: Int
  /// The source of the first device's numbers.
  public let basis: DaySummary.Movement.Basis
  /// Steps; `nil` if no device reported any.
  public let steps: Int?
  /// Distance in meters, as the devices estimate it; `nil` if none reported it.
  public let meters: Int?
  /// Energy spent moving in kilocalories, as the devices estimate it; `nil` if none reported it.
  public let kilocalories: Double?
}
