import Synchronization

/// What a driver lets its ring measure live now. Rings do one thing at a time.
final class RunningMeasurement: Sendable {
  /// Something that runs until it is stopped.
  enum Kind: Hashable, Sendable {
    case live(LiveQuantity)
    case raw
  }

  private let kind = Mutex<Kind?>(nil)

  var current: Kind? { kind.withLock { $0 } }

  /// Begins; what runs already where that is the case.
  func begin(_ wanted: Kind) -> Kind? {
    kind.withLock { kind in
      if let kind { return kind }
      kind = wanted
      return nil
    }
  }

  func end() { kind.withLock { $0 = nil } }
}
