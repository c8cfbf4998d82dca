public import HaloAppleRadio
public import HaloBluetooth

/// A radio that waits for a device for as long as that takes, also while the app is suspended or was ended by the system.
public protocol PatientCentral: Central {
  /// The devices that the system kept for this app while it was not running: those with a link, and those that it still waits for.
  func keptDevices() async -> [DeviceID]

  /// Connects as soon as the device is there, calls `body`, and disconnects. To give up, cancel the task.
  func withConnection<Result: Sendable>(
    whenThereIs device: DeviceID, label: String, _ body: (any Connection) async throws -> Result
  ) async throws -> Result
}

extension AppleRadio: PatientCentral {
  public func keptDevices() async -> [DeviceID] { await restoredDevices().map(\.device) }
}
