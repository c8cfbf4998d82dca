import HaloBluetooth

extension ColmiRingDriver: Manageable {
  public func showItself() async throws {
    // Some firmware blinks and says nothing; the write was confirmed then.
    if case .refusal = try await reply(to: .findDevice) {
      throw ConfigurableError.unsupported(device: connection.label, what: "find")
    }
  }

  public func powerOff() async throws { try await sendLast(.powerOff) }

  public func factoryReset() async throws { try await sendLast(.factoryReset) }

  /// Sends what may end the link before it is confirmed.
  private func sendLast(_ request: ColmiRing.Request) async throws {
    do {
      if case .refusal = try await reply(to: request) {
        throw ConfigurableError.unsupported(device: connection.label, what: "power")
      }
    } catch is WearableError {
      // It says nothing any more, which is what it was asked for.
    } catch let error as BluetoothError where error.reason == .disconnected {
      // Likewise.
    }
  }
}
