#if !canImport(Darwin)
  import HaloBluetooth

  /// A service of a device, for as long as the link lasts on which it was discovered.
  open class CBService: CBAttribute {
    private struct State {
      weak var peripheral: CBPeripheral?
      /// All of them, and those that were asked for.
      var all: [CBCharacteristic] = []
      var characteristics: [CBCharacteristic]?
      var includedServices: [CBService]?
    }

    private let state: Guarded<State>
    /// As the radio knows it.
    let known: Service

    init(_ known: Service, of peripheral: CBPeripheral) {
      self.known = known
      state = Guarded(State(peripheral: peripheral))
      super.init(uuid: CBUUID(known.uuid))
    }

    /// The device.
    open weak var peripheral: CBPeripheral? { state.withLock { $0.peripheral } }
    /// Always true: radios tell of primary services alone.
    open var isPrimary: Bool { true }
    /// The characteristics that were discovered; `nil` before.
    open var characteristics: [CBCharacteristic]? { state.withLock { $0.characteristics } }
    /// The included services that were discovered, which are none here; `nil` before.
    open var includedServices: [CBService]? { state.withLock { $0.includedServices } }

    open override var description: String { "<CBService: isPrimary = YES, UUID = \(uuid)>" }

    /// Makes characteristics visible.
    func show(_ wanted: Wanted) {
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
#endif
