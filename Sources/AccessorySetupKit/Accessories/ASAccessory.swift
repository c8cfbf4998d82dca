#if !canImport(Darwin)
  public import Foundation
  import HaloBluetooth

  /// A device that a person chose for this program.
  ///
  /// Unchecked: nothing of it changes; who renames one makes another. Only ``ASDiscoveredAccessory`` inherits from it.
  open class ASAccessory: NSObject, @unchecked Sendable {
    /// Whether the program may use it.
    public enum AccessoryState: Int, Sendable {
      /// It may not: it was removed, or its authorization failed.
      case unauthorized = 0
      /// It was chosen, and the program has not said yet whether it is the right one.
      case awaitingAuthorization = 10
      /// It may.
      case authorized = 20
    }

    /// How an accessory is renamed.
    public struct RenameOptions: OptionSet, Sendable {
      public let rawValue: UInt
      public init(rawValue: UInt) { self.rawValue = rawValue }

      /// The name of its network as well. There is none here; it does nothing.
      public static let ssid = RenameOptions(rawValue: 1 << 0)
    }

    /// What an accessory can do.
    public struct SupportOptions: OptionSet, Sendable {
      public let rawValue: UInt
      public init(rawValue: UInt) { self.rawValue = rawValue }

      /// It is paired with (bonded) as soon as it was chosen.
      public static let bluetoothPairingLE = SupportOptions(rawValue: 1 << 1)
      /// Profiles of classic Bluetooth over the LE link. Not on Linux; it does nothing.
      public static let bluetoothTransportBridging = SupportOptions(rawValue: 1 << 2)
      /// It is a keyboard, a mouse or the like. It does nothing here.
      public static let bluetoothHID = SupportOptions(rawValue: 1 << 3)
    }

    /// A device of a network that needs no router, by its number.
    public typealias WiFiAwarePairedDeviceID = UInt64

    let record: AccessoryRecord
    /// Whether the program may use it.
    public let state: AccessoryState

    init(_ record: AccessoryRecord, state: AccessoryState) {
      self.record = record
      self.state = state
    }

    /// By which Core Bluetooth knows it: `retrievePeripherals(withIdentifiers:)` takes it.
    open var bluetoothIdentifier: UUID? { record.identifier }
    /// Its name for people: that of the display item, or the one that a person gave it.
    open var displayName: String { record.displayName }
    /// Its network's name. Accessories are found by Bluetooth here: `nil`.
    open var ssid: String? { nil }
    /// What it was found by.
    open var descriptor: ASDiscoveryDescriptor { ASDiscoveryDescriptor(record.descriptor) }
    /// What bridges it with classic Bluetooth, where the program has set that.
    open var bluetoothTransportBridgingIdentifier: Data? { record.bridgingIdentifier }
    /// Not on Linux: 0.
    open var wifiAwarePairedDeviceID: WiFiAwarePairedDeviceID { 0 }

    open override func isEqual(_ object: Any?) -> Bool {
      (object as? ASAccessory).map { $0.record == record && $0.state == state } ?? false
    }
    open override var hash: Int { record.identifier.hashValue }
    open override var description: String { "<ASAccessory \(displayName) \(record.identifier)>" }
  }
#endif
