import HaloText
import HaloBluetooth
public import HaloWearables

extension ColmiRingDriver: Manageable {
  /// Makes the ring blink for about ten seconds.
  public func signalLocation() async throws {
    // Some firmware blinks without an answer.
    _ = try await sendCommand(.findDevice, Phrase("blinking"))
  }

  /// Turns the ring off. Some rings wake up only on their charger.
  public func powerOff() async throws {
    if try await sendCommand(.powerOff, Phrase("power-off")) {
      throw ConfigurableError.notStored(
        device: connection.label, what: Phrase("power"), requested: Phrase("off"), actual: Phrase("on"))
    }
  }

  /// Erases the data and the settings of the ring.
  public func factoryReset() async throws { _ = try await sendCommand(.factoryReset, Phrase("factory reset")) }

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
