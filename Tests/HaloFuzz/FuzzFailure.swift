/// A property that did not hold.
struct FuzzFailure: Error, CustomStringConvertible {
  /// What happened, and the input that makes it happen again.
  let description: String
}
