public import HaloBluetooth

/// Asks whoever keeps devices synced to leave one alone for a while.
public protocol Handover: Sendable {
  /// Returns when `device` is free, with something that keeps it so for as long as it lives; `nil` where there is nobody to ask.
  func take(_ device: DeviceID) async -> (any Sendable)?
}
