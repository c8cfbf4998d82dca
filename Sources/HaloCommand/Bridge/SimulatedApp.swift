import HaloBluetooth

/// An app in the simulated air that listens to a heart-rate monitor, as a bike computer does that was turned on.
struct SimulatedApp: Sendable {
  let radio: any Central

  /// Finds the monitor of that name, subscribes to its heart rate, and listens until the task is cancelled.
  func listen(to name: String) async {
    while !Task.isCancelled {
      do {
        for try await seen in radio.scan(ScanFilter(services: [0x180D])) where seen.name == name {
          try await radio.withConnection(to: seen.device, label: seen.label, timeout: .seconds(5)) { connection in
            guard let rate = try await connection.services().characteristic(0x2A37) else { return }
            for try await _ in try await connection.notifications(of: rate) {}
          }
        }
      } catch let error as BluetoothError where error.reason == .disconnected {
        // It looks for it again.
      } catch {
        return
      }
    }
  }
}
