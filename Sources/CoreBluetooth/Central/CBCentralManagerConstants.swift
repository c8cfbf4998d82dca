#if !canImport(Darwin)
  /// Whether the system asks for Bluetooth to be turned on. Nobody asks here.
  public let CBCentralManagerOptionShowPowerAlertKey = "kCBInitOptionShowPowerAlert"
  /// The name under which a manager's connections and scan are kept for its next launch: a `String`.
  public let CBCentralManagerOptionRestoreIdentifierKey = "kCBInitOptionRestoreIdentifier"
  /// Whether to be served by a Bluetooth controller that another device brings. There is none here.
  public let CBCentralManagerOptionDeviceAccessForMedia = "kCBInitOptionDeviceAccessForMedia"

  /// Whether a scan tells every advertisement: a `Bool`.
  public let CBCentralManagerScanOptionAllowDuplicatesKey = "kCBScanOptionAllowDuplicates"
  /// Services that are looked for by those who solicit them. Radios do not tell them here.
  public let CBCentralManagerScanOptionSolicitedServiceUUIDsKey = "kCBScanOptionSolicitedServiceUUIDs"

  /// Whether the system shows an alert on connection, to an app that is suspended. Programs are not suspended here.
  public let CBConnectPeripheralOptionNotifyOnConnectionKey = "kCBConnectOptionNotifyOnConnection"
  /// Whether the system shows an alert on disconnection. Programs are not suspended here.
  public let CBConnectPeripheralOptionNotifyOnDisconnectionKey = "kCBConnectOptionNotifyOnDisconnection"
  /// Whether the system shows an alert on notifications. Programs are not suspended here.
  public let CBConnectPeripheralOptionNotifyOnNotificationKey = "kCBConnectOptionNotifyOnNotification"
  /// Seconds before the attempt begins: an `NSNumber`.
  public let CBConnectPeripheralOptionStartDelayKey = "kCBConnectOptionStartDelay"
  /// Whether a link that is lost is made again without being asked for: a `Bool`.
  public let CBConnectPeripheralOptionEnableAutoReconnect = "kCBConnectOptionEnableAutoReconnect"
  /// Whether BR/EDR profiles are connected as well. There are none here.
  public let CBConnectPeripheralOptionEnableTransportBridgingKey = "kCBConnectOptionEnableTransportBridging"
  /// Whether Apple's notification service is needed. There is none here.
  public let CBConnectPeripheralOptionRequiresANCS = "kCBConnectOptionRequiresANCS"

  /// The peripherals that were connected or pending: `[CBPeripheral]`.
  public let CBCentralManagerRestoredStatePeripheralsKey = "kCBRestoredPeripherals"
  /// The services that were scanned for: `[CBUUID]`.
  public let CBCentralManagerRestoredStateScanServicesKey = "kCBRestoredScanServices"
  /// The options of that scan: `[String: Any]`.
  public let CBCentralManagerRestoredStateScanOptionsKey = "kCBRestoredScanOptions"

  /// The advertised name: a `String`.
  public let CBAdvertisementDataLocalNameKey = "kCBAdvDataLocalName"
  /// The power that it is sent with, in dBm: an `NSNumber`.
  public let CBAdvertisementDataTxPowerLevelKey = "kCBAdvDataTxPowerLevel"
  /// The services that are named: `[CBUUID]`.
  public let CBAdvertisementDataServiceUUIDsKey = "kCBAdvDataServiceUUIDs"
  /// Data of services: `[CBUUID: Data]`.
  public let CBAdvertisementDataServiceDataKey = "kCBAdvDataServiceData"
  /// Data of a manufacturer, after the two bytes of its number, the lower one first: `Data`.
  public let CBAdvertisementDataManufacturerDataKey = "kCBAdvDataManufacturerData"
  /// Services that Apple devices hide in the background: `[CBUUID]`.
  public let CBAdvertisementDataOverflowServiceUUIDsKey = "kCBAdvDataHashedServiceUUIDs"
  /// Whether it takes connections: an `NSNumber`.
  public let CBAdvertisementDataIsConnectable = "kCBAdvDataIsConnectable"
  /// Services that are solicited: `[CBUUID]`.
  public let CBAdvertisementDataSolicitedServiceUUIDsKey = "kCBAdvDataSolicitedServiceUUIDs"

  /// What happened to a connection of a device.
  public enum CBConnectionEvent: Int, Sendable {
    /// It has ended.
    case peerDisconnected = 0
    /// It has come about.
    case peerConnected = 1
  }

  /// Of which devices connection events are told.
  public struct CBConnectionEventMatchingOption: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Those that have one of these services: `[CBUUID]`.
    public static let serviceUUIDs = CBConnectionEventMatchingOption(
      rawValue: "kCBConnectionEventMatchingOptionServiceUUIDs")
    /// Those of these identifiers: `[UUID]`.
    public static let peripheralUUIDs = CBConnectionEventMatchingOption(
      rawValue: "kCBConnectionEventMatchingOptionPeripheralUUIDs")
  }
#endif
