/// Requests temporary exclusive access to a device from the program that keeps it synced.
public protocol Handover: Sendable {
  /// Returns when `device` is free, with an object that keeps it so while it exists; `nil` if no program has to be
  /// asked.
  func take(_ device: DeviceID) async -> (any Sendable)?
}
