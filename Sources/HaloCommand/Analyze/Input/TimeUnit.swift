import ArgumentParser

/// In what a column of a file tells time.
enum TimeUnit: String, ExpressibleByArgument, CaseIterable {
  case s, ms, us, ns, iso

  /// How many there are in a second; `nil` for a calendar's time.
  var perSecond: Double? {
    switch self {
    case .s: 1
    case .ms: 1e3
    case .us: 1e6
    case .ns: 1e9
    case .iso: nil
    }
  }
}
