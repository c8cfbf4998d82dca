/// A violated invariant.
struct FuzzFailure: Error, CustomStringConvertible {
  /// A description, with the input that reproduces it.
  let description: String
}
