/// A link with one device, for as long as `withConnection` lasts. All of its functions throw ``BluetoothError``.
public protocol Connection: Sendable {
  /// Which device.
  var device: DeviceID { get }
  /// The device as a person knows it.
  var label: String { get }

  /// The device's services, discovered once a connection.
  func services() async throws -> [Service]

  /// Reads a characteristic.
  func read(_ characteristic: Characteristic) async throws -> ReceivedValue

  /// Writes a characteristic: with response where the device shall confirm. The kind must be one that it allows.
  func write(_ value: [UInt8], to characteristic: Characteristic, withResponse: Bool) async throws

  /// Reads a descriptor of a characteristic.
  func read(descriptor: BluetoothUUID, of characteristic: Characteristic) async throws -> [UInt8]

  /// Writes a descriptor of a characteristic. The client configuration is refused: subscribe instead.
  func write(_ value: [UInt8], toDescriptor descriptor: BluetoothUUID, of characteristic: Characteristic) async throws

  /// Subscribes to a characteristic. When this returns, the device has confirmed and everything it sends from now on comes,
  /// each caller in a sequence of its own. The sequence throws where the link is lost.
  func notifications(of characteristic: Characteristic) async throws -> AsyncThrowingStream<ReceivedValue, any Error>

  /// The longest value that one write takes, in bytes.
  func maximumWriteLength(withResponse: Bool) async -> Int

  /// The signal strength in dBm.
  func readRSSI() async throws -> Int

  /// Bonds with the device (Core Specification, volume 3, part C, 9.4.4): both keep keys, and the link is encrypted from then on.
  /// Nothing happens where that was done before. "Just works": nobody is asked for a number.
  ///
  /// - Returns: Whether there was none before.
  /// - Throws: ``BluetoothError/Reason/bondRefused`` where the device, or the system, does not want to.
  @discardableResult func bond() async throws -> Bool

  /// Lets bonds come about by themselves from now on, for as long as the link lasts: where something is asked for that wants one, as on
  /// Apple's systems. The default does nothing: for radios that do so anyway, or refuse and have ``bond()``.
  func acceptBonds() async

  /// Waits until the link is lost, and says why: `disconnected` where the device ended it, `timedOut` where it went silent, `radio` where
  /// the radio is gone. `nil` where the link was ended from here, where the task was cancelled, and from radios that learn of a loss by
  /// what fails alone.
  func waitForLoss() async -> BluetoothError.Reason?
}

extension Connection {
  public func waitForLoss() async -> BluetoothError.Reason? { nil }

  public func acceptBonds() async {}

  /// Bonds with the device if it and the system want to; returns whether there is a bond now that was not there before.
  ///
  /// - Throws: ``BluetoothError`` for anything but a refused bond.
  public func bondIfPossible() async throws -> Bool {
    do { return try await bond() } catch let error as BluetoothError where error.reason == .bondRefused { return false }
  }
}

/// A value that a device sent.
public struct ReceivedValue: Hashable, Sendable {
  /// Its bytes.
  public let bytes: [UInt8]
  /// The number that a recorder gave the frame, where one is at work; see ``RecordingConnection``.
  public let frame: Int?

  /// A value, and its frame's number where it was recorded.
  public init(_ bytes: [UInt8], frame: Int? = nil) {
    self.bytes = bytes
    self.frame = frame
  }
}
