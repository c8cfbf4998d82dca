public import HaloHealth

/// The movement of a day that one device counted.
public struct DayMovement: Sendable, Hashable {
  /// The device, by its number in the journal.
  public let device: Int
  /// The source of the numbers.
  public let basis: DaySummary.Movement.Basis
  /// Steps.
  public let steps: Int
  /// Distance in meters, as the device estimates it.
  public let meters: Int
  /// Energy spent moving in kilocalories, as the device estimates it.
  public let kilocalories: Double

  /// The rank that the wearer gave the device for movement, 1 for the first; `nil` for none.
  let rank: Int?

  var candidate: DeviceChoice.Candidate { .init(device: device, amount: steps, rank: rank) }
}
