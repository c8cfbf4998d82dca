/// Which link a connection is about, also after its end.
struct AppleLinkName: Sendable {
  let number: Int
  /// The device as a person knows it.
  let label: String
}
