/// The unit of a column of times.
package enum TimeUnit: String, CaseIterable, Sendable {
  case s, ms, us, ns, iso

  /// The number of units per second; `nil` for ISO 8601.
  package var perSecond: Double? {
    switch self {
    case .s: 1
    case .ms: 1e3
    case .us: 1e6
    case .ns: 1e9
    case .iso: nil
    }
  }
}
