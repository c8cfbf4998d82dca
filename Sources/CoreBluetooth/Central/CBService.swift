import HaloBluetooth

/// A service of a device, valid for the link on which it was discovered.
open class CBService: CBAttribute {
  private struct State {
    weak var peripheral: CBPeripheral?
    /// All characteristics, and the discovered ones.
    var all: [CBCharacteristic] = []
    var characteristics: [CBCharacteristic]?
    var includedServices: [CBService]?
  }

  private let state: LockedValue<State>
  /// The service as the radio reports it.
  let known: Service

  init(_ known: Service, of peripheral: CBPeripheral) {
    self.known = known
    state = LockedValue(State(peripheral: peripheral))
    super.init(uuid: CBUUID(known.uuid))
  }

  /// The device.
  open weak var peripheral: CBPeripheral? { state.withLock { $0.peripheral } }
  /// Always true: Halo's radios report only primary services.
  open var isPrimary: Bool { true }
  /// The discovered characteristics; `nil` before discovery.
  open var characteristics: [CBCharacteristic]? { state.withLock { $0.characteristics } }
  /// The discovered included services, always empty; `nil` before discovery.
  open var includedServices: [CBService]? { state.withLock { $0.includedServices } }

  open override var description: String { "<CBService: isPrimary = YES, UUID = \(uuid)>" }

  /// Adds characteristics to ``characteristics``.
  func show(_ wanted: RequestedUUIDs) {
    state.withLock { state in
      if state.all.isEmpty { state.all = known.characteristics.map { CBCharacteristic($0, of: self) } }
      let visible = state.characteristics ?? []
      state.characteristics = state.all.filter { characteristic in
        wanted.contains(characteristic.uuid.value) || visible.contains { $0 === characteristic }
      }
    }
  }

  func set(includedServices: [CBService]) { state.withLock { $0.includedServices = includedServices } }
}
