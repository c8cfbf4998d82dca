#if BlueZ && os(Linux)
  import HaloBluetooth

  /// A discovery that runs. It is a bus connection's own, so that it ends with this program, however that ends.
  struct Discovery: Sendable {
    private let bus: BusConnection
    private let adapter: String

    /// Begins one. Only LE; each advertisement is told.
    static func begin(
      _ address: BusConnection.Address, _ adapter: String, _ clock: any Clock<Duration>
    ) async throws -> Discovery {
      do {
        let bus = try await BusConnection.open(address)
        do {
          _ = try await bus.call(
            BlueZTree.service, adapter, Interface.adapter, "SetDiscoveryFilter",
            [.dictionary(["Transport": .string("le"), "DuplicateData": .bool(true)])])
          for attempt in 0... {
            do {
              _ = try await bus.call(BlueZTree.service, adapter, Interface.adapter, "StartDiscovery")
              break
            } catch let error as BusError where error.name == "org.bluez.Error.InProgress" && attempt < 50 {
              // The controller still ends another program's, or our last one; nothing says when it has.
              try await clock.sleep(for: .milliseconds(100))
            }
          }
          return Discovery(bus: bus, adapter: adapter)
        } catch {
          await bus.close()
          throw error
        }
      } catch let error as BusError {
        let reason = BluetoothError.Reason(withoutAttribute: error)
        // What is gone here is the adapter.
        throw BluetoothError(.scan, device: nil, reason == .disconnected ? .radio(.unsupported) : reason)
      }
    }

    func end() async {
      _ = try? await TaskScope.shielded {
        _ = try? await bus.call(
          BlueZTree.service, adapter, Interface.adapter, "StopDiscovery", timeout: .seconds(5))
        // bluetoothd 5.66 ends everybody's discovery where a connection is closed that still has a filter and discovers nothing.
        _ = try? await bus.call(
          BlueZTree.service, adapter, Interface.adapter, "SetDiscoveryFilter", [.dictionary([:])], timeout: .seconds(5))
        await bus.close()
      }
    }
  }
#endif
