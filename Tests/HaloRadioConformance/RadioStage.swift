public import HaloBluetooth

/// Which radio is tried.
public enum RadioKind: String, Sendable, CaseIterable {
  /// The air in memory.
  case simulated = "simulated air"
  /// BlueZ' radio on a made-up `org.bluez`.
  case fakeBus = "BlueZ (made-up bus)"
  /// BlueZ' radio on the real bluetoothd, with a controller and a device of software.
  case bluetoothd = "BlueZ (bluetoothd)"
  /// Apple's radio over Core Bluetooth for Linux, over BlueZ' radio on the real bluetoothd.
  case appleOnBluetoothd = "Apple's (bluetoothd)"
}

/// A radio under test, with a ``TrialDevice`` in its air.
public protocol RadioStage: Sendable {
  var kind: RadioKind { get }
  var central: any Central { get }
  /// Where the device is.
  var device: DeviceID { get }
  /// The clock that the radio goes by.
  var clock: any Clock<Duration> { get }
  /// How long it is waited for what does not come; for what does, much longer.
  var shortTime: Duration { get }
  /// After how long a requirement counts as hanging. Where a sanitizer slows everything down, a minute says little.
  var longTime: Duration { get }
  /// Turns the radio on or off.
  func setRadio(isOn: Bool) async throws
}

extension RadioStage {
  public var longTime: Duration { .seconds(60) }
}
