#if BlueZ && os(Linux)
  /// The Bluetooth adapters of this Linux machine, through bluetoothd.
  public struct BlueZRadio: SystemRadio {
    /// A radio on the system bus.
    public init() {}

    /// "bluez".
    public var name: String { "bluez" }

    /// Returns a report of bluetoothd and its adapters.
    public func report() async -> RadioReport { await BlueZReport.read() }

    /// Returns a report of bluetoothd and its adapters. The bus may start bluetoothd first.
    public func reportAfterStart() async -> RadioReport { await BlueZReport.readAfterStart() }

    /// Calls `body` with both roles of the radio, and closes the connection to bluetoothd afterwards.
    public func withRoles<Result: Sendable>(
      on adapter: String?, serving: String?, _ body: @Sendable (any Central, any Peripheral) async throws -> Result
    ) async throws -> Result {
      let central = BlueZCentral(adapter: adapter)
      return try await TaskScope.ending({ await central.close() }) {
        try await body(central, BlueZPeripheral(adapter: serving ?? adapter))
      }
    }
  }
#endif
