#if !canImport(Darwin)
  public import Foundation

  /// Whether there is a link with a device.
  public enum CBPeripheralState: Int, Sendable {
    /// There is none.
    case disconnected = 0
    /// One is asked for.
    case connecting
    /// There is one.
    case connected
    /// It is ending.
    case disconnecting
  }

  /// Another device, as a central manager found it. Whoever wants to use it retains it.
  open class CBPeripheral: CBPeer {
    struct Contents {
      weak var delegate: (any CBPeripheralDelegate)?
      var name: String?
      var state = CBPeripheralState.disconnected
      var services: [CBService]?
      var canSendWriteWithoutResponse = false
      var maximumWriteLengths = (withResponse: 512, withoutResponse: 20)
    }

    let contents: Guarded<Contents>

    init(identifier: UUID, name: String?) {
      contents = Guarded(Contents(name: name))
      super.init(identifier: identifier)
    }

    /// Who hears what it answers and notifies.
    open weak var delegate: (any CBPeripheralDelegate)? {
      get { contents.withLock { $0.delegate } }
      set { contents.withLock { $0.delegate = newValue } }
    }

    /// Its name, as far as it was told.
    open var name: String? { contents.withLock { $0.name } }
    /// Whether there is a link.
    open var state: CBPeripheralState { contents.withLock { $0.state } }
    /// The services that were discovered over this link; `nil` before.
    open var services: [CBService]? { contents.withLock { $0.services } }
    /// Whether a write without response is taken now; otherwise it is dropped.
    open var canSendWriteWithoutResponse: Bool { contents.withLock { $0.canSendWriteWithoutResponse } }
    /// Always false: there is no Apple notification service here.
    open var ancsAuthorized: Bool { false }

    /// Asks for the signal strength; `didReadRSSI` answers.
    open func readRSSI() {}

    /// Discovers services: those, or all; `didDiscoverServices` answers.
    open func discoverServices(_ serviceUUIDs: [CBUUID]?) {}

    /// Looks for included services; `didDiscoverIncludedServicesFor` answers that there are none.
    open func discoverIncludedServices(_ includedServiceUUIDs: [CBUUID]?, for service: CBService) {}

    /// Discovers characteristics of a service: those, or all; `didDiscoverCharacteristicsFor` answers.
    open func discoverCharacteristics(_ characteristicUUIDs: [CBUUID]?, for service: CBService) {}

    /// Reads a characteristic; `didUpdateValueFor` answers.
    open func readValue(for characteristic: CBCharacteristic) {}

    /// The longest value that one write takes, in bytes.
    open func maximumWriteValueLength(for type: CBCharacteristicWriteType) -> Int {
      contents.withLock {
        type == .withResponse ? $0.maximumWriteLengths.withResponse : $0.maximumWriteLengths.withoutResponse
      }
    }

    /// Writes a characteristic; `didWriteValueFor` answers where it is with response.
    open func writeValue(_ data: Data, for characteristic: CBCharacteristic, type: CBCharacteristicWriteType) {}

    /// Subscribes to a characteristic, or no longer; `didUpdateNotificationStateFor` answers.
    open func setNotifyValue(_ enabled: Bool, for characteristic: CBCharacteristic) {}

    /// Discovers the descriptors of a characteristic; `didDiscoverDescriptorsFor` answers.
    open func discoverDescriptors(for characteristic: CBCharacteristic) {}

    /// Reads a descriptor; `didUpdateValueFor` answers.
    open func readValue(for descriptor: CBDescriptor) {}

    /// Writes a descriptor; `didWriteValueFor` answers. The client configuration is refused: subscribe instead.
    open func writeValue(_ data: Data, for descriptor: CBDescriptor) {}

    /// Asks for an L2CAP channel; `didOpen` answers that it cannot be done here.
    open func openL2CAPChannel(_ PSM: CBL2CAPPSM) {}
  }
#endif
