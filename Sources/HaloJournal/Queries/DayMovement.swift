public import HaloHealth

/// What one device counted of a day's movement.
public struct DayMovement: Sendable, Hashable {
  /// The device, by its number in the journal.
  public let device: Int
  /// What the numbers are.
  public let basis: DaySummary.Movement.Basis
  /// Steps.
  public let steps: Int
  /// Distance in metres, as the device estimates it.
  public let meters: Int
  /// Energy spent moving in kilocalories, as the device estimates it.
  public let kilocalories: Double

  var candidate: DeviceChoice.Candidate { .init(device: device, amount: steps) }
}
