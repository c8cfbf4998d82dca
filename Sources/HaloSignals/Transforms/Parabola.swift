/// The parabola through three samples.
enum Parabola {
  /// Returns the position of the vertex, in samples from the middle one: −0.5…0.5; 0 for a straight line.
  @inline(__always)
  static func top(_ before: Double, _ here: Double, _ after: Double) -> Double {
    let bend = before - 2 * here + after
    return bend < 0 ? min(max(0.5 * (before - after) / bend, -0.5), 0.5) : 0
  }
}
