extension ColmiRingDriver: Actionable {
  /// The actions of a ring.
  public static let actions = [
    DeviceAction("find", Phrase("Find")),
    DeviceAction(
      "power-off", Phrase("Turn off"),
      warning: Phrase("This turns the ring off. Some rings only turn on again on their charger.")),
    DeviceAction(
      "factory-reset", Phrase("Reset the device"),
      warning: Phrase("This erases the ring and all data that was not synced.")),
  ]

  /// Makes the ring blink, turns it off, or erases its data and settings.
  public func perform(_ request: ActionRequest) async throws -> Phrase? {
    let ring = connection.label
    switch request.action.id {
    case "find":
      // Some firmware blinks without an answer.
      _ = try await sendCommand(.findDevice, Phrase("blinking"))
      return Phrase("\(ring) is blinking for about ten seconds.")
    case "power-off":
      if try await sendCommand(.powerOff, Phrase("power-off")) {
        throw ConfigurableError.notStored(
          device: ring, what: Phrase("power"), requested: Phrase("off"), actual: Phrase("on"))
      }
      return Phrase("\(ring) received the power-off command. Put it on its charger to turn it on again.")
    case "factory-reset":
      _ = try await sendCommand(.factoryReset, Phrase("factory reset"))
      return Phrase("\(ring) received the factory reset command.")
    default: throw ConfigurableError.unsupported(device: ring, what: request.action.name)
    }
  }

  /// Sends a request that may stay unanswered and may end the link. Returns whether the ring still answers afterwards.
  private func sendCommand(_ request: ColmiRing.Request, _ what: Phrase) async throws -> Bool {
    for _ in 0..<3 {
      do {
        switch try await reply(to: request) {
        case .answer, .silence: return true
        case .refusal: throw ConfigurableError.unsupported(device: connection.label, what: what)
        // The write was refused, but the next one may succeed.
        case .fragment: continue
        }
      } catch WearableError.silent {
        return false
      } catch let error as BluetoothError where error.reason == .disconnected {
        return false
      }
    }
    throw WearableError.unanswered(device: connection.label, what: what)
  }
}
