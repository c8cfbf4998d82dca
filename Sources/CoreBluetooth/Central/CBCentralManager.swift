#if !canImport(Darwin)
  public import Dispatch
  public import Foundation

  /// Looks for devices and connects to them.
  open class CBCentralManager: CBManager {
    /// What a radio may be able to do beyond the usual.
    public struct Feature: OptionSet, Sendable {
      public let rawValue: UInt
      public init(rawValue: UInt) { self.rawValue = rawValue }

      /// Extended advertisements and connections.
      public static let extendedScanAndConnect = Feature(rawValue: 1)
    }

    struct Contents {
      weak var delegate: (any CBCentralManagerDelegate)?
      var isScanning = false
    }

    let contents: Guarded<Contents>

    /// A manager without anybody who hears of it, on the main queue.
    public override init() {
      contents = Guarded(Contents())
      super.init()
    }

    /// A manager whose delegate is called on `queue`; on the main queue where it is `nil`.
    public convenience init(delegate: (any CBCentralManagerDelegate)?, queue: DispatchQueue?) {
      self.init(delegate: delegate, queue: queue, options: [:])
    }

    /// A manager whose delegate is called on `queue`, with options `CBCentralManagerOption…`.
    public init(
      delegate: (any CBCentralManagerDelegate)?, queue: DispatchQueue?, options: [String: Any]? = nil
    ) {
      contents = Guarded(Contents(delegate: delegate))
      super.init()
    }

    /// Who hears of states, devices and links.
    open weak var delegate: (any CBCentralManagerDelegate)? {
      get { contents.withLock { $0.delegate } }
      set { contents.withLock { $0.delegate = newValue } }
    }

    /// Whether it scans.
    open var isScanning: Bool { contents.withLock { $0.isScanning } }

    /// Whether this machine's radio can do that. Halo's radios say nothing of it, so: no.
    open class func supports(_ features: Feature) -> Bool { features.isEmpty }

    /// Looks for devices that advertise one of these services; for all where none is named.
    open func scanForPeripherals(withServices serviceUUIDs: [CBUUID]?, options: [String: Any]? = nil) {}

    /// Looks no longer.
    open func stopScan() {}

    /// Connects, however long it takes; `didConnect` tells.
    open func connect(_ peripheral: CBPeripheral, options: [String: Any]? = nil) {}

    /// Ends a link, or the wait for one; `didDisconnectPeripheral` tells.
    open func cancelPeripheralConnection(_ peripheral: CBPeripheral) {}

    /// The devices of these identifiers, as far as they are known.
    open func retrievePeripherals(withIdentifiers identifiers: [UUID]) -> [CBPeripheral] { [] }

    /// The devices that this program is connected to and that have one of these services.
    open func retrieveConnectedPeripherals(withServices serviceUUIDs: [CBUUID]) -> [CBPeripheral] { [] }

    /// Asks to be told of connections and disconnections of devices; no longer where `options` is `nil`.
    open func registerForConnectionEvents(options: [CBConnectionEventMatchingOption: Any]? = nil) {}
  }
#endif
