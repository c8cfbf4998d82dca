/// The remaining time of work of which the done part is known, estimated from the time so far.
struct RemainingTime: Sendable {
  private let start = ContinuousClock.now

  /// "Reading export.xml: 43 %, about 20 s left". The time appears after three seconds.
  func words(_ work: Phrase, _ fraction: Double) -> Phrase {
    let elapsed = Double((ContinuousClock.now - start).components.seconds)
    let percent = "\(Int(fraction * 100))"
    guard elapsed >= 3, fraction > 0.01 else { return Phrase("\(work): \(percent) %") }
    let seconds = Int(elapsed / fraction - elapsed)
    return seconds < 100
      ? Phrase("\(work): \(percent) %, about \("\(seconds)") s left")
      : Phrase("\(work): \(percent) %, about \("\((seconds + 59) / 60)") min left")
  }
}
