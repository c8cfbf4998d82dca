#if BlueZ && os(Linux)
  import HaloBluetooth

  /// A discovery that runs. It is a bus connection's own, so that it ends with this program, however that ends.
  struct Discovery: Sendable {
    private let bus: BusConnection
    private let adapter: String

    /// Begins one. Only LE; each advertisement is told.
    static func begin(_ address: BusConnection.Address, _ adapter: String) async throws -> Discovery {
      do {
        let bus = try await BusConnection.open(address)
        do {
          _ = try await bus.call(
            BlueZTree.service, adapter, Interface.adapter, "SetDiscoveryFilter",
            [.dictionary(["Transport": .string("le"), "DuplicateData": .bool(true)])])
          _ = try await bus.call(BlueZTree.service, adapter, Interface.adapter, "StartDiscovery")
          return Discovery(bus: bus, adapter: adapter)
        } catch {
          await bus.close()
          throw error
        }
      } catch let error as BusError {
        throw BluetoothError(.scan, device: nil, BluetoothError.Reason(error))
      }
    }

    func end() async {
      _ = try? await TaskScope.shielded {
        _ = try? await bus.call(
          BlueZTree.service, adapter, Interface.adapter, "StopDiscovery", timeout: .seconds(5))
        await bus.close()
      }
    }
  }
#endif
