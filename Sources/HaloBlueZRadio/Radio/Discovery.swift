#if BlueZ && os(Linux)
  /// A running discovery with its own bus connection, so that it ends with this program, even after a crash.
  struct Discovery: Sendable {
    private let bus: BusConnection
    private let adapter: String

    /// Starts a discovery of LE devices that reports each advertisement.
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
              // The controller is still ending another program's discovery or our previous one. There is no signal for
              // that, so this retries.
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
        // Here, a missing object is the adapter.
        throw BluetoothError(.scan, device: nil, reason == .disconnected ? .radio(.unsupported) : reason)
      }
    }

    func end() async {
      _ = try? await TaskScope.shielded {
        _ = try? await bus.call(
          BlueZTree.service, adapter, Interface.adapter, "StopDiscovery", timeout: .seconds(5))
        // bluetoothd 5.66 ends every program's discovery if a connection closes that still has a filter but is not
        // discovering.
        _ = try? await bus.call(
          BlueZTree.service, adapter, Interface.adapter, "SetDiscoveryFilter", [.dictionary([:])], timeout: .seconds(5))
        await bus.close()
      }
    }
  }
#endif
