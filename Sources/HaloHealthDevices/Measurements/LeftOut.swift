/// Why a measurement is not stored. Its frames are.
enum LeftOut: Hashable, CaseIterable {
  case failed, moved, looseCuff, position, uncertain, sensor, unreadable, clock, otherUser, unknownUser, severalUsers

  /// The reason, in a clause.
  var reason: Phrase {
    switch self {
    case .failed: Phrase("the device reports that the measurement failed")
    case .moved: Phrase("the device reports that the body moved")
    case .looseCuff: Phrase("the device reports that the cuff is too loose")
    case .position: Phrase("the device reports a wrong position")
    case .uncertain: Phrase("the device reports that its data is not certain")
    case .sensor: Phrase("the device reports a problem of its sensor, or no finger")
    case .unreadable: Phrase("the device does not keep to the standard")
    case .clock: Phrase("the device's clock is wrong")
    case .otherUser: Phrase("the device reports another user")
    case .unknownUser: Phrase("the device does not know the user")
    case .severalUsers:
      Phrase(
        "the device reports several users, and yours is not known: choose it with 'halo pair --device NAME --user NUMBER'"
      )
    }
  }

  /// The number of such measurements, in a sentence.
  func sentence(count: Int) -> Phrase {
    count == 1
      ? Phrase("1 measurement was not stored: \(reason).") : Phrase("\(count) measurements were not stored: \(reason).")
  }
}
