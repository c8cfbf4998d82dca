import HaloText
import HaloBluetooth
public import HaloWearables

extension ColmiRingDriver: Manageable {
  public func showItself() async throws {
    // Some firmware blinks and says nothing.
    _ = try await tell(.findDevice, Phrase("to show itself"))
  }

  public func powerOff() async throws {
    if try await tell(.powerOff, Phrase("to turn off")) {
      throw ConfigurableError.notKept(
        device: connection.label, what: Phrase("its power"), wished: Phrase("off"), actual: Phrase("on"))
    }
  }

  public func factoryReset() async throws { _ = try await tell(.factoryReset, Phrase("to erase itself")) }

  /// Sends what need not have an answer and may end the link. Whether the ring still answers afterwards.
  private func tell(_ request: ColmiRing.Request, _ what: Phrase) async throws -> Bool {
    for _ in 0..<3 {
      do {
        switch try await reply(to: request) {
        case .answer, .silence: return true
        case .refusal: throw ConfigurableError.unsupported(device: connection.label, what: what)
        // The write itself was refused; it may be taken the next time.
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
