/// What one value of a standard characteristic says.
///
/// Where `init(value:)` takes bytes, ``value`` gives exactly them again.
public protocol CharacteristicMessage: MessageFields, Hashable {
  /// Reads a value; `nil` where it is shorter than the least that the characteristic holds.
  init?(value: [UInt8])

  /// The bytes.
  var value: [UInt8] { get }
}
