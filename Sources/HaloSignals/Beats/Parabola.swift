/// The parabola through three samples.
enum Parabola {
  /// The place of its top, in samples from the middle one: −0.5…0.5, and 0 if it has none.
  @inline(__always)
  static func top(_ before: Double, _ here: Double, _ after: Double) -> Double {
    let bend = before - 2 * here + after
    return bend < 0 ? min(max(0.5 * (before - after) / bend, -0.5), 0.5) : 0
  }
}
