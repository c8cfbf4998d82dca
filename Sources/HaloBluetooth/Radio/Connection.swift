@_exported public import HaloText

/// A connection to one device, valid while `withConnection` runs. All functions throw ``BluetoothError``. If the device
/// requires a bond for an operation, the connection bonds and repeats the operation, as on Apple's systems.
public protocol Connection: Sendable {
  /// The connected device.
  var device: DeviceID { get }
  /// The device's label for people.
  var label: String { get }

  /// Returns the device's services, discovered once per connection.
  func services() async throws -> [Service]

  /// Reads a characteristic.
  func read(_ characteristic: Characteristic) async throws -> ReceivedValue

  /// Writes a characteristic. `withResponse` asks the device to confirm; the characteristic must allow that kind of
  /// write.
  func write(_ value: [UInt8], to characteristic: Characteristic, withResponse: Bool) async throws

  /// Reads a descriptor of a characteristic.
  func read(descriptor: BluetoothUUID, of characteristic: Characteristic) async throws -> [UInt8]

  /// Writes a descriptor of a characteristic. Writing the client configuration throws: subscribe instead.
  func write(_ value: [UInt8], toDescriptor descriptor: BluetoothUUID, of characteristic: Characteristic) async throws

  /// Subscribes to a characteristic. This returns after the device has confirmed, and every later value is delivered.
  /// Each caller gets its own sequence, which throws if the link is lost.
  func notifications(of characteristic: Characteristic) async throws -> AsyncThrowingStream<ReceivedValue, any Error>

  /// Returns the longest value that one write can carry, in bytes.
  func maximumWriteLength(withResponse: Bool) async -> Int

  /// Returns the signal strength in dBm.
  func readRSSI() async throws -> Int

  /// Bonds with the device (Core Specification, volume 3, part C, 9.4.4): both sides store keys, and the link is
  /// encrypted from then on. Does nothing if the devices are already bonded. A ``PairingQuestion`` is asked if the device
  /// has a passkey.
  ///
  /// - Returns: True if there was no bond before.
  /// - Throws: ``BluetoothError/Reason/bondRefused`` if the device or the system refuses.
  @discardableResult func bond() async throws -> Bool

  /// Waits until the link is lost and returns the reason: `disconnected` if the device ended it, `timedOut` if the
  /// device stopped responding, `radio` if the radio is no longer available. Returns nil if this side ended the link,
  /// if the task was canceled, or if the radio detects a loss only by failing operations.
  func waitForLoss() async -> BluetoothError.Reason?
}

extension Connection {
  /// Returns nil at once.
  public func waitForLoss() async -> BluetoothError.Reason? { nil }

  /// Bonds with the device unless it or the system refuses. Returns true if this created a bond.
  ///
  /// - Throws: ``BluetoothError`` for anything but a refused bond.
  public func bondIfPossible() async throws -> Bool {
    do { return try await bond() } catch let error as BluetoothError where error.reason == .bondRefused { return false }
  }
}

/// A value that a device sent.
public struct ReceivedValue: Hashable, Sendable {
  /// The value's bytes.
  public let bytes: [UInt8]
  /// The number that a recorder gave the frame; nil if it was not recorded. See ``RecordingConnection``.
  public let frame: Int?

  /// A value, with its frame's number if it was recorded.
  public init(_ bytes: [UInt8], frame: Int? = nil) {
    self.bytes = bytes
    self.frame = frame
  }
}
