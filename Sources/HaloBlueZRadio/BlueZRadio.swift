#if BlueZ && os(Linux)
  public import HaloBluetooth

  /// The Bluetooth adapters of this Linux machine, through bluetoothd.
  public struct BlueZRadio: SystemRadio {
    /// The radio of the system's bus.
    public init() {}

    public var name: String { "bluez" }

    public func isAvailable() async -> Bool { await BlueZCentral.isAvailable() }

    public func report() async -> RadioReport { await BlueZReport.read() }

    public func withRoles<Result: Sendable>(
      on adapter: String?, serving: String?, _ body: @Sendable (any Central, any Peripheral) async throws -> Result
    ) async throws -> Result {
      let central = BlueZCentral(adapter: adapter)
      do {
        let result = try await body(central, BlueZPeripheral(adapter: serving ?? adapter))
        await central.close()
        return result
      } catch {
        await central.close()
        throw error
      }
    }
  }
#endif
