/// Identifies the link of a connection, also after its end.
struct AppleLinkReference: Sendable {
  let number: Int
  /// The device's label for people.
  let label: String
}
