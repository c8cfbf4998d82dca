/// A failed Bluetooth operation: the device, the reason, and advice for the user. All radios throw the same errors.
public struct BluetoothError: Error, Hashable, Sendable {
  /// The operation that failed.
  public enum Operation: Hashable, Sendable {
    /// Looking for devices.
    case scan
    /// Connecting.
    case connect
    /// Finding a device's services.
    case discover
    /// Reading a characteristic or descriptor.
    case read
    /// Writing a characteristic or descriptor.
    case write
    /// Subscribing to a characteristic.
    case subscribe
    /// Reading the signal strength.
    case readRSSI
    /// Bonding with a device.
    case bond
    /// Advertising a device that this program serves.
    case advertise
    /// Serving a device.
    case serve
    /// Notifying the subscribers of a served device.
    case notify
  }

  /// The reason for a failure.
  public enum Reason: Hashable, Sendable {
    /// The radio cannot be used.
    case radio(RadioState)
    /// The device did not answer within that time.
    case timedOut(Duration)
    /// The link was lost.
    case disconnected
    /// The device has no such service, characteristic or descriptor.
    case attributeNotFound
    /// The characteristic does not allow the operation; `allowed` has the operations that it allows.
    case notPermitted(allowed: Characteristic.Properties)
    /// The client configuration cannot be written directly; subscribing writes it.
    case subscribeInstead
    /// The value is longer than `maximum` bytes, the link's limit.
    case tooLong(maximum: Int)
    /// The device answered with an error of the attribute protocol (Core Specification, volume 3, part F, 3.4.1.1).
    case attribute(code: UInt8)
    /// The device or the system refused to bond.
    case bondRefused
    /// Another program on this computer receives notifications through the link; see ``LinkTakeover``.
    case inUse
    /// The system's Bluetooth refused the operation, with this reason.
    case refused(String)
  }

  /// The operation that failed.
  public let operation: Operation
  /// The device's label; `nil` if no device was involved.
  public let device: String?
  /// The attribute; `nil` if none was involved.
  public let attribute: BluetoothUUID?
  /// The reason for the failure.
  public let reason: Reason

  /// An error of `operation`.
  public init(_ operation: Operation, device: String?, attribute: BluetoothUUID? = nil, _ reason: Reason) {
    self.operation = operation
    self.device = device
    self.attribute = attribute
    self.reason = reason
  }
}

extension BluetoothError: PhrasedError {
  /// The failure and the advice.
  public var phrase: Phrase { Phrase("\(what) \(advice)") }
  /// The phrase in English, for logs.
  public var description: String { phrase.english }

  /// The failure in one sentence, with its device or attribute.
  public var what: Phrase {
    let device = label
    switch (operation, reason) {
    case (_, .radio(let state)): return Self.sentence(of: state)
    case (.connect, .timedOut(let time)): return Phrase("\(device) did not answer within \(Self.seconds(time)).")
    case (_, .timedOut(let time)): return Phrase("\(action): no answer within \(Self.seconds(time)).")
    case (.connect, .disconnected): return Phrase("\(device) disconnected before the connection was complete.")
    case (_, .disconnected): return Phrase("\(action): the link was lost.")
    case (_, .attributeNotFound):
      return attribute.map { Phrase("\(device) has no \($0.description).") }
        ?? Phrase("\(device) has no such attribute.")
    case (_, .notPermitted(let allowed)):
      return Self.words(allowed).map { Phrase("\(action) is not allowed; it can only \($0).") }
        ?? Phrase("\(action) is not allowed; the characteristic allows no operation.")
    case (_, .subscribeInstead): return Phrase("\(action): the client configuration cannot be written directly.")
    case (.advertise, .tooLong(let maximum)):
      return Phrase("\(action): its name, or its services and manufacturer data, take more than \(maximum) bytes.")
    case (_, .tooLong(let maximum)): return Phrase("\(action): the link takes at most \(maximum) bytes.")
    case (_, .bondRefused): return Phrase("\(Self(.bond, device: self.device, .bondRefused).action) was refused.")
    case (_, .inUse): return Phrase("\(action): another program on this computer is measuring with it.")
    case (_, .attribute(let code)):
      return Self.name(ofAttributeError: code).map {
        Phrase("\(action): the device answered with error \(Int(code)) (\($0)).")
      }
        ?? Phrase("\(action): the device answered with error \(Int(code)).")
    case (_, .refused(let words)): return Phrase("\(action): the system's Bluetooth refused it (\(words)).")
    }
  }

  /// The next step for the user.
  public var advice: Phrase {
    switch reason {
    case .radio(.poweredOff): Phrase("Turn Bluetooth on and try again.")
    case .radio(.unauthorized): Phrase("Allow this program to use Bluetooth in the system's settings.")
    case .radio(.unsupported): Phrase("Plug in a Bluetooth LE adapter.")
    case .radio: Phrase("Try again in a moment.")
    case .timedOut where operation == .connect:
      Phrase(
        """
        A wearable connects to one phone or computer at a time. If another one is connected, close its app or \
        turn Bluetooth off there. Otherwise bring it closer, or put it on its charger for a moment to wake it.
        """)
    case .timedOut: Phrase("Bring it closer and try again.")
    case .disconnected: Phrase("Bring it closer and try again; nothing that was received is lost.")
    case .attributeNotFound: Phrase("It may be another kind of device, or other firmware.")
    case .tooLong where operation == .advertise:
      Phrase("Use a shorter name, or advertise fewer services and less data.")
    case .notPermitted, .tooLong: Phrase("The device does not support this.")
    case .subscribeInstead: Phrase("Subscribe to the characteristic instead; that writes it.")
    case .bondRefused:
      Phrase(
        """
        If it has a passkey, pair it in the system's Bluetooth settings, or with 'bluetoothctl' on Linux. Otherwise remove \
        it there and on the phones that it was paired with, then try again.
        """)
    case .inUse: Phrase("Quit that program and try again.")
    case .attribute(0x05), .attribute(0x0F), .attribute(0x08): Phrase("Pair the device first.")
    case .attribute: Phrase("Try again. If it happens again, the device does not support this.")
    case .refused where operation == .readRSSI: Phrase("Scan for it, and try again.")
    case .refused: Phrase("Another program may already use the adapter. Quit that program and try again.")
    }
  }

  private var label: Phrase { device.map { Phrase(verbatim: $0) } ?? Phrase("the device") }

  /// The operation, with its device or attribute.
  var action: Phrase {
    let place = attribute.map { Phrase("\($0.description) of \(label)") } ?? label
    return switch operation {
    case .scan: Phrase("Looking for \(place)")
    case .connect: Phrase("Connecting to \(place)")
    case .discover: Phrase("Finding the services of \(place)")
    case .read: Phrase("Reading \(place)")
    case .write: Phrase("Writing \(place)")
    case .subscribe: Phrase("Subscribing to \(place)")
    case .readRSSI: Phrase("Reading the signal strength of \(place)")
    case .bond: Phrase("Pairing with \(place)")
    case .advertise: Phrase("Advertising \(place)")
    case .serve: Phrase("Serving \(place)")
    case .notify: Phrase("Notifying \(place)")
    }
  }

  private static func sentence(of state: RadioState) -> Phrase {
    switch state {
    case .poweredOff: Phrase("Bluetooth is turned off.")
    case .unauthorized: Phrase("This program is not allowed to use Bluetooth.")
    case .unsupported: Phrase("No usable Bluetooth LE adapter was found.")
    case .resetting: Phrase("Bluetooth is restarting.")
    case .unknown, .poweredOn: Phrase("Bluetooth is not ready.")
    }
  }

  private static func seconds(_ duration: Duration) -> Phrase {
    let seconds = (duration / .milliseconds(100)).rounded() / 10
    return Phrase("\(seconds, digits: seconds == seconds.rounded() ? 0 : 1) s")
  }

  private static func words(_ properties: Characteristic.Properties) -> Phrase? {
    let words: [(Characteristic.Properties, Phrase)] = [
      (.read, Phrase("be read")), (.write, Phrase("be written with response")),
      (.writeWithoutResponse, Phrase("be written without response")), (.notify, Phrase("notify")),
      (.indicate, Phrase("indicate")),
    ]
    return .list(words.filter { properties.contains($0.0) }.map(\.1))
  }

  /// Returns the name of an attribute protocol error (Core Specification, volume 3, part F, 3.4.1.1); nil if the code
  /// is unknown.
  public static func name(ofAttributeError code: UInt8) -> String? {
    if (0x80...0x9F).contains(code) { return "a device-specific error" }
    return code > 0 && code <= attributeErrors.count ? attributeErrors[Int(code) - 1] : nil
  }

  /// The names of the codes from 0x01 on.
  private static let attributeErrors = [
    "invalid handle", "read not permitted", "write not permitted", "invalid packet", "not authenticated",
    "not supported", "invalid offset", "not authorized", "queue full", "attribute not found", "not long",
    "encryption key too short", "wrong length", "unlikely error", "not encrypted", "unsupported group", "no resources",
  ]
}
