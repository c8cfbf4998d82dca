import Synchronization

extension ColmiRing {
  /// Interprets the readings of one live measurement. The meaning of a result code depends on the firmware and on
  /// whether a value was received: 1 and 2 in the table of `docs/colmi-ring.md`.
  final class LiveResults: Sendable {
    private let quantity: RealTime.Quantity
    private let isRT: Bool
    private let state = Mutex((hasValue: false, isComplete: false))

    /// True if the ring reported the end of the measurement: no readings follow.
    var isComplete: Bool { state.withLock { $0.isComplete } }

    /// Creates an interpreter for `quantity` and a ring whose hardware revision is `hardware`.
    init(of quantity: RealTime.Quantity, hardware: String?) {
      self.quantity = quantity
      isRT = FirmwareProfile.isRT(hardware: hardware)
    }

    /// Returns the reading in a message; `nil` if it is not of that quantity, or only reports that the measurement is
    /// complete.
    func reading(_ received: Received) -> LiveReading? {
      guard case .realTime(let reading) = received.message, reading.quantity == quantity else { return nil }
      let state: LiveReading.State
      switch reading.status {
      case .measuring: state = .warmingUp
      case .notWorn:
        let isComplete = self.state.withLock { known in
          known.isComplete = quantity == .stress && known.hasValue
          return known.isComplete
        }
        if isComplete { return nil }
        state = .notWorn
      case .noData: state = isRT ? .notWorn : .noData
      case .ok:
        state = reading.value.map { .value(Double($0)) } ?? .warmingUp
        if reading.value != nil { self.state.withLock { $0 = (true, false) } }
      }
      return LiveReading(
        state: state, beatIntervalMilliseconds: reading.beatIntervalMilliseconds, frame: received.frame)
    }
  }
}
