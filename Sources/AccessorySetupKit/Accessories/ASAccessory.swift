public import Foundation
import HaloBluetooth

/// A device that the user chose for this program.
///
/// Unchecked: an accessory is immutable, and renaming creates a new one. Only ``ASDiscoveredAccessory`` inherits from
/// it.
open class ASAccessory: NSObject, @unchecked Sendable {
  /// The program's permission to use an accessory.
  public enum AccessoryState: Int, Sendable {
    /// Removed, or its authorization failed.
    case unauthorized = 0
    /// Chosen, but not authorized by the program yet.
    case awaitingAuthorization = 10
    case authorized = 20
  }

  /// Options for renaming an accessory.
  public struct RenameOptions: OptionSet, Sendable {
    /// The bits of the options.
    public let rawValue: UInt
    /// Options with these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Renames the accessory's network as well. Has no effect here.
    public static let ssid = RenameOptions(rawValue: 1 << 0)
  }

  /// The features of an accessory.
  public struct SupportOptions: OptionSet, Sendable {
    /// The bits of the options.
    public let rawValue: UInt
    /// Options with these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The accessory is paired (bonded) once it is chosen.
    public static let bluetoothPairingLE = SupportOptions(rawValue: 1 << 1)
    /// Classic Bluetooth profiles over the LE link. Has no effect on Linux.
    public static let bluetoothTransportBridging = SupportOptions(rawValue: 1 << 2)
    /// The accessory is an input device, such as a keyboard. Has no effect here.
    public static let bluetoothHID = SupportOptions(rawValue: 1 << 3)
  }

  /// The number of a paired Wi-Fi Aware device.
  public typealias WiFiAwarePairedDeviceID = UInt64

  let record: AccessoryRecord
  /// The program's permission to use the accessory.
  public let state: AccessoryState

  init(_ record: AccessoryRecord, state: AccessoryState) {
    self.record = record
    self.state = state
  }

  /// The accessory's identifier in Core Bluetooth, for `retrievePeripherals(withIdentifiers:)`.
  open var bluetoothIdentifier: UUID? { record.identifier }
  /// The accessory's name: that of the display item, or the user's own.
  open var displayName: String { record.displayName }
  /// The name of the accessory's network. Always nil, because accessories are found by Bluetooth here.
  open var ssid: String? { nil }
  /// The descriptor that matched the accessory.
  open var descriptor: ASDiscoveryDescriptor { ASDiscoveryDescriptor(record.descriptor) }
  /// The identifier for bridging classic Bluetooth, if the program has set it.
  open var bluetoothTransportBridgingIdentifier: Data? { record.bridgingIdentifier }
  /// Always 0; Wi-Fi Aware is not supported on Linux.
  open var wifiAwarePairedDeviceID: WiFiAwarePairedDeviceID { 0 }

  open override func isEqual(_ object: Any?) -> Bool {
    (object as? ASAccessory).map { $0.record == record && $0.state == state } ?? false
  }
  open override var hash: Int { record.identifier.hashValue }
  open override var description: String { "<ASAccessory \(displayName) \(record.identifier)>" }
}
