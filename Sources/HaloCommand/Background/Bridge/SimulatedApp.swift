/// A simulated app that subscribes to a heart-rate monitor, like a bike computer.
struct SimulatedApp: Sendable {
  let radio: any Central

  /// Finds the monitor with that name, subscribes to its heart rate, and receives values until the task is canceled.
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
        // Search again.
      } catch {
        return
      }
    }
  }
}
