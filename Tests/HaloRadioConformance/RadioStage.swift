public import HaloBluetooth

/// The kind of a tested radio.
public enum RadioKind: String, Sendable, CaseIterable {
  /// The simulated radio.
  case simulated = "simulated air"
  /// The BlueZ radio with a simulated `org.bluez`.
  case fakeBus = "BlueZ (made-up bus)"
  /// The BlueZ radio with the real bluetoothd, and a controller and device in software.
  case bluetoothd = "BlueZ (bluetoothd)"
  /// The Apple radio over Core Bluetooth for Linux, over the BlueZ radio with the real bluetoothd.
  case appleOnBluetoothd = "Apple's (bluetoothd)"
}

/// A radio under test, with a ``TrialDevice`` in range.
public protocol RadioStage: Sendable {
  /// The kind of the radio.
  var kind: RadioKind { get }
  /// The radio.
  var central: any Central { get }
  /// The trial device's identifier.
  var device: DeviceID { get }
  /// The radio's clock.
  var clock: any Clock<Duration> { get }
  /// The wait for values that must not arrive. Expected values get much more time.
  var shortTime: Duration { get }
  /// The time after which a requirement counts as hanging. Sanitizers slow everything down, so a minute may be too
  /// short.
  var longTime: Duration { get }
  /// Turns the radio on or off.
  func setRadio(isOn: Bool) async throws
}

extension RadioStage {
  /// 60 seconds.
  public var longTime: Duration { .seconds(60) }
}
