#if BlueZ && os(Linux)
  /// A Bluetooth adapter of this Linux machine in the peripheral role, through bluetoothd.
  public struct BlueZPeripheral: Peripheral {
    private let address: BusConnection.Address
    private let requestedAdapter: String?

    /// A radio on the system bus: the adapter with that name (`hci1`), or the first that is turned on.
    public init(adapter: String? = nil) { self.init(.system, adapter: adapter) }

    init(_ address: BusConnection.Address, adapter: String? = nil) {
      self.address = address
      requestedAdapter = adapter
    }

    /// Advertises and serves `device` while `body` runs; see ``Peripheral``.
    public func serve<Result: Sendable>(
      _ device: ServedDevice, with handler: any AttributeHandler,
      _ body: @escaping @Sendable (any PeripheralSession) async throws -> Result
    ) async throws -> Result {
      try device.checkAdvertisement()
      let session = try await open(device, handler)
      return try await TaskScope.ending({ await session.end() }) {
        try await session.begin()
        return try await TaskScope.with { scope in
          scope.start { await session.answerRequests() }
          return try await session.run(body) { await session.waitForLoss() }
        }
      }
    }

    /// Opens a session over its own bus connection, on an adapter that is turned on.
    private func open(_ device: ServedDevice, _ handler: any AttributeHandler) async throws -> BlueZSession {
      let tree: BlueZTree
      do {
        tree = try await BlueZTree.open(address)
      } catch let error as BusError {
        throw BluetoothError(
          .serve, device: device.name, .radio(error.name.hasSuffix("AccessDenied") ? .unauthorized : .unsupported))
      }
      let state = await BlueZCentral.state(tree, requestedAdapter)
      guard state == .poweredOn, let adapter = await BlueZCentral.adapter(tree, requestedAdapter) else {
        await tree.close()
        throw BluetoothError(.serve, device: device.name, .radio(state))
      }
      return BlueZSession(tree, adapter, device, handler)
    }
  }
#endif
